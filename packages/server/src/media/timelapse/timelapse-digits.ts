/** A grey picture: one byte a pixel. */
interface GreyPicture {
  readonly pixels: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Five by seven points, one number for each row, the highest bit on the left. */
const glyphs: Readonly<Record<string, readonly number[]>> = {
  '0': [0b01110, 0b10001, 0b10011, 0b10101, 0b11001, 0b10001, 0b01110],
  '1': [0b00100, 0b01100, 0b00100, 0b00100, 0b00100, 0b00100, 0b01110],
  '2': [0b01110, 0b10001, 0b00001, 0b00110, 0b01000, 0b10000, 0b11111],
  '3': [0b11111, 0b00010, 0b00100, 0b00010, 0b00001, 0b10001, 0b01110],
  '4': [0b00010, 0b00110, 0b01010, 0b10010, 0b11111, 0b00010, 0b00010],
  '5': [0b11111, 0b10000, 0b11110, 0b00001, 0b00001, 0b10001, 0b01110],
  '6': [0b00110, 0b01000, 0b10000, 0b11110, 0b10001, 0b10001, 0b01110],
  '7': [0b11111, 0b00001, 0b00010, 0b00100, 0b01000, 0b01000, 0b01000],
  '8': [0b01110, 0b10001, 0b10001, 0b01110, 0b10001, 0b10001, 0b01110],
  '9': [0b01110, 0b10001, 0b10001, 0b01111, 0b00001, 0b00010, 0b01100],
  '-': [0, 0, 0, 0b11111, 0, 0, 0],
  ':': [0, 0b00100, 0b00100, 0, 0b00100, 0b00100, 0],
};
const columns = 5;
const rows = 7;
/** Points from one character to the next. */
const advance = columns + 1;
/** Points around the text. */
const padding = 2;
/** Video levels. */
const [black, white] = [16, 235];

/**
 * Writes digits into the lower left corner, white on black, so that they can be read on any picture. Characters other than digits, `-` and
 * `:` are blanks. What doesn't fit is cut.
 * @param text `2026-11-27 14:05`
 */
export function drawTime({ pixels, width, height }: GreyPicture, text: string): void {
  const scale = Math.max(1, Math.floor(height / 240));
  const boxWidth = Math.min(width, (text.length * advance - 1 + 2 * padding) * scale);
  const boxHeight = Math.min(height, (rows + 2 * padding) * scale);
  const top = height - boxHeight;
  for (let y = 0; y < boxHeight; y += 1) pixels.fill(black, (top + y) * width, (top + y) * width + boxWidth);
  for (const [index, character] of [...text].entries()) {
    for (const [row, bits] of (glyphs[character] ?? []).entries()) {
      for (let column = 0; column < columns; column += 1) {
        if ((bits & (1 << (columns - 1 - column))) === 0) continue;
        fill({ pixels, width, height }, { x: (padding + index * advance + column) * scale, y: top + (padding + row) * scale, size: scale });
      }
    }
  }
}

function fill({ pixels, width, height }: GreyPicture, { x, y, size }: { x: number; y: number; size: number }): void {
  const end = Math.min(width, x + size);
  for (let line = y; line < Math.min(height, y + size); line += 1) if (x < end) pixels.fill(white, line * width + x, line * width + end);
}
