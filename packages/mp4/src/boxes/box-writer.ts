/** Writes boxes (ISO/IEC 14496-12): size, four-character type, content. */

export type BoxContent = Uint8Array | readonly number[];

/** Writes a box with its header. @param type four ASCII characters */
export function box(type: string, ...contents: readonly BoxContent[]): Uint8Array<ArrayBuffer> {
  const size = contents.reduce((sum, content) => sum + content.length, 8);
  const result = new Uint8Array(size);
  writeBoxHeader(new DataView(result.buffer), 0, size, type);
  let offset = 8;
  for (const content of contents) {
    result.set(content, offset);
    offset += content.length;
  }
  return result;
}

/** Writes a box that begins with a version and flags. */
export function fullBox(type: string, version: number, flags: number, ...contents: readonly BoxContent[]): Uint8Array<ArrayBuffer> {
  return box(type, u32(version * 0x1000000 + flags), ...contents);
}

export function writeBoxHeader(view: DataView, offset: number, size: number, type: string): void {
  view.setUint32(offset, size);
  for (let index = 0; index < 4; index += 1) view.setUint8(offset + 4 + index, type.charCodeAt(index));
}

/** Joins byte arrays; returns a single part as it is, without a copy. */
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

export function u16(...values: readonly number[]): number[] {
  return values.flatMap((value) => [(value >>> 8) & 0xff, value & 0xff]);
}

export function u32(...values: readonly number[]): number[] {
  return values.flatMap((value) => [(value >>> 24) & 0xff, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff]);
}

export function u64(value: number): number[] {
  return u32(Math.floor(value / 2 ** 32), value % 2 ** 32);
}

/** Writes 32-bit numbers without an array for each, because sample tables have hundreds of thousands. */
export function u32Table(values: readonly number[]): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(values.length * 4);
  const view = new DataView(result.buffer);
  values.forEach((value, index) => view.setUint32(index * 4, value));
  return result;
}

export function zeros(count: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(count);
}

/** Converts a text of ASCII characters to bytes. */
export function ascii(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0) & 0x7f);
}
