import { audioTrackId, videoTrackId } from './init-section.ts';

/** A box inside a buffer: offsets from the buffer's start. */
export interface BoxSpan {
  readonly type: string;
  readonly start: number;
  /** After its header. */
  readonly content: number;
  readonly end: number;
}

/** The whole boxes between two offsets; stops silently at the first one that is cut off or not a box. */
export function* walkBoxes(bytes: Uint8Array, from = 0, to: number = bytes.byteLength): Generator<BoxSpan> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let start = from;
  while (start + 8 <= to) {
    let size = view.getUint32(start);
    let content = start + 8;
    if (size === 1) {
      if (start + 16 > to) return;
      size = Number(view.getBigUint64(start + 8));
      content = start + 16;
    }
    const type = String.fromCharCode(...bytes.subarray(start + 4, start + 8));
    if (size < content - start || start + size > to || !/^[\w ]{4}$/.test(type)) return;
    yield { type, start, content, end: start + size };
    start += size;
  }
}

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
}

export interface WalkedSegment {
  readonly fragments: readonly FragmentSpan[];
  /** The hash of the init section that it needs; null when the file does not say. */
  readonly initHash: string | null;
  /** Up to here every fragment is whole: what follows was cut off by a kill. */
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

/** What a moof says of the fragment that ends at `end`; null when it is not one of ours. Reads no media. */
export function readFragment(bytes: Uint8Array, moof: BoxSpan, end: number): FragmentSpan | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const traf = find(bytes, moof, 'traf');
  const header = traf && find(bytes, traf, 'tfhd');
  const time = traf && find(bytes, traf, 'tfdt');
  const run = traf && find(bytes, traf, 'trun');
  if (!header || !time || !run || header.end - header.content < 8 || time.end - time.content < 12 || run.end - run.content < 12) return null;
  const trackId = view.getUint32(header.content + 4);
  if (trackId !== videoTrackId && trackId !== audioTrackId) return null;
  const count = view.getUint32(run.content + 4);
  if (run.content + 12 + count * 16 > run.end || count === 0) return null;
  let duration = 0;
  for (let index = 0; index < count; index++) duration += view.getUint32(run.content + 12 + index * 16);
  return {
    kind: trackId === videoTrackId ? 'video' : 'audio',
    start: moof.start,
    end,
    decodeTime: Number(view.getBigUint64(time.content + 4)),
    duration,
    keyFrame: (view.getUint32(run.content + 12 + 8) & 0x00010000) === 0,
  };
}

/** One row of a fragment; offsets from the buffer's start, times in ticks. */
export interface SampleSpan {
  readonly start: number;
  readonly size: number;
  readonly duration: number;
  readonly compositionOffset: number;
  readonly keyFrame: boolean;
}

/** The samples of a fragment that walkSegment found. */
export function* readSamples(bytes: Uint8Array, { start, end }: FragmentSpan): Generator<SampleSpan> {
  const [moof] = walkBoxes(bytes, start, end);
  const traf = moof && find(bytes, moof, 'traf');
  const run = traf && find(bytes, traf, 'trun');
  if (!moof || !run) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(run.content + 4);
  let data = moof.start + view.getInt32(run.content + 8);
  for (let row = run.content + 12; row < run.content + 12 + count * 16; row += 16) {
    const size = view.getUint32(row + 4);
    if (data + size > end) return;
    yield { start: data, size, duration: view.getUint32(row), compositionOffset: view.getUint32(row + 12), keyFrame: (view.getUint32(row + 8) & 0x00010000) === 0 };
    data += size;
  }
}

function find(bytes: Uint8Array, parent: BoxSpan, type: string): BoxSpan | null {
  for (const span of walkBoxes(bytes, parent.content, parent.end)) if (span.type === type) return span;
  return null;
}

/** First and last instant of the video in a walked segment, Unix ms; null without video. */
export function segmentTimes({ fragments }: WalkedSegment): { readonly startMs: number; readonly endMs: number } | null {
  const video = fragments.filter(({ kind }) => kind === 'video');
  const first = video[0];
  const last = video.at(-1);
  if (!first || !last) return null;
  return { startMs: Math.floor(first.decodeTime / 90), endMs: Math.floor((last.decodeTime + last.duration) / 90) };
}

/** The segment without its audio fragments; audio and video never share one. */
export function dropAudioFragments(bytes: Uint8Array): Uint8Array[] {
  return walkSegment(bytes).fragments.filter(({ kind }) => kind === 'video').map(({ start, end }) => bytes.subarray(start, end));
}
