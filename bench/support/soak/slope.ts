/** A value at a time. */
export interface Sample {
  /** Since the beginning. */
  readonly minutes: number;
  readonly value: number;
}

interface Slope {
  /** By how much the value rises in an hour. */
  readonly perHour: number;
  /** By how much `perHour` may be wrong, at about 95 %. */
  readonly uncertainty: number;
}

const windows = 12;
/** Student's t at 95 % for a line through twelve points. */
const t = 2.23;

/**
 * Fits a straight line by least squares through the lowest value of each twelfth of the time. Garbage that waits to be collected, and cameras
 * and clips that come and go, only add to the lowest value; a leak raises it. Of too few samples nothing is certain.
 */
export function slopeOf(samples: readonly Sample[]): Slope {
  const points = lowestOfWindows(samples);
  if (points.length < windows) return { perHour: 0, uncertainty: Number.POSITIVE_INFINITY };
  const mean = (of: (point: Sample) => number): number => points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [time, value] = [mean((point) => point.minutes), mean((point) => point.value)];
  const spread = points.reduce((sum, point) => sum + (point.minutes - time) ** 2, 0);
  const perMinute = points.reduce((sum, point) => sum + (point.minutes - time) * (point.value - value), 0) / spread;
  const rest = points.reduce((sum, point) => sum + (point.value - value - perMinute * (point.minutes - time)) ** 2, 0);
  return { perHour: perMinute * 60, uncertainty: t * Math.sqrt(rest / (windows - 2) / spread) * 60 };
}

/** Leaves out the beginning, while caches fill and code is compiled. @param share of the whole time, 0–1 */
export function afterWarmUp(samples: readonly Sample[], share: number): Sample[] {
  const end = samples.at(-1)?.minutes ?? 0;
  return samples.filter(({ minutes }) => minutes >= end * share);
}

function lowestOfWindows(samples: readonly Sample[]): Sample[] {
  const from = samples[0]?.minutes ?? 0;
  const length = ((samples.at(-1)?.minutes ?? 0) - from) / windows;
  const parts = Map.groupBy(samples, ({ minutes }) => Math.min(windows - 1, Math.floor((minutes - from) / length)));
  return [...parts.values()].flatMap((part) => part.toSorted((one, other) => one.value - other.value).slice(0, 1));
}
