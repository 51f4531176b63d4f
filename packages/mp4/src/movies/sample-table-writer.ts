import { fullBox, u32, u32Table } from '../boxes/box-writer.ts';

/** The samples of a track in decode order; times in its ticks. */
export interface SampleTable {
  readonly durations: readonly number[];
  /** Bytes. */
  readonly sizes: readonly number[];
  readonly compositionOffsets: readonly number[];
  /** Indexes of the samples that decode alone; used for video only. */
  readonly keyFrames: readonly number[];
  readonly chunks: readonly SampleChunk[];
}

/** Adjacent samples in the file. */
export interface SampleChunk {
  /** Offset from the file's start, bytes. */
  readonly offset: number;
  /** Number of samples. */
  readonly samples: number;
  /** Index of their sample entry. */
  readonly entry: number;
}

/** Writes the boxes of an `stbl` that follow `stsd`. */
export function writeSampleTable(kind: 'video' | 'audio', samples: SampleTable): Uint8Array[] {
  const { durations, sizes, compositionOffsets, keyFrames, chunks } = samples;
  const isReordered = compositionOffsets.some((offset) => offset !== 0);
  return [
    fullBox('stts', 0, 0, ...runLengths(durations)),
    ...(isReordered ? [fullBox('ctts', 0, 0, ...runLengths(compositionOffsets))] : []),
    fullBox('stsc', 0, 0, ...chunkRuns(chunks)),
    fullBox('stsz', 0, 0, u32(0, sizes.length), u32Table(sizes)),
    fullBox('co64', 0, 0, u32(chunks.length), u32Table(chunks.flatMap(({ offset }) => [Math.floor(offset / 2 ** 32), offset % 2 ** 32]))),
    // Without this table every sample decodes alone, as audio samples do.
    ...(kind === 'video' ? [fullBox('stss', 0, 0, u32(keyFrames.length), u32Table(keyFrames.map((index) => index + 1)))] : []),
  ];
}

/** Returns the number of runs, then the length and the value of each. */
function runLengths(values: readonly number[]): [number[], Uint8Array] {
  const rows: number[] = [];
  for (const value of values) {
    const last = rows.length - 1;
    if (last > 0 && rows[last] === value) rows[last - 1] = (rows[last - 1] ?? 0) + 1;
    else rows.push(1, value);
  }
  return [u32(rows.length / 2), u32Table(rows)];
}

function chunkRuns(chunks: readonly SampleChunk[]): [number[], Uint8Array] {
  const rows: number[] = [];
  chunks.forEach(({ samples, entry }, index) => {
    const before = chunks[index - 1];
    if (before?.samples !== samples || before.entry !== entry) rows.push(index + 1, samples, entry + 1);
  });
  return [u32(rows.length / 3), u32Table(rows)];
}
