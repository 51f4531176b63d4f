/** Every platform has these; the contract is compiled without the types of any. */
declare const performance: { now(): number };
declare function setTimeout(callback: () => void, delayMs: number): unknown;
declare function clearTimeout(timer: unknown): void;

/** Time and timers, injected everywhere, so that tests of hours run in microseconds. */
export interface Clock {
  /** Wall clock, Unix milliseconds. It may jump. */
  now(): number;
  /** Milliseconds from any origin; never goes backwards and never jumps. */
  monotonic(): number;
  /** Calls back once after `delayMs` milliseconds; the returned function cancels. */
  after(delayMs: number, callback: () => void): () => void;
}

/** The clock of the platform. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/**
 * Calls back every `intervalMs` milliseconds, without drift; calls that a sleeping machine missed are skipped.
 * @returns a function that cancels
 */
export function callEvery(clock: Clock, intervalMs: number, callback: () => void): () => void {
  let due = clock.monotonic();
  let cancel = (): void => undefined;
  const schedule = (): void => {
    const now = clock.monotonic();
    due = Math.max(due + intervalMs, now);
    cancel = clock.after(due - now, () => {
      schedule();
      callback();
    });
  };
  schedule();
  return () => cancel();
}

/** The part of an `AbortSignal` that {@link wait} needs. */
export interface WaitSignal {
  readonly aborted: boolean;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** Resolves after `delayMs` milliseconds, or immediately when the signal aborts. */
export function wait(clock: Pick<Clock, 'after'>, delayMs: number, signal: WaitSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const end = (): void => {
      cancel();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const cancel = clock.after(Math.max(0, delayMs), end);
    signal.addEventListener('abort', end);
  });
}
