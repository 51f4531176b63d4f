import type { ClockPort, LocksPort } from '../../kernel/ports.ts';

const lockWait = 5_000;
/** A lock that nobody holds is given within a few milliseconds. */
const atOnce = 5;
const settleWithin = 500;
const settleStep = 10;

/**
 * Does the work alone among the tabs, and tells it whether another tab had the lock before. Waits at most 5 s for others: a frozen tab may hold the lock for ever; going on without it is safe
 * because the server gives concurrent refreshes the same successor.
 */
export async function runAlone(locks: LocksPort, clock: ClockPort, work: (afterOthers: boolean) => Promise<void>): Promise<void> {
  const late = new AbortController();
  const cancel = clock.after(lockWait, () => late.abort());
  const asked = clock.monotonic();
  let entered = false;
  const enter = (): Promise<void> => {
    entered = true;
    cancel();
    return work(clock.monotonic() - asked > atOnce);
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
 * Reads what the tab before may have written. Browsers bring a write to the other tabs on a way of its own, which can be slower
 * than the lock's: Chromium gives the lock first often enough for two refreshes.
 * @returns as soon as `isNew`, or what is there after half a second: the tab before has then written nothing
 */
export async function readAfterOthers<T>(clock: ClockPort, read: () => T, isNew: (value: T) => boolean): Promise<T> {
  for (let waited = 0; waited < settleWithin; waited += settleStep) {
    const value = read();
    if (isNew(value)) return value;
    await new Promise<void>((resolve) => clock.after(settleStep, resolve));
  }
  return read();
}
