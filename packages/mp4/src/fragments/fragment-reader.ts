import { findBox, viewOf, walkBoxes, type BoxSpan } from '../boxes/box-reader.ts';
import type { SampleDefaults } from '../tracks/track-reader.ts';

/** Position and times of one sample; times in ticks. */
export interface SampleSpan {
  /** Offset from the buffer's start. */
  readonly start: number;
  /** Bytes. */
  readonly size: number;
  readonly duration: number;
  /** Negative only in files of other writers. */
  readonly compositionOffset: number;
  readonly keyFrame: boolean;
}

/** The samples of one track in a fragment, in decode order. */
export interface ReadRun {
  readonly trackId: number;
  /** Decode time of its first sample, ticks. */
  readonly decodeTime: number;
  readonly samples: readonly SampleSpan[];
}

/** What a `moof` box leaves to its surroundings. */
export interface MoofContext {
  /** Offset of the buffer in its file, because some writers count from the file's start. */
  readonly fileOffset?: number;
  /** Defaults of a track; without them, all are 0. */
  readonly defaultsOf?: (trackId: number) => SampleDefaults | undefined;
}

const noDefaults: SampleDefaults = { duration: 0, size: 0, flags: 0 };
/** Sample flag for samples that do not decode alone. */
const nonSync = 0x00010000;
/** More samples than any fragment has, in all of its runs: a damaged count must not fill the memory. */
const maxSamples = 200_000;

/**
 * Reads the tables of a `moof` box, but no media: sample offsets may lie beyond the buffer.
 * @returns null when they are damaged or incomplete
 */
export function readMoof(bytes: Uint8Array, moof: BoxSpan, context: MoofContext = {}): ReadRun[] | null {
  const runs: ReadRun[] = [];
  let left = maxSamples;
  for (const traf of walkBoxes(bytes, moof.content, moof.end)) {
    if (traf.type !== 'traf') continue;
    const run = readTraf(bytes, moof, traf, { ...context, maxSamples: left });
    if (!run) return null;
    left -= run.samples.length;
    runs.push(run);
  }
  return runs;
}

interface TrafContext extends MoofContext {
  readonly maxSamples: number;
}

function readTraf(
  bytes: Uint8Array,
  moof: BoxSpan,
  traf: BoxSpan,
  { fileOffset = 0, defaultsOf, maxSamples: left }: TrafContext,
): ReadRun | null {
  const view = viewOf(bytes);
  const header = findBox(bytes, traf, 'tfhd');
  const time = findBox(bytes, traf, 'tfdt');
  if (!header || !time || header.end - header.content < 8 || time.end - time.content < 8) return null;
  const isWide = view.getUint8(time.content) === 1;
  if (isWide && time.end - time.content < 12) return null;
  const trackId = view.getUint32(header.content + 4);
  const read = readHeader(view, header, defaultsOf?.(trackId) ?? noDefaults);
  if (!read) return null;
  let start = read.base === null ? moof.start : read.base - fileOffset;
  const samples: SampleSpan[] = [];
  const base = start;
  for (const run of walkBoxes(bytes, traf.content, traf.end)) {
    if (run.type !== 'trun') continue;
    const end = readRun(view, run, { base, start, defaults: read.defaults, maxSamples: left - samples.length }, samples);
    if (end === null) return null;
    start = end;
  }
  return {
    trackId,
    decodeTime: isWide ? Number(view.getBigUint64(time.content + 4)) : view.getUint32(time.content + 4),
    samples,
  };
}

function readHeader(
  view: DataView,
  { content, end }: BoxSpan,
  defaults: SampleDefaults,
): { base: number | null; defaults: SampleDefaults } | null {
  const flags = view.getUint32(content) & 0xffffff;
  const bytes = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0) + (flags & 8 ? 4 : 0) + (flags & 16 ? 4 : 0) + (flags & 32 ? 4 : 0);
  if (end - content < bytes) return null;
  let offset = content + 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0);
  const next = (flag: number, otherwise: number): number => {
    if ((flags & flag) === 0) return otherwise;
    offset += 4;
    return view.getUint32(offset - 4);
  };
  return {
    base: flags & 1 ? Number(view.getBigUint64(content + 8)) : null,
    defaults: { duration: next(8, defaults.duration), size: next(16, defaults.size), flags: next(32, defaults.flags) },
  };
}

interface RunContext {
  readonly base: number;
  /** Offset of the data when the run declares none. */
  readonly start: number;
  readonly defaults: SampleDefaults;
  readonly maxSamples: number;
}

/**
 * Reads a `trun` box into samples.
 * @returns the end of its data; null when it is damaged
 */
function readRun(
  view: DataView,
  { content, end }: BoxSpan,
  { base, start, defaults, maxSamples: left }: RunContext,
  samples: SampleSpan[],
): number | null {
  if (end - content < 8) return null;
  const isSigned = view.getUint8(content) !== 0;
  const flags = view.getUint32(content) & 0xffffff;
  const count = view.getUint32(content + 4);
  const has = (flag: number): number => (flags & flag ? 4 : 0);
  const rowBytes = has(0x100) + has(0x200) + has(0x400) + has(0x800);
  if (count > left || content + 8 + has(1) + has(4) + rowBytes * count > end) return null;
  // Samples that take no byte anywhere are no media, only a large number.
  if (count > 1 && rowBytes === 0 && defaults.size === 0) return null;
  let row = content + 8;
  let data = start;
  if (flags & 1) {
    data = base + view.getInt32(row);
    row += 4;
  }
  const firstFlags = flags & 4 ? view.getUint32(row) : null;
  if (flags & 4) row += 4;
  for (let index = 0; index < count; index += 1) {
    let { duration, size, flags: sampleFlags } = defaults;
    let compositionOffset = 0;
    if (flags & 0x100) {
      duration = view.getUint32(row);
      row += 4;
    }
    if (flags & 0x200) {
      size = view.getUint32(row);
      row += 4;
    }
    if (flags & 0x400) {
      sampleFlags = view.getUint32(row);
      row += 4;
    }
    if (flags & 0x800) {
      compositionOffset = isSigned ? view.getInt32(row) : view.getUint32(row);
      row += 4;
    }
    if (index === 0 && firstFlags !== null) sampleFlags = firstFlags;
    samples.push({ start: data, size, duration, compositionOffset, keyFrame: (sampleFlags & nonSync) === 0 });
    data += size;
  }
  return data;
}
