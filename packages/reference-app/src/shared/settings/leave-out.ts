import type { EventArea } from '@watchpost/sdk-core';

/** The address says which place a false alarm was in, so that the settings open with it left out. */
const key = 'leaveOut';

/** What adds a place to the address of a detection's settings. */
export function leaveOutQuery({ x, y, width, height }: EventArea): string {
  return `?${key}=${[x, y, width, height].map((share) => Math.round(share * 10_000) / 10_000).join(',')}`;
}

/** Returns the place that an address names; null for none. */
export function leaveOutOf(query: URLSearchParams): EventArea | null {
  const [x, y, width, height, ...others] = (query.get(key) ?? '').split(',').map((share) => (share === '' ? Number.NaN : Number(share)));
  if (x === undefined || y === undefined || width === undefined || height === undefined || others.length > 0) return null;
  return [x, y, width, height].every((share) => share >= 0 && share <= 1) ? { x, y, width, height } : null;
}
