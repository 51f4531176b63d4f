import type { Clock } from '../kernel/clock.ts';

/** A clock that goes on by what is waited for, and no further: the test says when. */
export interface SteppingClock {
  readonly clock: Clock;
  /** Ends the waits that are over within so many ms, in their order, each with what follows from it. */
  advance(milliseconds: number): Promise<void>;
}

interface Wait {
  readonly due: number;
  readonly resolve: () => void;
}

export function createSteppingClock(): SteppingClock {
  let now = 0;
  const waits = new Set<Wait>();
  const clock: Clock = {
    monotonic: () => now,
    wait: (delay, signal) =>
      new Promise((resolve) => {
        const end = (): void => {
          waits.delete(wait);
          resolve();
        };
        const wait: Wait = { due: now + delay, resolve: end };
        if (signal.aborted) return resolve();
        waits.add(wait);
        signal.addEventListener('abort', end, { once: true });
      }),
  };
  const advance = async (milliseconds: number): Promise<void> => {
    const until = now + milliseconds;
    for (;;) {
      const [next] = [...waits].filter(({ due }) => due <= until).toSorted((a, b) => a.due - b.due);
      if (!next) break;
      now = Math.max(now, next.due);
      next.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    }
    now = until;
  };
  return { clock, advance };
}
