import { open, type FileHandle } from 'node:fs/promises';
import { walkBoxes } from '@watchpost/mp4';
import { readFragment, type FragmentSpan } from '../packaging/segment-walker.ts';

/** Enough for a second of a camera's frames. */
const initialHeadBytes = 4096;
const maxHeadBytes = 1_000_000;

/**
 * Locates the fragments of a segment by their tables alone, without reading the media in between. Stops silently where the file
 * was cut off.
 * @param isEnough returns true to stop early
 * @throws with code ENOENT when the file does not exist
 */
export async function readHeads(file: string, isEnough: (fragment: FragmentSpan) => boolean = () => false): Promise<FragmentSpan[]> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    return await walk(handle, size, isEnough);
  } finally {
    await handle.close();
  }
}

async function walk(handle: FileHandle, size: number, isEnough: (fragment: FragmentSpan) => boolean): Promise<FragmentSpan[]> {
  const fragments: FragmentSpan[] = [];
  let chunk = Buffer.alloc(initialHeadBytes);
  for (let position = 0; position + 8 <= size;) {
    let read = await readInto(handle, chunk, position);
    const length = boxSize(chunk, 0, read);
    if (length < 8) break;
    if (chunk.toString('latin1', 4, 8) !== 'moof') {
      position += length;
      continue;
    }
    if (length + 8 > read) {
      if (length > maxHeadBytes) break;
      chunk = Buffer.alloc(length + 8);
      read = await readInto(handle, chunk, position);
    }
    const end = length + boxSize(chunk, length, read);
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

function boxSize(bytes: Buffer, at: number, available: number): number {
  return at + 8 <= available ? bytes.readUInt32BE(at) : 0;
}

async function readInto(handle: FileHandle, chunk: Buffer, position: number): Promise<number> {
  return (await handle.read(chunk, 0, chunk.byteLength, position)).bytesRead;
}
