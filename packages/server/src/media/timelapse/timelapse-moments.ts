import type { Span } from '../recording/spans.ts';

/** Most pictures a second of a film. */
export const maxFilmRate = 25;
/** Fewer look like a slide show: a film of few pictures is shorter instead. */
const minFilmRate = 10;

/** Spreads moments evenly over what was recorded, without its gaps; in order. @param spans in order, Unix ms */
export function momentsOf(spans: readonly Span[], count: number): number[] {
  const total = spans.reduce((sum, { from, to }) => sum + (to - from), 0);
  const moments: number[] = [];
  let passed = 0;
  for (const { from, to } of spans) {
    const end = passed + (to - from);
    for (;;) {
      const next = ((moments.length + 0.5) * total) / count;
      if (moments.length >= count || next >= end) break;
      moments.push(Math.floor(from + next - passed));
    }
    passed = end;
  }
  return moments;
}

/** Returns the pictures a second with which a film of so many pictures gets its length, as far as possible. */
export function filmRateOf(pictures: number, lengthSeconds: number): number {
  return Math.min(maxFilmRate, Math.max(minFilmRate, pictures / lengthSeconds));
}
