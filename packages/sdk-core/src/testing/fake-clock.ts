import type { ClockPort } from '../kernel/ports.ts';

export interface FakeClock extends ClockPort {
  /** Lets time pass: timers run in their order, and the promises between them settle. */
  advance(milliseconds: number): Promise<void>;
  /** Sets the wall clock without time passing, like a person or NTP does. */
  setWall(now: number): void;
  /** Lets promises settle without time passing. */
  settle(): Promise<void>;
  readonly timers: number;
}

/** @param start Unix milliseconds */
export function createFakeClock(start: number = Date.UTC(2026, 0, 1)): FakeClock {
  let monotonic = 0;
  let wallOffset = start;
  const timers = new Set<{ readonly due: number; readonly callback: () => void }>();

  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  };
  return {
    now: () => wallOffset + monotonic,
    monotonic: () => monotonic,
    after(delay, callback) {
      const timer = { due: monotonic + Math.max(0, delay), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(milliseconds) {
      const until = monotonic + milliseconds;
      await settle();
      for (;;) {
        const next = [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];
        if (!next) break;
        timers.delete(next);
        monotonic = next.due;
        next.callback();
        await settle();
      }
      monotonic = until;
      await settle();
    },
    setWall(now) {
      wallOffset = now - monotonic;
    },
    settle,
    get timers() {
      return timers.size;
    },
  };
}
