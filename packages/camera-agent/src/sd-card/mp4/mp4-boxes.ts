/** Writing ISO base media boxes (ISO/IEC 14496-12): a box is its size, its four-letter type and its content. */

type Content = Uint8Array | readonly number[];

/** @param type four ASCII letters */
export function box(type: string, ...contents: readonly Content[]): Buffer {
  const size = contents.reduce((sum, content) => sum + content.length, 8);
  const result = Buffer.alloc(size);
  result.writeUInt32BE(size);
  result.write(type, 4, 'latin1');
  let at = 8;
  for (const content of contents) {
    result.set(content, at);
    at += content.length;
  }
  return result;
}

export function fullBox(type: string, version: number, flags: number, ...contents: readonly Content[]): Buffer {
  return box(type, u32(version * 0x1000000 + flags), ...contents);
}

/** The header of an mdat of any length; its content follows. */
export function mediaHeader(length: number): Buffer {
  return Buffer.concat([u32(1), Buffer.from('mdat', 'latin1'), u64(length + mediaHeaderBytes)]);
}
export const mediaHeaderBytes = 16;

export function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
}

export function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}
