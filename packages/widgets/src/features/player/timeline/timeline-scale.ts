/** A time range, Unix milliseconds. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
export const minWindowMs: number = second;
export const maxWindowMs: number = 30 * day;
/** Share of the window that shows the future when the window is at now. */
const ahead = 0.055;

/**
 * The initial duration of the window: the first recordings of a new camera must be wide enough to see and hit.
 * @param oldest start of the camera's first recording, null without one
 */
export function firstDuration(oldest: number | null, now: number, narrow: boolean): number {
  const age = oldest === null ? 0 : now - oldest;
  if (age < 10 * minute) return 10 * minute;
  if (age < hour) return hour;
  return narrow ? 2 * hour : 3 * hour;
}

const rulers: readonly (readonly [number, number])[] = [
  [20, 100],
  [100, 500],
  [200, second],
  [500, 2 * second],
  [second, 5 * second],
  [2 * second, 10 * second],
  [5 * second, 30 * second],
  [10 * second, minute],
  [30 * second, 2 * minute],
  [minute, 5 * minute],
  [2 * minute, 10 * minute],
  [5 * minute, 30 * minute],
  [10 * minute, hour],
  [30 * minute, 2 * hour],
  [hour, 4 * hour],
  [2 * hour, 6 * hour],
  [4 * hour, 12 * hour],
  [6 * hour, day],
  [12 * hour, 2 * day],
  [day, 3 * day],
];

/** Minor and labelled steps of the ruler for a width: labels at least 72 px apart. */
export function rulerSteps(duration: number, width: number): { readonly minor: number; readonly major: number } {
  const room = (72 / Math.max(1, width)) * duration;
  const [minor, major] = rulers.find(([, step]) => step >= room) ?? [day, 7 * day];
  return { minor, major };
}

/** A moment that is round in local time. */
export interface Mark {
  /** Unix milliseconds. */
  readonly time: number;
  /** The local time that it stands for, written as if it were UTC; a skipped one (midnight in Beirut, in March) has its mark where clocks go on. */
  readonly local: number;
  /** Clocks show this local time twice. */
  readonly isRepeated: boolean;
}

/**
 * Moments in the window that are round in local time, across daylight-saving changes: twice in an hour that is repeated.
 * @param offsetAt the time zone's UTC offset at a moment, milliseconds
 */
export function marks(window: TimeWindow, step: number, offsetAt: (time: number) => number): Mark[] {
  const spans = offsetSpans({ from: window.from - maxRepeatedMs, to: window.to + maxRepeatedMs }, offsetAt);
  const found: Mark[] = [];
  for (const [index, { from, to, offset }] of spans.entries()) {
    // What clocks skip just before this span begins there.
    const skippedFrom = from + Math.min(offset, spans[index - 1]?.offset ?? offset);
    const end = Math.min(to - 1, window.to) + offset;
    for (let local = Math.ceil(Math.max(skippedFrom, window.from + offset - maxRepeatedMs) / step) * step; local <= end; local += step) {
      const time = Math.max(from, local - offset);
      if (time < window.from || time === found.at(-1)?.time) continue;
      const isRepeated = spans.some(
        (other) => other !== spans[index] && local - other.offset >= other.from && local - other.offset < other.to,
      );
      found.push({ time, local, isRepeated });
    }
  }
  return found;
}

/** Every fourth hour of a day, and its end: a day on which clocks change has 23 or 25. */
export function dayHours(day: TimeWindow, offsetAt: (time: number) => number): number[] {
  const seen = new Map(marks({ from: day.from, to: day.to - 1 }, 4 * hour, offsetAt).map(({ local, time }) => [local, time]));
  return [...seen.values(), day.to];
}

/** No zone sets its clocks back by more. */
const maxRepeatedMs = 3 * hour;

interface OffsetSpan extends TimeWindow {
  readonly offset: number;
}

/** Splits a window where the offset changes; zones change it at most once within 24 hours. */
function offsetSpans({ from, to }: TimeWindow, offsetAt: (time: number) => number): OffsetSpan[] {
  const spans: OffsetSpan[] = [];
  let span = { from, offset: offsetAt(from) };
  for (let at = from; at < to; at += day) {
    const end = Math.min(at + day, to);
    const next = offsetAt(end);
    if (next === span.offset) continue;
    let [low, high] = [at, end];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (offsetAt(middle) === span.offset) low = middle;
      else high = middle;
    }
    // Changes are at whole seconds; the window is not.
    const change = Math.floor(high);
    spans.push({ ...span, to: change });
    span = { from: change, offset: next };
  }
  return [...spans, { ...span, to }];
}

/** Limits a freely chosen window: a little future on the right, and never past the first recording. */
export function clampWindow({ from, to }: TimeWindow, oldest: number | null, now: number): TimeWindow {
  const duration = to - from;
  const latest = now + duration * ahead;
  const earliest = Math.min(oldest ?? now, now) + duration * 0.1;
  const end = Math.min(latest, Math.max(Math.min(earliest, latest), to));
  return { from: end - duration, to: end };
}

/** Zooms about a moment, which keeps its place; 1 second to 30 days. */
export function zoom(window: TimeWindow, factor: number, about: number): TimeWindow {
  const duration = window.to - window.from;
  const next = Math.min(maxWindowMs, Math.max(minWindowMs, duration * factor));
  const from = about - ((about - window.from) / duration) * next;
  return { from, to: from + next };
}

/** Moves a window to include `time`, with a little future on the right. */
export function follow(window: TimeWindow, time: number, now: number): TimeWindow {
  const duration = window.to - window.from;
  const latest = now + duration * ahead;
  const to =
    time > window.to - duration * 0.05 ? Math.min(latest, time + duration * ahead) : time < window.from ? time + duration * 0.8 : window.to;
  return { from: to - duration, to };
}

const rangeSteps: readonly number[] = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 43_200].map(
  (seconds) => seconds * second,
);

/** A grid-aligned range that covers the window and half of one more, so that small moves need no request. */
export function coveringRange(window: TimeWindow): TimeWindow {
  // A power of two: wheel and pinch change the duration slightly all the time.
  const grid = 2 ** Math.floor(Math.log2(window.to - window.from)) / 2;
  return { from: Math.floor(window.from / grid) * grid, to: Math.ceil(window.to / grid) * grid };
}

/** Step of activity: a bar of about 5 px. @param width pixels of the whole window */
export function activityStep(window: TimeWindow, width: number): number {
  const wanted = ((window.to - window.from) / Math.max(200, width)) * 5;
  return rangeSteps.find((step) => step >= wanted) ?? 43_200 * second;
}

/** Step of the preview grid: about 10 px, at least a second. @param perPixel milliseconds per pixel */
export function previewStep(perPixel: number): number {
  return rangeSteps.find((step) => step >= perPixel * 6) ?? 43_200 * second;
}

/**
 * The moment whose preview represents `at`: on the grid, inside the recording; null in a gap.
 * @param step of the grid, milliseconds
 */
export function pictureMoment(recordings: readonly TimeWindow[], at: number, step: number): number | null {
  const part = recordings.find(({ from, to }) => at >= from && at < to);
  return part ? Math.max(Math.ceil(part.from), Math.floor(at / step) * step) : null;
}
