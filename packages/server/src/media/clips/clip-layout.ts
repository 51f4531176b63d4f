import { readSampleEntry, type Mp4Track } from '@watchpost/mp4';
import { wholeArchive, type OpenArchive } from '../../kernel/access/open-archive.ts';
import { parameterSetUnits } from '../packaging/parameter-sets.ts';
import type { FragmentSpan } from '../packaging/segment-walker.ts';
import type { FilePiece } from '../playback/file-pieces.ts';

/** The samples of one track of a clip, in file order; times in ticks of `timescale`. */
export interface ClipTrack {
  readonly kind: 'video' | 'audio';
  readonly timescale: number;
  readonly width: number;
  readonly height: number;
  /** One sample entry per configuration that the camera had. */
  readonly sampleEntries: Uint8Array[];
  /** Time of the first sample, ticks; the other times count from there. */
  readonly origin: number;
  /** Decode time of each sample from `origin`, ticks. */
  readonly times: number[];
  readonly sizes: number[];
  readonly compositionOffsets: number[];
  /** Indexes of the samples that decode alone. */
  readonly keyFrames: number[];
  /** Adjacent samples: all samples of one track in one segment. */
  readonly chunks: { readonly offset: number; readonly samples: number; readonly entry: number }[];
  /** End of the last sample. */
  end: number;
  /** Ticks from the first sample to the clip's first picture; negative when the track starts later than that. */
  readonly skip: number;
}

/** The source of a part of a clip's media: byte ranges of one segment file, in clip order. */
interface ClipSegment {
  readonly startMs: number;
  /** Offset of its first byte in the clip's media. */
  readonly offset: number;
  readonly size: number;
  /** Parts of the segment file, and bytes between them. */
  readonly pieces: readonly FilePiece[];
}

export interface ClipLayout {
  readonly tracks: readonly ClipTrack[];
  readonly segments: readonly ClipSegment[];
  /** Size of all samples, bytes. */
  readonly mediaSize: number;
  /** The spans that the clip shows, Unix ms; several if footage is missing in between. */
  readonly parts: readonly { readonly from: number; readonly to: number }[];
}

export interface SourceSegment {
  readonly startMs: number;
  readonly init: readonly Mp4Track[];
  readonly fragments: readonly FragmentSpan[];
}

/** Shorter seams do not count as a gap: clocks are adjusted by a few ms. */
const maxSeamMs = 100;

interface Sample {
  readonly wall: number;
  readonly end: number;
  readonly start: number;
  readonly size: number;
  readonly compositionOffset: number;
  readonly keyFrame: boolean;
  /** Parameter sets to put before it. */
  readonly sets: Uint8Array | null;
}

/**
 * Lays out samples of recorded segments as one file. Decoding starts at the key frame at or before `from`;
 * an edit list hides what lies before `from`. Missing footage is left out, and what follows a gap is shown directly after it.
 * @param range Unix ms
 * @param options withSets: every key frame carries its parameter sets. Needed where they change within the clip: Chromium knows those of
 * the first sample entry only, and after a seek the last that it has met
 * @param open a clip has no sample from outside of it, Unix ms: where that cuts it, it begins at the next key frame
 */
