/**
 * A clock that machines read: a strip at the top of the picture, `max(16, height/15)` pixels high, of 40 bars,
 * most significant first: 32 bits of milliseconds modulo 2^32 and 8 bits of checksum (the sum of the four bytes). Bright is 1.
 * It survives lossy coding and scaling, so a page can say how old the picture is that it shows.
 */

const bars = 40;

/** Draws the clock into a picture of one byte a pixel. */
export function burnClock(luma: Uint8Array, width: number, height: number, milliseconds: number): void {
  const time = milliseconds % 2 ** 32;
  const bytes = [24, 16, 8, 0].map((shift) => Math.floor(time / 2 ** shift) & 0xff);
  bytes.push(bytes.reduce((sum, byte) => sum + byte, 0) & 0xff);
  const barWidth = Math.floor(width / bars);
  const strip = Math.max(16, Math.floor(height / 15));
  for (let bar = 0; bar < bars; bar++) {
    const isOn = (((bytes[bar >> 3] ?? 0) >> (7 - (bar & 7))) & 1) === 1;
    for (let y = 0; y < strip; y++) luma.fill(isOn ? 235 : 16, y * width + bar * barWidth, y * width + (bar + 1) * barWidth);
  }
}

/**
 * Reads the clock from the pixels of the strip (RGBA, any size).
 * @returns milliseconds modulo 2^32; null when the checksum is wrong, and for a black picture, whose checksum would be right
 */
export function readClock(pixels: Uint8ClampedArray, width: number, height: number): number | null {
  const middle = Math.floor(height / 2) * width;
  const bytes = [0, 0, 0, 0, 0];
  for (let bar = 0; bar < bars; bar++) {
    const bright = pixels[(middle + Math.floor(((bar + 0.5) * width) / bars)) * 4 + 1] ?? 0;
    if (bright > 120) bytes[bar >> 3] = (bytes[bar >> 3] ?? 0) | (0x80 >> (bar & 7));
  }
  const [a = 0, b = 0, c = 0, d = 0, checksum] = bytes;
  const sum = a + b + c + d;
  return sum > 0 && (sum & 0xff) === checksum ? ((a << 24) | (b << 16) | (c << 8) | d) >>> 0 : null;
}
