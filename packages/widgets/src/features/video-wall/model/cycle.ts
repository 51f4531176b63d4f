/** Pages that follow each other by themselves. */
export interface Cycle {
  readonly page: number;
  /** Milliseconds on this page, without those in which somebody did something. */
  readonly shownFor: number;
  /** Until when it is held because somebody does something, milliseconds of the monotonic clock. */
  readonly heldUntil: number;
}

export interface CycleRules {
  readonly pages: number;
  /** 0: by hand only. */
  readonly cycleSeconds: number;
}

/** After the last movement of a hand the page stays so long, milliseconds. */
const holdFor = 10_000;
/** The next page is opened so long before it is shown, milliseconds: time for a stream that nobody watched. */
const preloadFor = 4_000;

export const firstCycle: Cycle = { page: 0, shownFor: 0, heldUntil: 0 };

/** Time passes: maybe the next page. */
export function passTime(cycle: Cycle, elapsed: number, now: number, { pages, cycleSeconds }: CycleRules): Cycle {
  const page = Math.min(cycle.page, Math.max(0, pages - 1));
  if (cycleSeconds === 0 || pages < 2) return page === cycle.page && cycle.shownFor === 0 ? cycle : { ...cycle, page, shownFor: 0 };
  if (now < cycle.heldUntil) return page === cycle.page ? cycle : { ...cycle, page };
  const shownFor = cycle.shownFor + elapsed;
  return shownFor >= cycleSeconds * 1000 ? { ...cycle, page: (page + 1) % pages, shownFor: 0 } : { ...cycle, page, shownFor };
}

/** Somebody went to a page. */
export function turnTo(page: number, pages: number, now: number): Cycle {
  return { page: ((page % pages) + pages) % pages, shownFor: 0, heldUntil: now + holdFor };
}

/** Somebody did something: nothing moves under a hand. */
export function hold(cycle: Cycle, now: number): Cycle {
  return { ...cycle, heldUntil: now + holdFor };
}

/** The page to open beforehand; null while it is not yet time. */
export function pageAhead(cycle: Cycle, { pages, cycleSeconds }: CycleRules): number | null {
  if (cycleSeconds === 0 || pages < 2) return null;
  return cycleSeconds * 1000 - cycle.shownFor <= preloadFor ? (cycle.page + 1) % pages : null;
}
