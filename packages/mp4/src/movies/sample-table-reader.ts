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
  const runs = tableIn(bytes, table, 'stsc', 4, 12);
  const sizes = tableIn(bytes, table, 'stsz', 8, 4);
  const offsets = tableIn(bytes, table, 'co64', 4, 8);
  const chunks: ChunkSpan[] = [];
  let sample = 0;
  for (let run = 0; run < runs.rows; run += 1) {
    const row = runs.at + 12 * run;
    // The last run extends to the last chunk.
    const end = run + 1 < runs.rows ? view.getUint32(row + 12) - 1 : offsets.rows;
    const samples = view.getUint32(row + 4);
    if (view.getUint32(row) !== chunks.length + 1 || end > offsets.rows) throw damaged();
    while (chunks.length < end) {
      const last = sample + samples;
      if (last > sizes.rows) throw damaged();
      let size = 0;
      for (; sample < last; sample += 1) size += view.getUint32(sizes.at + 4 * sample);
      const offsetAt = offsets.at + 8 * chunks.length;
      chunks.push({ offset: Number(view.getBigUint64(offsetAt)), size, offsetAt });
    }
  }
  return chunks;
}

/** Rows of a table: where the first one is, and their number, which the box has room for. */
interface Table {
  readonly at: number;
  readonly rows: number;
}

/**
 * Finds the table of a box.
 * @param countAt offset of the number of rows from the box's content
 */
function tableIn(bytes: Uint8Array, parent: BoxSpan, type: string, countAt: number, rowBytes: number): Table {
  const { content, end } = requireBox(bytes, parent, type);
  const at = content + countAt + 4;
  if (at > end) throw damaged();
  const rows = viewOf(bytes).getUint32(at - 4);
  if (at + rows * rowBytes > end) throw damaged();
  return { at, rows };
}

function damaged(): Mp4Error {
  return new Mp4Error('A sample table of the MP4 is damaged.');
}
