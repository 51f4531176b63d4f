/** A common time for several recordings: it starts at a moment and advances at a speed. */
export interface MasterClock {
  /** The time at `since`, Unix milliseconds. */
  readonly moment: number;
  /** Milliseconds of the monotonic clock. */
  readonly since: number;
  /** 0: paused. */
  readonly speed: number;
}

export function timeOf({ moment, since, speed }: MasterClock, now: number): number {
  return moment + (now - since) * speed;
}

/** The same time, continuing at another speed. */
export function atSpeed(master: MasterClock, speed: number, now: number): MasterClock {
  return { moment: timeOf(master, now), since: now, speed };
}

/** The correction that brings a recording to the common time. */
export type Correction = { readonly kind: 'rate'; readonly rate: number } | { readonly kind: 'jump'; readonly to: number };

/** A larger error (ms of footage at normal speed) would take too long to correct by speed. */
const maxErrorMs = 1_000;
/** A smaller error is not noticeable: less than half a frame at 25 fps. */
const negligibleErrorMs = 8;
/** A larger error is visible, ms of footage at normal speed. */
const visibleErrorMs = 80;
/** A playing recording is corrected by at most 5 %: neither seen nor heard. */
const gentle = 0.05;
/** Right after a seek, while pictures arrive one by one, and after a gap or a stall, by up to half. */
const firm = 0.5;
/** The error should be gone after this many milliseconds. */
const settleMs = 1_200;

/**
 * Compares a recording's position with the common time.
 * @param error milliseconds of footage, positive if ahead
 * @param isGathering whether pictures are still gathering after a seek
 */
export function correct(error: number, master: { readonly target: number; readonly speed: number }, isGathering: boolean): Correction {
  const { target, speed } = master;
  if (Math.abs(error) > maxErrorMs * Math.max(1, speed)) return { kind: 'jump', to: target };
  if (Math.abs(error) <= negligibleErrorMs * Math.max(1, speed)) return { kind: 'rate', rate: speed };
  const isFirm = isGathering || Math.abs(error) > visibleErrorMs * Math.max(1, speed);
  const limit = isFirm ? firm : gentle;
  const nudge = Math.max(-limit, Math.min(limit, error / speed / (isFirm ? settleMs / 3 : settleMs)));
  return { kind: 'rate', rate: speed * (1 - nudge) };
}

/** The common time once pictures have arrived: that of the last recording, so that the others wait instead of skipping. */
export function gatherAt(positions: readonly number[]): number | null {
  return positions.length === 0 ? null : Math.min(...positions);
}

/** The largest distance between two recordings, milliseconds. */
export function spread(positions: readonly number[]): number {
  return positions.length < 2 ? 0 : Math.max(...positions) - Math.min(...positions);
}
