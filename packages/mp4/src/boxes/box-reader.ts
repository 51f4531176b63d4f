import { Mp4Error } from '../mp4-error.ts';

/** A box inside a buffer: offsets from the buffer's start. */
export interface BoxSpan {
  readonly type: string;
  readonly start: number;
  /** Offset of the first byte after its header. */
  readonly content: number;
  readonly end: number;
}

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Iterates over the whole boxes between two offsets. Stops without an error at the first one that is cut off or is not a box. */
export function* walkBoxes(bytes: Uint8Array, from = 0, to: number = bytes.byteLength): Generator<BoxSpan> {
  const view = viewOf(bytes);
  let start = from;
  while (start + 8 <= to) {
    let size = view.getUint32(start);
    let content = start + 8;
    // A size of 1 announces a 64-bit size after the type.
    if (size === 1) {
      if (start + 16 > to) return;
      size = Number(view.getBigUint64(start + 8));
      content = start + 16;
    }
    const type = readType(bytes, start + 4);
    if (size < content - start || start + size > to || !/^[ -~\u00a9]{4}$/.test(type)) return;
    yield { type, start, content, end: start + size };
    start += size;
  }
}

/** Follows a path of box types downwards; null when one of them is missing. */
export function findBox(bytes: Uint8Array, parent: Pick<BoxSpan, 'content' | 'end'>, ...path: readonly string[]): BoxSpan | null {
  let { content, end } = parent;
  let found: BoxSpan | null = null;
  for (const type of path) {
    found = firstBox(bytes, content, end, type);
    if (!found) return null;
    ({ content, end } = found);
  }
  return found;
}

function firstBox(bytes: Uint8Array, from: number, to: number, type: string): BoxSpan | null {
  for (const span of walkBoxes(bytes, from, to)) if (span.type === type) return span;
  return null;
}

/** Finds the first box on a path of types. @throws {Mp4Error} when a box on the path is missing */
export function requireBox(bytes: Uint8Array, parent: Pick<BoxSpan, 'content' | 'end'>, ...path: readonly string[]): BoxSpan {
  const found = findBox(bytes, parent, ...path);
  if (!found) throw new Mp4Error(`The MP4 has no ${path.join('/')} box where it is expected.`);
  return found;
}

/** Reads four characters, such as the type of a box or of a handler. */
export function readType(bytes: Uint8Array, offset: number): string {
  return String.fromCharCode(...bytes.subarray(offset, offset + 4));
}
