import type { ClockPort } from '@watchpost/sdk-core';

export interface ByteRate {
  add(bytes: number): void;
  /** Over the last seconds; null before one has passed. */
  bitsPerSecond(): number | null;
}

/** Length of a window, milliseconds; the previous window still counts. */
const windowMs = 2_000;

export function createByteRate(clock: Pick<ClockPort, 'monotonic'>): ByteRate {
  let from = clock.monotonic();
  let bytes = 0;
  let before: { readonly bytes: number; readonly length: number } | null = null;
  const roll = (): number => {
    const length = clock.monotonic() - from;
    if (length < windowMs) return length;
    before = length < 2 * windowMs ? { bytes, length } : null;
    from += length;
    bytes = 0;
    return 0;
  };
  return {
    add(more) {
      roll();
      bytes += more;
    },
    bitsPerSecond() {
      const length = roll() + (before?.length ?? 0);
      return length < 1_000 ? null : ((bytes + (before?.bytes ?? 0)) * 8_000) / length;
    },
  };
}
