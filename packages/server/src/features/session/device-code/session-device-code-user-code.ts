import { randomInt } from 'node:crypto';

/** RFC 8628, section 6.1: 20 letters that form no word and are not easily confused. */
const alphabet = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;

/** Creates a user code: eight letters, 34 bits. */
export function newUserCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

/** @example formatUserCode('WDJBMJHT') // 'WDJB-MJHT' */
export function formatUserCode(code: string): string {
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}
