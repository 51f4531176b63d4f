/** Widths of bars and spaces in turn, for each value of Code 128 (ISO/IEC 15417); 103 to 105 start, 106 stops. */
const patterns = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 123122 123221 223211 221132 ' +
  '221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 232121 111323 131123 131321 112313 132113 132311 211313 ' +
  '231113 231311 112133 112331 132131 113123 113321 133121 313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 ' +
  '314111 221411 431111 111224 111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 114311 411113 411311 113141 ' +
  '114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

const [startB, stop, modulus] = [104, 106, 103];
const quiet = 10;

/**
 * Encodes a text as a barcode that any scanner reads (Code 128, set B).
 * @param text characters from space to tilde
 * @returns modules from left to right, quiet zones included; true is dark
 * @throws {RangeError} when the text has other characters
 */
export function code128(text: string): boolean[] {
  const values = Array.from(text, (character) => character.charCodeAt(0) - 32);
  if (values.length === 0 || values.some((value) => value < 0 || value > 94))
    throw new RangeError('A barcode holds the characters from space to tilde.');
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), startB) % modulus;
  const bars = [startB, ...values, check, stop].flatMap((value) =>
    Array.from(patterns[value] ?? '', (width, index) => Array.from({ length: Number(width) }, () => index % 2 === 0)).flat(),
  );
  const zone = Array.from({ length: quiet }, () => false);
  return [...zone, ...bars, ...zone];
}

/** Draws the barcode for a page. */
export function barcodeSvg(text: string): string {
  const modules = code128(text);
  const bars = modules.map((isDark, at) => (isDark ? `M${at} 0h1v40h-1z` : '')).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${modules.length} 40" preserveAspectRatio="none" role="img"><rect width="100%" height="100%" fill="#fff"/><path d="${bars}"/></svg>`;
}

/** Draws the barcode for a terminal: two modules a column, so that it fits into most windows; light on dark, as terminals are. */
export function barcodeLines(text: string, rows = 4): string[] {
  const modules = code128(text);
  let line = '';
  for (let at = 0; at < modules.length; at += 2) line += [' ', '▐', '▌', '█'][(modules[at] ? 0 : 2) + (modules[at + 1] ? 0 : 1)];
  return Array.from({ length: rows }, () => line);
}
