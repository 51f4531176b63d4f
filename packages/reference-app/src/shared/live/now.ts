import { systemClock } from '@watchpost/sdk-core';
import { useTime } from '../browser/hooks.ts';
import { usePageClient } from '../client.tsx';

/** Returns the server's time in Unix milliseconds, updated every `interval` milliseconds while the page is visible. */
export function useNow(interval: number): number {
  // A page that only signs in has no client that knows the server's time.
  return useTime(interval, usePageClient().serverNow ?? systemClock.now);
}
