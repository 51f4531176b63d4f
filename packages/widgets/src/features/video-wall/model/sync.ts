/** One time for several recordings: a line that starts at a moment and goes on at a speed. */
export interface MasterClock {
  /** Unix milliseconds that it shows at `since`. */
  readonly moment: number;
  /** Milliseconds of the monotonic clock. */
  readonly since: number;
  /** 0: stands still. */
  readonly speed: number;
}

export function timeOf({ moment, since, speed }: MasterClock, now: number): number {
  return moment + (now - since) * speed;
}

/** The same time, from now on at another speed. */
export function atSpeed(master: MasterClock, speed: number, now: number): MasterClock {
  return { moment: timeOf(master, now), since: now, speed };
}

/** What a recording has to do to be where the master is. */
export type Correction = { readonly kind: 'rate'; readonly rate: number } | { readonly kind: 'jump'; readonly to: number };

/** Farther off than this (ms of footage at normal speed) it would take too long to be nudged. */
const jumpBeyond = 1_000;
/** Nearer than this nobody can tell: less than half a frame at 25 a second. */
const closeEnough = 8;
/** Farther off than this they are seen apart, ms of footage at normal speed. */
const seenApart = 80;
/** A recording that runs is nudged by at most 5 %: neither eye nor ear notices. */
const gentle = 0.05;
/** Right after a seek, while pictures come one by one, and after a hole or a hitch, by half. */
const firm = 0.5;
/** The error is to be gone in so many milliseconds. */
const settleIn = 1_200;

/**
 * Compares where a recording is with where it should be.
 * @param error milliseconds of footage that it is ahead (positive) or behind
 * @param isGathering whether the pictures come together after a seek
 */
export function correct(error: number, master: { readonly target: number; readonly speed: number }, isGathering: boolean): Correction {
  const { target, speed } = master;
  if (Math.abs(error) > jumpBeyond * Math.max(1, speed)) return { kind: 'jump', to: target };
  if (Math.abs(error) <= closeEnough * Math.max(1, speed)) return { kind: 'rate', rate: speed };
  const isFirm = isGathering || Math.abs(error) > seenApart * Math.max(1, speed);
  const limit = isFirm ? firm : gentle;
  const nudge = Math.max(-limit, Math.min(limit, error / speed / (isFirm ? settleIn / 3 : settleIn)));
  return { kind: 'rate', rate: speed * (1 - nudge) };
}

/** Where the master begins when pictures have come: at the one that is farthest behind, so that the others wait rather than leave something out. */
export function gatherAt(positions: readonly number[]): number | null {
  return positions.length === 0 ? null : Math.min(...positions);
}

/** How far apart the recordings are, milliseconds. */
export function spread(positions: readonly number[]): number {
  return positions.length < 2 ? 0 : Math.max(...positions) - Math.min(...positions);
}
