import type { TimeWindow } from './timeline-scale.ts';

/** Of a clip in one file, milliseconds; the longest is the server's. */
export const shortestClip = 1000;
export const longestClip: number = 3 * 60 * 60 * 1000;
/** What is marked at first. */
const usualClip = 60_000;

export type ClipEdge = 'from' | 'to';

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value));

/**
 * A clip with one edge elsewhere: 1 s to 3 h long, inside of the bounds.
 * @param bounds first and last moment that there may be footage of
 */
export function moveClipEdge(clip: TimeWindow, edge: ClipEdge, time: number, bounds: TimeWindow): TimeWindow {
  if (edge === 'from') return { from: between(Math.max(bounds.from, clip.to - longestClip), time, clip.to - shortestClip), to: clip.to };
  return { from: clip.from, to: between(clip.from + shortestClip, time, Math.min(bounds.to, clip.from + longestClip)) };
}

/** The same length elsewhere, inside of the bounds. */
export function moveClip({ from, to }: TimeWindow, by: number, bounds: TimeWindow): TimeWindow {
  const length = to - from;
  const start = between(Math.min(bounds.from, bounds.to - length), from + by, bounds.to - length);
  return { from: start, to: start + length };
}

/** What is marked at first: the minute from the playhead on, or the last minute when that is not over yet. */
export function firstClip(at: number, bounds: TimeWindow): TimeWindow {
  const from = Math.max(bounds.from, Math.min(at, bounds.to - usualClip));
  return { from, to: Math.max(from + shortestClip, Math.min(bounds.to, from + usualClip)) };
}

/** How far a key moves an edge, milliseconds; null: the key is not the handle's. */
export function clipKey(key: string, shift: boolean): number | null {
  const second = shift ? 10_000 : 1000;
  switch (key) {
    case 'ArrowLeft': case 'ArrowDown': return -second;
    case 'ArrowRight': case 'ArrowUp': return second;
    case 'PageDown': return -60_000;
    case 'PageUp': return 60_000;
    default: return null;
  }
}
