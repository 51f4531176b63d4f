import { readType, viewOf, type BoxSpan } from '../boxes/box-reader.ts';
import { Mp4Error } from '../mp4-error.ts';
import { readTracks, type Mp4Track } from '../tracks/track-reader.ts';
import { readMoof, type ReadRun } from './fragment-reader.ts';

/** One encoded frame; times in seconds from the stream's start. */
export interface StreamSample {
  readonly track: Mp4Track;
  readonly keyFrame: boolean;
  readonly decodeTime: number;
  /** 0 or more. */
  readonly compositionOffset: number;
  readonly duration: number;
  /** A view into the chunks; copy it to keep it for long. */
  readonly data: Uint8Array;
}

/** What a chunk of a stream completes. */
export interface StreamPart {
  /** Set in the part that completes the `moov` box, else null. */
  readonly tracks: readonly Mp4Track[] | null;
  /** Sorted by decode time. */
  readonly samples: readonly StreamSample[];
}

/** Fits a key frame of a 4K camera several times. */
const maxBoxBytes = 16 * 1024 * 1024;

/**
 * Reads a fragmented MP4 while it arrives, as FFmpeg or a browser's MediaRecorder writes it.
 * @returns a function that receives the next chunk and returns what it completes; throws an {@link Mp4Error} for any other format
 */
export function createFragmentStreamReader(): (chunk: Uint8Array) => StreamPart {
  let pending: Uint8Array = new Uint8Array(0);
  /** Begins with `pending` and has room behind it: what arrives in a million pieces is copied a few times, not a million times. */
  let room = pending;
  /** Bytes of `pending` without which no box is whole. */
  let needed = 0;
  /** Offset of `pending` in the stream. */
  let position = 0;
  let tracks: readonly Mp4Track[] = [];
  /** The tables of the last `moof`; their offsets count from the stream's start. */
  let runs: readonly ReadRun[] = [];

  const readRuns = (moof: BoxSpan): readonly ReadRun[] => {
    const found = readMoof(pending, moof, {
      fileOffset: position,
      defaultsOf: (trackId) => tracks.find(({ id }) => id === trackId)?.defaults,
    });
    if (!found) throw new Mp4Error('A fragment of the MP4 is damaged.');
    return found.map((run) => ({ ...run, samples: run.samples.map((sample) => ({ ...sample, start: sample.start + position })) }));
  };

  const append = (chunk: Uint8Array): void => {
    const bytes = pending.length + chunk.length;
    if (bytes > room.length) {
      room = new Uint8Array(Math.max(bytes, Math.min(needed, 2 * bytes)));
      room.set(pending);
    }
    room.set(chunk, pending.length);
    pending = room.subarray(0, bytes);
  };

  return (chunk) => {
    // The `slice` of a Node.js Buffer would share its memory.
    if (pending.length === 0) pending = room = new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    else append(chunk);
    let newTracks: readonly Mp4Track[] | null = null;
    const samples: StreamSample[] = [];
    let offset = 0;
    for (;;) {
      const box = pending.length < needed ? needed : nextBox(pending, offset);
      if (typeof box === 'number') {
        needed = box;
        break;
      }
      needed = 0;
      if (box.type === 'moov') newTracks = tracks = readTracks(pending, box);
      if (box.type === 'moof') runs = readRuns(box);
      if (box.type === 'mdat') {
        // More samples than a call may have arguments.
        for (const sample of readSamples(pending, box, { runs, tracks, position })) samples.push(sample);
        runs = [];
      }
      offset = box.end;
    }
    // What was given out stays as it is, and the chunk belongs to the caller.
    if (offset > 0 || room.length === pending.length) pending = room = pending.slice(offset);
    position += offset;
    return { tracks: newTracks, samples };
  };
}

/** Returns the box at an offset; the bytes that it needs from there on while it is incomplete. */
function nextBox(bytes: Uint8Array, start: number): BoxSpan | number {
  const available = bytes.byteLength - start;
  if (available < 8) return 8;
  const view = viewOf(bytes);
  const shortSize = view.getUint32(start);
  if (shortSize === 1 && available < 16) return 16;
  const [headerBytes, size] = shortSize === 1 ? [16, Number(view.getBigUint64(start + 8))] : [8, shortSize];
  if (size < headerBytes || size > maxBoxBytes) throw new Mp4Error('This is not a fragmented MP4.');
  return size > available ? size : { type: readType(bytes, start + 4), start, content: start + headerBytes, end: start + size };
}

interface Fragment {
  readonly runs: readonly ReadRun[];
  readonly tracks: readonly Mp4Track[];
  readonly position: number;
}

function readSamples(bytes: Uint8Array, mdat: BoxSpan, { runs, tracks, position }: Fragment): StreamSample[] {
  const samples: StreamSample[] = [];
  for (const run of runs) {
    const track = tracks.find(({ id }) => id === run.trackId);
    if (!track) continue;
    let ticks = run.decodeTime;
    for (const { start: streamStart, size, duration, compositionOffset, keyFrame } of run.samples) {
      const start = streamStart - position;
      if (start < mdat.content || start + size > mdat.end) throw new Mp4Error('A sample of the MP4 lies outside its fragment.');
      samples.push({
        track,
        keyFrame: track.kind === 'audio' || keyFrame,
        decodeTime: ticks / track.timescale,
        compositionOffset: Math.max(0, compositionOffset) / track.timescale,
        duration: duration / track.timescale,
        data: bytes.subarray(start, start + size),
      });
      ticks += duration;
    }
  }
  return samples.sort((a, b) => a.decodeTime - b.decodeTime);
}
