import { randomBytes } from 'node:crypto';
import { apiKeyPrefix } from '@watchpost/contract/schemas/api-keys';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const secretLength = 32;
const hintLength = 4;

/** Creates a secret: `wp_live_` and 190 random bits as letters and digits. */
export function newApiKeySecret(): string {
  return apiKeyPrefix + randomLetters(secretLength);
}

/** Returns the first characters of a secret, by which its creator recognizes it. */
export function hintOf(secret: string): string {
  return secret.slice(0, apiKeyPrefix.length + hintLength);
}

/** Returns random letters and digits, all equally likely. */
export function randomLetters(length: number): string {
  let text = '';
  while (text.length < length) {
    // A byte above the last multiple of 62 would make the first characters more likely.
    for (const byte of randomBytes(length)) if (byte < 248 && text.length < length) text += alphabet.charAt(byte % 62);
  }
  return text;
}
