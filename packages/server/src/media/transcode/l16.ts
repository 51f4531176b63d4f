/** Decodes PCM of 16 bits, the highest byte first (L16, RFC 3551, section 4.5.11), into samples of -1 to 1. */
export function decodeL16(data: Uint8Array): Float32Array {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return Float32Array.from({ length: data.length >> 1 }, (_, index) => view.getInt16(index * 2) / 32_768);
}
