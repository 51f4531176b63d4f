import type { ClockPort, LocksPort } from '../../kernel/ports.ts';

const lockWait = 5_000;

/**
 * Does the work alone among the tabs. Waits at most 5 s for others: a frozen tab may hold the lock for ever; going on without it is safe
 * because the server gives concurrent refreshes the same successor.
 */
export async function runAlone(locks: LocksPort, clock: Pick<ClockPort, 'after'>, work: () => Promise<void>): Promise<void> {
  const late = new AbortController();
  const cancel = clock.after(lockWait, () => late.abort());
  let entered = false;
  const enter = (): Promise<void> => {
    entered = true;
    cancel();
    return work();
  };
  try {
    await locks.run('session-refresh', late.signal, enter);
  } catch (error) {
    if (entered) throw error;
    await work();
  } finally {
    cancel();
  }
}
