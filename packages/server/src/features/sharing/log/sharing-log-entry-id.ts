import { randomBytes } from 'node:crypto';

/** Creates an entry's id: 128 random bits in lower case, which every database sorts like JavaScript, whatever its collation. */
export function newEntryId(): string {
  return `log_${randomBytes(16).toString('hex')}`;
}
