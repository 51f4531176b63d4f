import { requireBox, viewOf, type BoxSpan } from '../boxes/box-reader.ts';
import { Mp4Error } from '../mp4-error.ts';

/** Adjacent samples of a track in a file. */
export interface ChunkSpan {
  /** Offset from the file's start, bytes. */
  readonly offset: number;
  /** Bytes. */
  readonly size: number;
  /** Position of the 64-bit offset in the table, from the buffer's start. */
  readonly offsetAt: number;
}

/**
 * Reads the positions of the samples of a `trak` that {@link writeMovie} wrote.
 * @throws {Mp4Error} when a table is missing or damaged
 */
export function readChunks(bytes: Uint8Array, trak: BoxSpan): ChunkSpan[] {
  const view = viewOf(bytes);
  const table = requireBox(bytes, trak, 'mdia', 'minf', 'stbl');
  const runs = requireBox(bytes, table, 'stsc').content;
  const sizes = requireBox(bytes, table, 'stsz').content;
  const offsets = requireBox(bytes, table, 'co64').content;
  try {
    const count = view.getUint32(offsets + 4);
    const samplesIn = readSamplesPerChunk(view, runs, count);
    let sample = 0;
    return samplesIn.map((samples, index): ChunkSpan => {
      let size = 0;
      for (let left = samples; left > 0; left -= 1) size += view.getUint32(sizes + 12 + 4 * sample++);
      const offsetAt = offsets + 8 + 8 * index;
      return { offset: Number(view.getBigUint64(offsetAt)), size, offsetAt };
    });
  } catch (error) {
    if (error instanceof RangeError) throw new Mp4Error('A sample table of the MP4 is damaged.', { cause: error });
    throw error;
  }
}

function readSamplesPerChunk(view: DataView, runs: number, chunks: number): number[] {
  const rows = Array.from({ length: view.getUint32(runs + 4) }, (_, index) => ({
    first: view.getUint32(runs + 8 + index * 12),
    samples: view.getUint32(runs + 12 + index * 12),
  }));
  return rows.flatMap(({ first, samples }, index) => Array<number>((rows[index + 1]?.first ?? chunks + 1) - first).fill(samples));
}
