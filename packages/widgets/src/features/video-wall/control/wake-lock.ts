import type { Unsubscribe } from '@watchpost/sdk-core';

/** Keeps the screen on while wanted and while the page is visible. Does nothing where the browser does not support it. */
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
  // The browser releases it when the page is hidden.
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