export function createClipLayout(
  range: { readonly from: number; readonly to: number },
  { withAudio, withSets }: { readonly withAudio: boolean; readonly withSets: boolean },
  open: OpenArchive = wholeArchive,
): { add(segment: SourceSegment): void; finish(): ClipLayout } {
  const tracks = new Map<'video' | 'audio', ClipTrack>();
  const segments: ClipSegment[] = [];
  const parts: { from: number; to: number }[] = [];
  let mediaSize = 0;
  /** Seconds of missing footage before the current part. */
  let missing = 0;
  let previousEnd = 0;
  let shownFrom = range.from;

  const ticksOf = (timescale: number, seconds: number): number => Math.round((seconds - missing) * timescale);

  const trackOf = ({ kind, timescale, width, height }: Mp4Track, firstWall: number): ClipTrack => {
    const known = tracks.get(kind);
    if (known) return known;
    const origin = ticksOf(timescale, firstWall);
    const skip = Math.round((shownFrom / 1000) * timescale) - origin;
    const track: ClipTrack = {
      kind,
      timescale,
      width,
      height,
      origin,
      skip,
      sampleEntries: [],
      times: [],
      sizes: [],
      compositionOffsets: [],
      keyFrames: [],
      chunks: [],
      end: 0,
    };
    tracks.set(kind, track);
    return track;
  };

  const addChunk = (init: Mp4Track, samples: readonly Sample[], offset: number): void => {
    const track = trackOf(init, samples[0]?.wall ?? 0);
    for (const sample of samples) {
      if (sample.keyFrame) track.keyFrames.push(track.times.length);
      // Rounding and seams must not give two samples the same time.
      const time = Math.max(ticksOf(track.timescale, sample.wall) - track.origin, (track.times.at(-1) ?? -1) + 1);
      track.times.push(time);
      track.sizes.push(sizeOf(sample));
      track.compositionOffsets.push(Math.round((sample.compositionOffset / init.timescale) * track.timescale));
      track.end = Math.max(ticksOf(track.timescale, sample.end) - track.origin, time + 1);
    }
    let entry = track.sampleEntries.findIndex((known) => Buffer.compare(known, init.sampleEntry) === 0);
    if (entry < 0) entry = track.sampleEntries.push(init.sampleEntry) - 1;
    track.chunks.push({ offset, samples: samples.length, entry });
  };

  const add = (segment: SourceSegment): void => {
    const video = segment.init.find(({ kind }) => kind === 'video');
    if (!video) return;
    const shown = trim(openSamples(samplesOf(segment, video), video, open), range, parts.length === 0);
    const sets = withSets ? setsOf(video) : null;
    const pictures = sets ? shown.map((sample) => (sample.keyFrame ? { ...sample, sets } : sample)) : shown;
    const [first] = pictures;
    const last = pictures.at(-1);
    if (!first || !last) return;
    const running = parts.at(-1);
    const joins = running !== undefined && first.wall * 1000 - previousEnd <= maxSeamMs;
    if (!running) shownFrom = Math.max(range.from, (first.wall + first.compositionOffset / video.timescale) * 1000);
    else if (!joins) missing += first.wall - previousEnd / 1000;
    previousEnd = Math.min(last.end * 1000, Math.max(range.to, last.wall * 1000 + 1));
    if (joins && running) running.to = Math.round(previousEnd);
    else parts.push({ from: Math.round(running ? first.wall * 1000 : shownFrom), to: Math.round(previousEnd) });

    const sound = withAudio ? segment.init.find(({ kind }) => kind === 'audio') : undefined;
    const from = running ? first.wall : shownFrom / 1000;
    const heard = sound
      ? openSamples(samplesOf(segment, sound), sound, open).filter(
          ({ wall, end }) => end > from - maxSeamMs / 1000 && wall < previousEnd / 1000 && wall * 1000 < range.to,
        )
      : [];
    const pieces: FilePiece[] = [];
    const offset = mediaSize;
    for (const [init, samples] of [
      [video, pictures],
      [sound, heard],
    ] as const) {
      if (!init || samples.length === 0) continue;
      addChunk(init, samples, mediaSize);
      for (const sample of samples) {
        if (sample.sets) pieces.push(sample.sets);
        pieces.push([sample.start, sample.size]);
        mediaSize += sizeOf(sample);
      }
    }
    segments.push({ startMs: segment.startMs, offset, size: mediaSize - offset, pieces });
  };

  return { add, finish: () => ({ tracks: [...tracks.values()], segments, mediaSize, parts }) };
}

function sizeOf({ size, sets }: Sample): number {
  return size + (sets?.byteLength ?? 0);
}

function setsOf(video: Mp4Track): Uint8Array | null {
  const entry = readSampleEntry(video);
  const sets = entry.kind === 'video' && entry.configuration ? parameterSetUnits(entry.type, entry.configuration) : null;
  return sets && sets.byteLength > 0 ? sets : null;
}

/** Returns samples with wall-clock times in seconds, which tracks of different timescales have in common. */
function samplesOf({ fragments }: SourceSegment, { kind, timescale }: Mp4Track): Sample[] {
  const samples: Sample[] = [];
  for (const fragment of fragments) {
    if (fragment.kind !== kind) continue;
    let time = fragment.decodeTime;
    for (const { start, size, duration, compositionOffset, keyFrame } of fragment.samples) {
      samples.push({ wall: time / timescale, end: (time + duration) / timescale, start, size, compositionOffset, keyFrame, sets: null });
      time += duration;
    }
  }
  return samples;
}

/** Leaves out what is closed: all that begins before the open part, and from the first sample on that is shown after it. */
function openSamples(samples: readonly Sample[], { timescale }: Mp4Track, open: OpenArchive): readonly Sample[] {
  const first = samples.findIndex(({ wall }) => wall * 1000 >= open.from);
  if (first < 0) return [];
  const late = samples.findIndex(
    ({ wall, end, compositionOffset }) => Math.max(wall + compositionOffset / timescale, end) * 1000 > open.to,
  );
  return samples.slice(first, late < 0 ? samples.length : late);
}

/** Keeps samples from the last key frame at or before the range's start up to its end, because a clip starts with a key frame. */
function trim(samples: readonly Sample[], { from, to }: { from: number; to: number }, isFirst: boolean): Sample[] {
  const inside = samples.filter(({ wall }) => wall * 1000 < to);
  if (!isFirst) return inside;
  const key = inside.findLastIndex(({ keyFrame, wall }) => keyFrame && wall * 1000 <= from);
  const start = key >= 0 ? key : inside.findIndex(({ keyFrame }) => keyFrame);
  // A segment that ends before the range would only contribute samples that are decoded but never shown.
  return start < 0 || (inside.at(-1)?.end ?? 0) * 1000 <= from ? [] : inside.slice(start);
}
