import type { Stretch } from './detection-replay.ts';

/** Pauses that are shorter belong to a stretch: someone who stands still for a moment is not gone. */
const maxPauseMs = 20_000;
/** Before motion, so that what the camera usually sees is known when it begins. */
const leadInMs = 3000;
/** What moves all day is looked at in parts, so that each of them is a step forward. */
const maxStretchMs = 60_000;

/**
 * Returns when something moved, in order.
 * @param levels amount of motion in each step of the range, 0 to 1
 */
export function stretchesOf(levels: readonly number[], { from, to }: Stretch, stepMs: number): Stretch[] {
  const stretches: Stretch[] = [];
  let open: { from: number; to: number } | null = null;
  const end = (): void => {
    for (let at = open?.from ?? 0; open && at < open.to; at += maxStretchMs)
      stretches.push({ from: at, to: Math.min(open.to, at + maxStretchMs) });
    open = null;
  };
  for (const [index, level] of levels.entries()) {
    if (level <= 0) continue;
    const start = from + index * stepMs;
    if (open && start - open.to > maxPauseMs) end();
    const begins: number = open?.from ?? Math.max(from, start - leadInMs, stretches.at(-1)?.to ?? from);
    open = { from: begins, to: Math.min(to, start + stepMs) };
  }
  end();
  return stretches;
}
