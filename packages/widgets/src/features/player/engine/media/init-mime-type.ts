/**
 * The MIME type with codecs of an fMP4 init section: H.264 from its `avcC` box, AAC when there is an `mp4a` entry.
 * @throws {TypeError} when it holds no H.264 track
 */
export function initMimeType(init: Uint8Array): string {
  const at = find(init, 'avcC');
  if (at < 0 || at + 8 > init.length) throw new TypeError('The init section has no H.264 track.');
  const video = `avc1.${[...init.subarray(at + 5, at + 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  return `video/mp4; codecs="${video}${find(init, 'mp4a') >= 0 ? ',mp4a.40.2' : ''}"`;
}

function find(bytes: Uint8Array, name: string): number {
  const code = [...name].map((letter) => letter.charCodeAt(0));
  return bytes.findIndex((_, index) => code.every((value, offset) => bytes[index + offset] === value));
}
