import { timeOf } from '../stretches/events-stretches.ts';
import type { EventStretch } from '../stretches/events-stretches.ts';

/** A time on the line. Unix ms. */
interface StripSpan {
  readonly from: number;
  readonly until: number;
}

/** A stretch on the line: its mark, its beginning and its length, as shares of the line. */
interface StripPart {
  readonly stretch: EventStretch;
  readonly at: number;
  readonly from: number;
  readonly width: number;
}

/** More marks would lie over each other on a phone. */
const maxParts = 24;
const hour = 3_600_000;
/** Distances between ticks, ms. */
const steps = [hour / 4, hour / 2, hour, 2 * hour, 3 * hour, 6 * hour, 12 * hour, 24 * hour];
const maxTicks = 5;

/** Returns the positions of stretches on the line, the newest first. */
export function stripOf(stretches: readonly EventStretch[], { from, until }: StripSpan): StripPart[] {
  const share = (at: number): number => Math.min(1, Math.max(0, (at - from) / Math.max(1, until - from)));
  return stretches.slice(0, maxParts).map((stretch) => {
    const time = timeOf(stretch);
    const [begin, end] = [share(time.from), share(time.until ?? until)];
    return { stretch, at: share(stretch.best.startAt), from: begin, width: end - begin };
  });
}

/** Returns round times on the line, away from its ends, which have their own labels. */
export function stripTicks({ from, until }: StripSpan): number[] {
  const length = until - from;
  const step = steps.find((one) => length / one <= maxTicks) ?? 24 * hour;
  const first = Math.ceil((from + length * 0.3) / step) * step;
  const last = until - length * 0.12;
  const ticks: number[] = [];
  for (let tick = first; tick <= last; tick += step) ticks.push(tick);
  return ticks.slice(0, maxTicks);
}
