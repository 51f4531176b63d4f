import { randomBytes } from 'node:crypto';

/** Creates an id: 128 random bits as 22 word characters and dashes; never starts with a dash. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(16).toString('base64url')}`;
}

/** Creates a secret of 256 bits for a token that is shown once. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
