import { backOffDelay, systemClock } from '@watchpost/sdk-core';
import type { ClockPort } from '@watchpost/sdk-core';
import { inTurn } from './snapshot-queue.ts';

export interface Refresh {
  /** The element's place on the screen. */
  setVisible(visible: boolean): void;
  /** 0 loads once. */
  setInterval(seconds: number): void;
  /** Loads now, if it is visible. */
  again(): void;
  dispose(): void;
}

export interface RefreshOptions {
  readonly load: (signal: AbortSignal) => Promise<void>;
  readonly page?: Pick<Document, 'hidden' | 'addEventListener' | 'removeEventListener'>;
  readonly clock?: Pick<ClockPort, 'after' | 'monotonic'>;
  readonly random?: () => number;
}

const retryLimits = { minMs: 2_000, maxMs: 60_000, floorMs: 1_000 };

/** Loads again and again, but only while somewhere on the screen of a visible page, and in turn with all others. */
export function createRefresh({ load, page = document, clock = systemClock, random = Math.random }: RefreshOptions): Refresh {
  let isVisible = false;
  let intervalMs = 0;
  /** When the next load is due; Infinity for never. */
  let dueAt = 0;
  let failures = 0;
  let stopTimer = (): void => {};
  let life: AbortController | null = null;

  function plan(): void {
    stopTimer();
    if (life || !isVisible || page.hidden || dueAt === Number.POSITIVE_INFINITY) return;
    stopTimer = clock.after(Math.max(0, dueAt - clock.monotonic()), () => void run());
  }
  async function run(): Promise<void> {
    const mine = new AbortController();
    life = mine;
    try {
      await inTurn(() => load(mine.signal), mine.signal);
      failures = 0;
      dueAt = intervalMs > 0 ? clock.monotonic() + intervalMs : Number.POSITIVE_INFINITY;
    } catch {
      // Whatever gave it up has set the next time.
      if (mine.signal.aborted) return;
      dueAt = clock.monotonic() + Math.max(intervalMs, backOffDelay(failures, random(), retryLimits));
      failures += 1;
    }
    life = null;
    plan();
  }
  function giveUp(): void {
    life?.abort();
    life = null;
  }
  function look(): void {
    // A list that is scrolled past does not hold up the pictures that are seen.
    if (!isVisible || page.hidden) giveUp();
    plan();
  }
  page.addEventListener('visibilitychange', look);
  return {
    setVisible(visible) {
      isVisible = visible;
      look();
    },
    setInterval(seconds) {
      const next = seconds > 0 ? Math.max(1, seconds) * 1_000 : 0;
      if (next === intervalMs) return;
      if (dueAt === Number.POSITIVE_INFINITY) dueAt = clock.monotonic() + next;
      else if (dueAt > 0) dueAt += next - intervalMs;
      if (next === 0 && dueAt > 0) dueAt = Number.POSITIVE_INFINITY;
      intervalMs = next;
      plan();
    },
    again() {
      giveUp();
      dueAt = 0;
      failures = 0;
      plan();
    },
    dispose() {
      page.removeEventListener('visibilitychange', look);
      stopTimer();
      giveUp();
    },
  };
}
