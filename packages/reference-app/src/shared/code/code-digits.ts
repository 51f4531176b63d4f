/** Digits of a one-time code. */
export const codeLength = 6;

/** What is left of typed or pasted text: "  408-1 72" and "код: 408172" both become 408172. Other digits of Unicode count too. */
export function codeDigits(text: string): string {
  const digits: string[] = [];
  for (const character of text.normalize('NFKC')) {
    if (character >= '0' && character <= '9') digits.push(character);
  }
  return digits.slice(0, codeLength).join('');
}

export function isCodeComplete(code: string): boolean {
  return code.length === codeLength;
}

/** The cell in which the next digit appears; the last one when all are filled. */
export function activeCell(code: string): number {
  return Math.min(code.length, codeLength - 1);
}
