/** Size of a picture in pixels. */
export interface PictureSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

const startOfImage = 0xd8;
const startOfScan = 0xda;
/** Baseline, extended and progressive. No camera sends arithmetic or lossless ones, and few decoders support them. */
const frames: readonly number[] = [0xc0, 0xc1, 0xc2];

/** Returns the size that a JPEG declares; null for anything else. */
export function jpegSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 4 || view.getUint16(0) !== 0xff00 + startOfImage) return null;
  for (let at = 2; at + 4 <= bytes.length;) {
    // Any number of fill bytes may precede a marker.
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === startOfScan) return null;
    const length = view.getUint16(at + 2);
    if (frames.includes(marker)) return at + 9 <= bytes.length ? sizeOf(view.getUint16(at + 7), view.getUint16(at + 5)) : null;
    if (length < 2) return null;
    at += 2 + length;
  }
  return null;
}

function sizeOf(width: number, height: number): PictureSize | null {
  return width > 0 && height > 0 ? { width, height } : null;
}
