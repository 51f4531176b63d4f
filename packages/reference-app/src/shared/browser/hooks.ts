import { systemClock, callEvery } from '@watchpost/sdk-core';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** Returns the time of a clock, updated every `interval` milliseconds while the page is visible. @param read the same function each time */
export function useTime(interval: number, read: () => number): number {
  const [now, setNow] = useState(read);
  useEffect(() => {
    const tick = (): void => {
      if (document.visibilityState === 'visible') setNow(read());
    };
    const stop = callEvery(systemClock, interval, tick);
    document.addEventListener('visibilitychange', tick);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', tick);
    };
  }, [interval, read]);
  return now;
}

function subscribeOnline(onChange: () => void): () => void {
  addEventListener('online', onChange);
  addEventListener('offline', onChange);
  return () => {
    removeEventListener('online', onChange);
    removeEventListener('offline', onChange);
  };
}

/** Whether the browser reports a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeOnline, () => navigator.onLine);
}

/** Sets the page's title while the calling screen is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Watchpost' : `${title} · Watchpost`;
  }, [title]);
}
