/** Writing ISO base media boxes (ISO/IEC 14496-12): a box is its size, its four-letter type and its content. */

export type Bytes = Uint8Array | readonly number[];

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  if (parts.length === 1 && parts[0]) return parts[0];
  const result = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let offset = 0;
  for (const part of parts) {
    result.set(part, offset);
    offset += part.byteLength;
  }
  return result;
}

/** @param type four ASCII letters */
export function box(type: string, ...contents: readonly Bytes[]): Uint8Array {
  const size = 8 + contents.reduce((sum, content) => sum + content.length, 0);
  const result = new Uint8Array(size);
  new DataView(result.buffer).setUint32(0, size);
  writeType(result, 4, type);
  let offset = 8;
  for (const content of contents) {
    result.set(content, offset);
    offset += content.length;
  }
  return result;
}

export function fullBox(type: string, version: number, flags: number, ...contents: readonly Bytes[]): Uint8Array {
  return box(type, [version, (flags >> 16) & 0xff, (flags >> 8) & 0xff, flags & 0xff], ...contents);
}

export function writeType(target: Uint8Array, offset: number, type: string): void {
  for (let index = 0; index < 4; index++) target[offset + index] = type.charCodeAt(index);
}

export function u16(value: number): number[] {
  return [(value >> 8) & 0xff, value & 0xff];
}

export function u32(value: number): number[] {
  return [(value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff];
}

export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0) & 0x7f);
}
