/** Automatic page changes. */
export interface Cycle {
  readonly page: number;
  /** Time spent on this page, milliseconds, without pauses for user activity. */
  readonly shownFor: number;
  /** Paused for user activity until then, milliseconds of the monotonic clock. */
  readonly heldUntil: number;
}

export interface CycleRules {
  readonly pages: number;
  /** 0: no automatic changes. */
  readonly cycleSeconds: number;
}

/** How long the page stays after the last user activity, milliseconds. */
const holdMs = 10_000;
/** The next page is opened this long before it is shown, milliseconds: a stream without viewers needs time to start. */
const preloadMs = 4_000;

export const firstCycle: Cycle = { page: 0, shownFor: 0, heldUntil: 0 };

/** Advances the time, and the page when it is due. */
export function passTime(cycle: Cycle, elapsed: number, now: number, { pages, cycleSeconds }: CycleRules): Cycle {
  const page = Math.min(cycle.page, Math.max(0, pages - 1));
  if (cycleSeconds === 0 || pages < 2) return page === cycle.page && cycle.shownFor === 0 ? cycle : { ...cycle, page, shownFor: 0 };
  if (now < cycle.heldUntil) return page === cycle.page ? cycle : { ...cycle, page };
  const shownFor = cycle.shownFor + elapsed;
  return shownFor >= cycleSeconds * 1000 ? { ...cycle, page: (page + 1) % pages, shownFor: 0 } : { ...cycle, page, shownFor };
}

/** The user went to a page. */
export function turnTo(page: number, pages: number, now: number): Cycle {
  return { page: ((page % pages) + pages) % pages, shownFor: 0, heldUntil: now + holdMs };
}

/** The user is active: nothing may move under the pointer. */
export function hold(cycle: Cycle, now: number): Cycle {
  return { ...cycle, heldUntil: now + holdMs };
}

/** The page to open in advance; null while it is too early. */
export function pageAhead(cycle: Cycle, { pages, cycleSeconds }: CycleRules): number | null {
  if (cycleSeconds === 0 || pages < 2) return null;
  return cycleSeconds * 1000 - cycle.shownFor <= preloadMs ? (cycle.page + 1) % pages : null;
}
