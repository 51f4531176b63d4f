import { walkBoxes } from '@watchpost/mp4';
import { readFragment, type FragmentSpan } from '../packaging/segment-walker.ts';
import type { OpenSegment, SegmentFile } from './footage-source.ts';

/** Enough for a second of a camera's frames. */
const initialHeadBytes = 4096;
const maxHeadBytes = 1_000_000;

/**
 * Locates the fragments of a segment by their tables alone, without reading the media in between. Stops silently where the file
 * was cut off.
 * @param isEnough returns true to stop early
 * @throws with code ENOENT or not-found when the segment does not exist
 */
export async function readHeads(open: OpenSegment, isEnough: (fragment: FragmentSpan) => boolean = () => false): Promise<FragmentSpan[]> {
  const file = await open();
  try {
    return await walk(file, isEnough);
  } finally {
    await file.close();
  }
}

async function walk(file: SegmentFile, isEnough: (fragment: FragmentSpan) => boolean): Promise<FragmentSpan[]> {
  const { size } = file;
  const fragments: FragmentSpan[] = [];
  for (let position = 0; position + 8 <= size;) {
    let chunk = await readBuffer(file, position, initialHeadBytes);
    const length = boxSize(chunk, 0);
    if (length < 8) break;
    if (chunk.toString('latin1', 4, 8) !== 'moof') {
      position += length;
      continue;
    }
    if (length + 8 > chunk.byteLength) {
      if (length > maxHeadBytes) break;
      chunk = await readBuffer(file, position, length + 8);
    }
    const end = length + boxSize(chunk, length);
    const fragment = position + end <= size ? readHead(chunk.subarray(0, length), end) : null;
    if (!fragment) break;
    const head = {
      ...fragment,
      start: position,
      end: position + end,
      samples: fragment.samples.map((sample) => ({ ...sample, start: position + sample.start })),
    };
    fragments.push(head);
    if (isEnough(head)) break;
    position += end;
  }
  return fragments;
}

function readHead(moof: Buffer, end: number): FragmentSpan | null {
  const [box] = walkBoxes(moof);
  return box ? readFragment(moof, box, end) : null;
}

function boxSize(bytes: Buffer, at: number): number {
  return at + 8 <= bytes.byteLength ? bytes.readUInt32BE(at) : 0;
}

async function readBuffer(file: SegmentFile, position: number, length: number): Promise<Buffer> {
  const bytes = await file.read(position, length);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
