import type { ClockPort, LocksPort } from '../../kernel/ports.ts';

const lockTimeoutMs = 5_000;
/** A free lock is granted within a few milliseconds. */
const immediateMs = 5;
const settleTimeoutMs = 500;
const settleStepMs = 10;

/**
 * Runs the work exclusively among the tabs, and passes whether another tab held the lock before. Waits at most 5 s for others, because
 * a frozen tab may hold the lock forever; continuing without it is safe because the server answers concurrent refreshes with the
 * same successor.
 */
export async function runAlone(locks: LocksPort, clock: ClockPort, work: (afterOthers: boolean) => Promise<void>): Promise<void> {
  const late = new AbortController();
  const cancel = clock.after(lockTimeoutMs, () => late.abort());
  const asked = clock.monotonic();
  let entered = false;
  const enter = (): Promise<void> => {
    entered = true;
    cancel();
    return work(clock.monotonic() - asked > immediateMs);
  };
  try {
    await locks.run('session-refresh', late.signal, enter);
  } catch (error) {
    if (entered) throw error;
    await work(false);
  } finally {
    cancel();
  }
}

/**
 * Reads what the previous tab may have written. Browsers deliver storage writes to other tabs separately from locks, and sometimes later:
 * Chromium grants the lock first often enough to cause two refreshes.
 * @returns the value as soon as `isNew`, or the current one after half a second: the previous tab has then written nothing
 */
export async function readAfterOthers<T>(clock: ClockPort, read: () => T, isNew: (value: T) => boolean): Promise<T> {
  for (let waited = 0; waited < settleTimeoutMs; waited += settleStepMs) {
    const value = read();
    if (isNew(value)) return value;
    await new Promise<void>((resolve) => clock.after(settleStepMs, resolve));
  }
  return read();
}
