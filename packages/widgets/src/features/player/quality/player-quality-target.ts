/**
 * Returns the address of a receiver, without fragment; null for `server` and for what is no address. Plain http works on this machine only,
 * for tests of a receiver.
 */
export function receiverOf(target: string): string | null {
  const url = URL.canParse(target) ? new URL(target) : null;
  if (!url) return null;
  url.hash = '';
  const isLocal = url.protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || isLocal ? url.href : null;
}
