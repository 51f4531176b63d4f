/**
 * Reads how long a server asks to wait before a retry.
 * @param value of the Retry-After header: seconds, or a date
 * @param now Unix ms
 * @returns ms from now, or null when the header is missing or invalid
 * @example readRetryAfter('120', now) // 120000
 */
export function readRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  // HTTP dates have a weekday and end in GMT; Date.parse alone accepts "1" and many other texts as a date.
  if (!/^[A-Z][a-z]+,? .* GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
