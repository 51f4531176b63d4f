/** Bytes from `start` to `end`, both included as in HTTP. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * Parses a Range header (RFC 9110, section 14).
 * @param size of the whole file, bytes
 * @returns null when the whole file is to be sent (no header, several ranges, other units), 'unsatisfiable' for status 416
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | null {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(size - 1, Number(last));
  return start > end ? 'unsatisfiable' : { start, end };
}
