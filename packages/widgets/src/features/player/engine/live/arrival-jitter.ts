export interface ArrivalJitter {
  /** A fragment came. @param time of its picture, Unix ms @param now milliseconds, monotonic */
  arrived(time: number, now: number): void;
  /** Seconds that the latest fragment of the last `hold` ms came later than the quickest ones. */
  peak(now: number, hold: number): number;
  /** Milliseconds since the newest fragment came. */
  silence(now: number): number;
}

/** Milliseconds of a slot, and how many are remembered: a minute. */
const slot = 500;
const remembered = 120;
/** What the quickest way is, is read from so many slots: clocks that drift apart don't matter in ten seconds. */
const quickestOf = 20;
/** At the beginning the running group of pictures comes at once, all of it late. */
const settleFor = 500;
/** So long a silence (ms) no room would bridge: what comes after it begins anew, and is late as at the beginning. */
const beginsAnewAfter = 2_000;

/** How unevenly live fragments arrive: the room that playback needs behind them. */
export function createArrivalJitter(): ArrivalJitter {
  let slots: { readonly at: number; quickest: number; latest: number }[] = [];
  let newest = Number.NEGATIVE_INFINITY;
  let arrivedAt: number | null = null;
  let begunAt: number | null = null;
  return {
    arrived(time, now) {
      if (begunAt === null || now - (arrivedAt ?? now) > beginsAnewAfter) begunAt = now;
      arrivedAt = now;
      // What comes again (another quality, a group of pictures asked for anew) says nothing about the way here.
      if (time <= newest || now - begunAt < settleFor) {
        newest = Math.max(newest, time);
        return;
      }
      newest = time;
      const way = now - time;
      const last = slots.at(-1);
      if (last && now - last.at < slot) {
        last.quickest = Math.min(last.quickest, way);
        last.latest = Math.max(last.latest, way);
      } else slots = [...slots.slice(1 - remembered), { at: now, quickest: way, latest: way }];
    },
    peak(now, hold) {
      // Ten times a second for each player of a wall: nothing is made that must be thrown away again.
      let quickest = Number.POSITIVE_INFINITY;
      let latest = Number.NEGATIVE_INFINITY;
      for (let index = slots.length - 1; index >= 0; index -= 1) {
        const each = slots[index];
        if (!each) break;
        if (index >= slots.length - quickestOf) quickest = Math.min(quickest, each.quickest);
        if (now - each.at <= hold) latest = Math.max(latest, each.latest);
      }
      return Number.isFinite(latest) ? Math.max(0, latest - quickest) / 1000 : 0;
    },
    silence: (now) => now - (arrivedAt ?? now),
  };
}
