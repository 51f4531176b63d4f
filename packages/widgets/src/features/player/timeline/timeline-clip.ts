import type { TimeWindow } from './timeline-scale.ts';

/** Limits of a clip, milliseconds; the server sets the maximum. */
export const minClipMs = 1000;
/** The longest clip that can be marked, milliseconds. */
export const maxClipMs: number = 3 * 60 * 60 * 1000;
/** Initial length of a clip. */
const defaultClipMs = 60_000;

export type ClipEdge = 'from' | 'to';

const between = (low: number, value: number, high: number): number => Math.max(low, Math.min(high, value));

/**
 * Moves one edge of a clip, keeping it 1 s to 3 h long and inside the bounds.
 * @param bounds first and last moment that can have footage
 */
export function moveClipEdge(clip: TimeWindow, edge: ClipEdge, time: number, bounds: TimeWindow): TimeWindow {
  if (edge === 'from') return { from: between(Math.max(bounds.from, clip.to - maxClipMs), time, clip.to - minClipMs), to: clip.to };
  return { from: clip.from, to: between(clip.from + minClipMs, time, Math.min(bounds.to, clip.from + maxClipMs)) };
}

/** Moves a clip without changing its length, inside the bounds. */
export function moveClip({ from, to }: TimeWindow, by: number, bounds: TimeWindow): TimeWindow {
  const length = to - from;
  const start = between(Math.min(bounds.from, bounds.to - length), from + by, bounds.to - length);
  return { from: start, to: start + length };
}

/** The initial clip: one minute from the playhead, or the last minute if that is not over yet. */
export function firstClip(at: number, bounds: TimeWindow): TimeWindow {
  const from = Math.max(bounds.from, Math.min(at, bounds.to - defaultClipMs));
  return { from, to: Math.max(from + minClipMs, Math.min(bounds.to, from + defaultClipMs)) };
}

/** How far a key moves an edge, milliseconds; null if the handle does not use the key. */
export function clipKey(key: string, shift: boolean): number | null {
  const second = shift ? 10_000 : 1000;
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return -second;
    case 'ArrowRight':
    case 'ArrowUp':
      return second;
    case 'PageDown':
      return -60_000;
    case 'PageUp':
      return 60_000;
    default:
      return null;
  }
}
