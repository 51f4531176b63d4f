import { audioTrackId, readMoof, videoTrackId, walkBoxes, type BoxSpan, type SampleSpan } from '@watchpost/mp4';

/** One moof with its mdat, as buildFragment writes it: samples of one track. */
export interface FragmentSpan {
  readonly kind: 'video' | 'audio';
  readonly start: number;
  readonly end: number;
  /** Unix time in the track's timescale. */
  readonly decodeTime: number;
  /** Ticks. */
  readonly duration: number;
  readonly keyFrame: boolean;
  readonly samples: readonly SampleSpan[];
}

export interface WalkedSegment {
  readonly fragments: readonly FragmentSpan[];
  /** Hash of the init section that it needs; null when the file does not name it. */
  readonly initHash: string | null;
  /** Number of bytes with complete fragments; a kill cut off what follows. */
  readonly wholeBytes: number;
}

/** Reads a segment file, whole or cut off anywhere. */
export function walkSegment(bytes: Uint8Array): WalkedSegment {
  const fragments: FragmentSpan[] = [];
  let initHash: string | null = null;
  let wholeBytes = 0;
  let moof: BoxSpan | null = null;
  for (const span of walkBoxes(bytes)) {
    if (span.type === 'free' && fragments.length === 0) initHash = readInitHash(bytes.subarray(span.content, span.end)) ?? initHash;
    if (span.type === 'moof') moof = span;
    if (span.type !== 'mdat') continue;
    const fragment = moof && readFragment(bytes, moof, span.end);
    if (!fragment) break;
    fragments.push(fragment);
    wholeBytes = span.end;
    moof = null;
  }
  return { fragments, initHash, wholeBytes };
}

function readInitHash(content: Uint8Array): string | null {
  return /^init=([0-9a-f]{8,64})$/.exec(String.fromCharCode(...content.subarray(0, 80)))?.[1] ?? null;
}

/**
 * Reads the moof of a fragment, but no media: only the moof has to be in the buffer.
 * @param end where the fragment ends, from the buffer's start
 * @returns null when buildFragment didn't write it
 */
export function readFragment(bytes: Uint8Array, moof: BoxSpan, end: number): FragmentSpan | null {
  const [run, another] = readMoof(bytes, moof) ?? [];
  const [first] = run?.samples ?? [];
  if (!run || another || !first || (run.trackId !== videoTrackId && run.trackId !== audioTrackId)) return null;
  let duration = 0;
  for (const sample of run.samples) {
    // An offset may be negative: media can precede its own moof.
    if (sample.start < moof.end || sample.start + sample.size > end) return null;
    duration += sample.duration;
  }
  return {
    kind: run.trackId === videoTrackId ? 'video' : 'audio',
    start: moof.start,
    end,
    decodeTime: run.decodeTime,
    duration,
    keyFrame: first.keyFrame,
    samples: run.samples,
  };
}

/** Returns the first and last instant of the video in a walked segment, Unix ms; null without video. */
export function segmentTimes({ fragments }: WalkedSegment): { readonly startMs: number; readonly endMs: number } | null {
  const video = fragments.filter(({ kind }) => kind === 'video');
  const first = video[0];
  const last = video.at(-1);
  if (!first || !last) return null;
  return { startMs: Math.floor(first.decodeTime / 90), endMs: Math.floor((last.decodeTime + last.duration) / 90) };
}
