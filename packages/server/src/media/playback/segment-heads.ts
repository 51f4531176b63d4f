import { open, type FileHandle } from 'node:fs/promises';
import { readFragment, readSamples, walkBoxes, type FragmentSpan, type SampleSpan } from '../packaging/walk.ts';

/** A fragment of a segment file and its samples; offsets from the file's start. */
export interface FragmentHead extends FragmentSpan {
  readonly samples: readonly SampleSpan[];
}

/** A second of a camera's frames needs less. */
const usualHead = 4096;
const longestHead = 1_000_000;

/**
 * Where the fragments of a segment lie, by their tables alone: the media between them is not read. Stops silently where the file was cut off.
 * @param isEnough ends it early
 * @throws with code ENOENT when there is no such file
 */
export async function readHeads(file: string, isEnough: (fragment: FragmentHead) => boolean = () => false): Promise<FragmentHead[]> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    return await walk(handle, size, isEnough);
  } finally {
    await handle.close();
  }
}

async function walk(handle: FileHandle, size: number, isEnough: (fragment: FragmentHead) => boolean): Promise<FragmentHead[]> {
  const fragments: FragmentHead[] = [];
  let chunk = Buffer.alloc(usualHead);
  for (let position = 0; position + 8 <= size; ) {
    let read = await readInto(handle, chunk, position);
    const length = boxSize(chunk, 0, read);
    if (length < 8) break;
    if (chunk.toString('latin1', 4, 8) !== 'moof') {
      position += length;
      continue;
    }
    if (length + 8 > read) {
      if (length > longestHead) break;
      chunk = Buffer.alloc(length + 8);
      read = await readInto(handle, chunk, position);
    }
    const end = length + boxSize(chunk, length, read);
    const fragment = position + end <= size ? readHead(chunk.subarray(0, length), end) : null;
    if (!fragment) break;
    const head = { ...fragment, start: position, end: position + end, samples: fragment.samples.map((sample) => ({ ...sample, start: position + sample.start })) };
    fragments.push(head);
    if (isEnough(head)) break;
    position += end;
  }
  return fragments;
}

function readHead(moof: Buffer, end: number): FragmentHead | null {
  const [box] = walkBoxes(moof);
  const fragment = box && readFragment(moof, box, end);
  return fragment ? { ...fragment, samples: [...readSamples(moof, fragment)] } : null;
}

function boxSize(bytes: Buffer, at: number, available: number): number {
  return at + 8 <= available ? bytes.readUInt32BE(at) : 0;
}

async function readInto(handle: FileHandle, chunk: Buffer, position: number): Promise<number> {
  return (await handle.read(chunk, 0, chunk.byteLength, position)).bytesRead;
}
