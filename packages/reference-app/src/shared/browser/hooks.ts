import { systemClock, callEvery } from '@watchpost/sdk-core';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** Returns the time in Unix milliseconds, updated every `interval` milliseconds while the page is visible. */
export function useNow(interval: number): number {
  const [now, setNow] = useState(() => systemClock.now());
  useEffect(() => {
    const tick = (): void => {
      if (document.visibilityState === 'visible') setNow(systemClock.now());
    };
    const stop = callEvery(systemClock, interval, tick);
    document.addEventListener('visibilitychange', tick);
    return () => {
      stop();
      document.removeEventListener('visibilitychange', tick);
    };
  }, [interval]);
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
