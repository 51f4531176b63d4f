import type { FragmentHead } from '../playback/segment-heads.ts';
import type { InitTrack } from './clip-tracks.ts';

/** The samples of one track of a clip, in the order in which they lie in the file; times in ticks of `timescale`. */
export interface ClipTrack {
  readonly kind: 'video' | 'audio';
  readonly timescale: number;
  readonly width: number;
  readonly height: number;
  /** One per configuration that the camera had. */
  readonly sampleEntries: Uint8Array[];
  /** Tick of its first sample; the others count from there. */
  readonly origin: number;
  /** Decode time of each sample from `origin`. */
  readonly times: number[];
  readonly sizes: number[];
  readonly compositionOffsets: number[];
  /** Indexes of the samples that decode alone. */
  readonly keyFrames: number[];
  /** Samples that lie together: all of one track in one segment. */
  readonly chunks: { readonly offset: number; readonly samples: number; readonly entry: number }[];
  /** Where the last sample ends. */
  end: number;
  /** Ticks from the first sample to the clip's first picture; below 0 when the track starts later than that. */
  readonly skip: number;
}

/** Where a clip's media comes from: byte ranges of one segment file, in the order of the clip. */
export interface ClipSegment {
  readonly startMs: number;
  /** Offset of its first byte in the clip's media. */
  readonly offset: number;
  readonly size: number;
  /** Start and length of each piece in the segment file. */
  readonly pieces: readonly (readonly [start: number, length: number])[];
}

export interface ClipLayout {
  readonly tracks: readonly ClipTrack[];
  readonly segments: readonly ClipSegment[];
  /** Bytes of all samples. */
  readonly mediaSize: number;
  /** What is shown, Unix ms; more than one where footage is missing in between. */
  readonly parts: readonly { readonly from: number; readonly to: number }[];
}

export interface SourceSegment {
  readonly startMs: number;
  readonly init: readonly InitTrack[];
  readonly fragments: readonly FragmentHead[];
}

/** Seams up to this are no gap: clocks are adjusted by a few ms. */
const seam = 100;

interface Sample {
  readonly wall: number;
  readonly end: number;
  readonly start: number;
  readonly size: number;
  readonly compositionOffset: number;
  readonly keyFrame: boolean;
}

/**
 * Lays samples of recorded segments out as one file, without touching them. Decoding starts at the key frame at or before `from`;
 * an edit list hides what is before `from`. Missing footage is left out: what follows a gap follows at once.
 * @param range Unix ms
 */
export function createClipLayout(range: { readonly from: number; readonly to: number }, withAudio: boolean): { add(segment: SourceSegment): void; finish(): ClipLayout } {
  const tracks = new Map<'video' | 'audio', ClipTrack>();
  const segments: ClipSegment[] = [];
  const parts: { from: number; to: number }[] = [];
  let mediaSize = 0;
  /** Seconds of missing footage before the running part. */
  let missing = 0;
  let previousEnd = 0;
  let shownFrom = range.from;

  const ticksOf = (timescale: number, seconds: number): number => Math.round((seconds - missing) * timescale);

  const trackOf = ({ kind, timescale, width, height }: InitTrack, firstWall: number): ClipTrack => {
    const known = tracks.get(kind);
    if (known) return known;
    const origin = ticksOf(timescale, firstWall);
    const skip = Math.round((shownFrom / 1000) * timescale) - origin;
    const track: ClipTrack = { kind, timescale, width, height, origin, skip, sampleEntries: [], times: [], sizes: [], compositionOffsets: [], keyFrames: [], chunks: [], end: 0 };
    tracks.set(kind, track);
    return track;
  };

  const addChunk = (init: InitTrack, samples: readonly Sample[], offset: number): void => {
    const track = trackOf(init, samples[0]?.wall ?? 0);
    for (const sample of samples) {
      if (sample.keyFrame) track.keyFrames.push(track.times.length);
      // Two samples never share a time, whatever rounding and seams do.
      const time = Math.max(ticksOf(track.timescale, sample.wall) - track.origin, (track.times.at(-1) ?? -1) + 1);
      track.times.push(time);
      track.sizes.push(sample.size);
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
    const pictures = trim(samplesOf(segment, video), range, parts.length === 0);
    const [first] = pictures;
    const last = pictures.at(-1);
    if (!first || !last) return;
    const running = parts.at(-1);
    const joins = running !== undefined && first.wall * 1000 - previousEnd <= seam;
    if (!running) shownFrom = Math.max(range.from, (first.wall + first.compositionOffset / video.timescale) * 1000);
    else if (!joins) missing += first.wall - previousEnd / 1000;
    previousEnd = Math.min(last.end * 1000, Math.max(range.to, last.wall * 1000 + 1));
    if (joins && running) running.to = Math.round(previousEnd);
    else parts.push({ from: Math.round(running ? first.wall * 1000 : shownFrom), to: Math.round(previousEnd) });

    const sound = withAudio ? segment.init.find(({ kind }) => kind === 'audio') : undefined;
    const from = running ? first.wall : shownFrom / 1000;
    const heard = sound ? samplesOf(segment, sound).filter(({ wall, end }) => end > from - seam / 1000 && wall < previousEnd / 1000 && wall * 1000 < range.to) : [];
    const pieces: [number, number][] = [];
    const offset = mediaSize;
    for (const [init, samples] of [[video, pictures], [sound, heard]] as const) {
      if (!init || samples.length === 0) continue;
      addChunk(init, samples, mediaSize);
      for (const { start, size } of samples) pieces.push([start, size]);
      mediaSize += samples.reduce((sum, { size }) => sum + size, 0);
    }
    segments.push({ startMs: segment.startMs, offset, size: mediaSize - offset, pieces });
  };

  return { add, finish: () => ({ tracks: [...tracks.values()], segments, mediaSize, parts }) };
}

/** Wall clock in seconds: tracks of different timescales meet there. */
function samplesOf({ fragments }: SourceSegment, { kind, timescale }: InitTrack): Sample[] {
  const samples: Sample[] = [];
  for (const fragment of fragments) {
    if (fragment.kind !== kind) continue;
    let time = fragment.decodeTime;
    for (const { start, size, duration, compositionOffset, keyFrame } of fragment.samples) {
      samples.push({ wall: time / timescale, end: (time + duration) / timescale, start, size, compositionOffset, keyFrame });
      time += duration;
    }
  }
  return samples;
}

/** From the last key frame at or before the range's start, up to its end; a clip starts with a key frame. */
function trim(samples: readonly Sample[], { from, to }: { from: number; to: number }, isFirst: boolean): Sample[] {
  const inside = samples.filter(({ wall }) => wall * 1000 < to);
  if (!isFirst) return inside;
  const key = inside.findLastIndex(({ keyFrame, wall }) => keyFrame && wall * 1000 <= from);
  const start = key >= 0 ? key : inside.findIndex(({ keyFrame }) => keyFrame);
  // A segment that ends before the range would make a clip of nothing but decoding ahead.
  return start < 0 || (inside.at(-1)?.end ?? 0) * 1000 <= from ? [] : inside.slice(start);
}
