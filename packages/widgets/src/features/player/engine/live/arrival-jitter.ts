export interface ArrivalJitter {
  /** Reports a fragment. @param time of its picture, Unix ms @param now milliseconds, monotonic */
  arrived(time: number, now: number): void;
  /** How much later than the fastest fragments the latest of the last `hold` ms arrived, seconds. */
  peak(now: number, hold: number): number;
  /** Milliseconds since the newest fragment arrived. */
  sinceArrivalMs(now: number): number;
}

/** Length of a slot in milliseconds, and number of slots kept: one minute. */
const slotMs = 500;
const maxSlots = 120;
/** The fastest arrival is taken from this many slots: in ten seconds clock drift does not matter. */
const quickestSlots = 20;
/** At the start the current group of pictures arrives in a burst, all of it late. */
const settleMs = 500;
/** No buffer would bridge a pause this long (ms): what comes after it counts as a new start. */
const restartPauseMs = 2_000;

/** Measures how unevenly live fragments arrive: the buffer that playback needs. */
export function createArrivalJitter(): ArrivalJitter {
  let slots: { readonly at: number; quickest: number; latest: number }[] = [];
  let newest = Number.NEGATIVE_INFINITY;
  let arrivedAt: number | null = null;
  let begunAt: number | null = null;
  return {
    arrived(time, now) {
      if (begunAt === null || now - (arrivedAt ?? now) > restartPauseMs) begunAt = now;
      arrivedAt = now;
      // Repeated fragments (another quality, a group of pictures requested again) say nothing about the network.
      if (time <= newest || now - begunAt < settleMs) {
        newest = Math.max(newest, time);
        return;
      }
      newest = time;
      const delayMs = now - time;
      const last = slots.at(-1);
      if (last && now - last.at < slotMs) {
        last.quickest = Math.min(last.quickest, delayMs);
        last.latest = Math.max(last.latest, delayMs);
      } else slots = [...slots.slice(1 - maxSlots), { at: now, quickest: delayMs, latest: delayMs }];
    },
    peak(now, hold) {
      // Called ten times a second for each player of a wall: avoid allocations.
      let quickest = Number.POSITIVE_INFINITY;
      let latest = Number.NEGATIVE_INFINITY;
      for (let index = slots.length - 1; index >= 0; index -= 1) {
        const each = slots[index];
        if (!each) break;
        if (index >= slots.length - quickestSlots) quickest = Math.min(quickest, each.quickest);
        if (now - each.at <= hold) latest = Math.max(latest, each.latest);
      }
      return Number.isFinite(latest) ? Math.max(0, latest - quickest) / 1000 : 0;
    },
    sinceArrivalMs: (now) => now - (arrivedAt ?? now),
  };
}
