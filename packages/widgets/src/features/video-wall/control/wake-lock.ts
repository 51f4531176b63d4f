import type { Unsubscribe } from '@watchpost/sdk-core';

/** Keeps the screen on while it is wanted and the page is seen; where the browser can't, nothing happens. */
export function createWakeLock(): { want(isWanted: boolean): void; dispose: Unsubscribe } {
  const life = new AbortController();
  let isWanted = false;
  let lock: WakeLockSentinel | null = null;

  async function follow(): Promise<void> {
    if (!isWanted || document.visibilityState !== 'visible') return;
    if (!('wakeLock' in navigator) || (lock && !lock.released)) return;
    const taken = await navigator.wakeLock.request('screen').catch(() => null);
    if (!isWanted || life.signal.aborted) void taken?.release();
    else lock = taken;
  }
  // The browser takes it back when the page is hidden.
  document.addEventListener('visibilitychange', () => void follow(), { signal: life.signal });
  const letGo = (): void => {
    void lock?.release();
    lock = null;
  };
  return {
    want(next) {
      isWanted = next;
      if (next) void follow();
      else letGo();
    },
    dispose() {
      life.abort();
      letGo();
    },
  };
}
