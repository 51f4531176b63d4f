/**
 * The MIME type with codecs of an fMP4 init section: H.264 from its `avcC` box or H.265 from its `hvcC`, AAC if it has an `mp4a` entry, Opus if it has a `dOps` box.
 * @throws {TypeError} if it has neither H.264 nor H.265
 */
export function initMimeType(init: Uint8Array): string {
  return `video/mp4; codecs="${avcCodec(init) ?? hevcCodec(init)}${find(init, 'mp4a') >= 0 ? ',mp4a.40.2' : find(init, 'dOps') >= 0 ? ',opus' : ''}"`;
}

/** The decoder configuration: the content of the `avcC` or `hvcC` box; null without either. */
export function decoderDescription(init: Uint8Array): Uint8Array | null {
  const at = Math.max(find(init, 'avcC'), find(init, 'hvcC'));
  if (at < 4) return null;
  const size = new DataView(init.buffer, init.byteOffset, init.byteLength).getUint32(at - 4);
  return init.slice(at + 4, at - 4 + size);
}

function avcCodec(init: Uint8Array): string | null {
  const at = find(init, 'avcC');
  if (at < 0 || at + 8 > init.length) return null;
  return `avc1.${[...init.subarray(at + 5, at + 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** ISO/IEC 14496-15, annex E: profile, compatibility with its bits reversed, tier and level, constraints without trailing zeros. */
function hevcCodec(init: Uint8Array): string {
  const at = find(init, 'hvcC');
  if (at < 0 || at + 17 > init.length) throw new TypeError('The init section has no H.264 or H.265 track.');
  const view = new DataView(init.buffer, init.byteOffset + at + 4, 13);
  const first = view.getUint8(1);
  const space = ['', 'A', 'B', 'C'][first >> 6] ?? '';
  let compatibility = 0;
  for (let bit = 0, flags = view.getUint32(2); bit < 32; bit += 1) compatibility = (compatibility << 1) | ((flags >>> bit) & 1);
  const constraints = Array.from({ length: 6 }, (_, index) => view.getUint8(6 + index));
  while (constraints.at(-1) === 0) constraints.pop();
  const tier = (first & 0x20) !== 0 ? 'H' : 'L';
  return [
    `hvc1.${space}${first & 0x1f}`,
    (compatibility >>> 0).toString(16),
    `${tier}${view.getUint8(12)}`,
    ...constraints.map((byte) => byte.toString(16).toUpperCase()),
  ].join('.');
}

function find(bytes: Uint8Array, name: string): number {
  const code = [...name].map((letter) => letter.charCodeAt(0));
  return bytes.findIndex((_, index) => code.every((value, offset) => bytes[index + offset] === value));
}
