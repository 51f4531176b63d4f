import { formatTime, momentAt, momentsAt, zoneOffset } from '@watchpost/sdk-core';
import { maxClipMs, minClipMs } from '@watchpost/widgets/react';
import type { TimeWindow } from '@watchpost/widgets/react';
import { parseClock } from './archive-download-model.ts';

const dayMs = 86_400_000;

export interface TypedTimes {
  readonly from: string;
  readonly to: string;
}

/** How a field shows a moment; a pattern to compare with, too. */
export function fieldTime(time: number, timeZone: string): string {
  return formatTime(time, { locale: 'en', timeZone });
}

/**
 * Returns the typed range near the marked one, or the key of the error. In an hour that is repeated, the marked moment decides which is meant.
 * @param clip the marked range
 * @param now the server's time, Unix milliseconds
 */
export function chosenRange(
  { from, to }: TypedTimes,
  clip: TimeWindow,
  timeZone: string,
  now: number,
): TimeWindow | 'clipNoTime' | 'clipTooShort' | 'clipTooLong' {
  const [start, end] = [momentsNear(clip.from, from, timeZone), momentsNear(clip.to, to, timeZone)];
  if (!start || !end) return 'clipNoTime';
  // Between 02:50 and 02:10, clocks were set back.
  const range = { from: start[0], to: end.find((time) => time > start[0]) ?? end[0] };
  if (range.to - range.from < minClipMs) return 'clipTooShort';
  return range.to - range.from > maxClipMs ? 'clipTooLong' : { from: range.from, to: Math.min(range.to, now) };
}

/** Returns the moments that a typed time can mean, the one meant first; null for anything but a time. */
function momentsNear(near: number, written: string, timeZone: string): readonly [number, ...number[]] | null {
  const sinceMidnight = parseClock(written);
  if (sinceMidnight === null) return null;
  // An unchanged field keeps its milliseconds.
  if (fieldTime(near, timeZone) === written.trim()) return [near];
  const midnight = Math.floor((near + zoneOffset(near, timeZone)) / dayMs) * dayMs;
  const local = midnight + sinceMidnight;
  return [momentAt(local, timeZone, near), ...momentsAt(local, timeZone)];
}

/** Returns the other moment that clocks show like this one; null unless they show it twice. */
export function otherMoment(time: number, timeZone: string): number | null {
  return momentsAt(time + zoneOffset(time, timeZone), timeZone).find((other) => other !== time) ?? null;
}

/** Moves one end to another moment; the other end moves along if the range would be none. */
export function withEnd(clip: TimeWindow, end: 'from' | 'to', time: number): TimeWindow {
  const moved = { ...clip, [end]: time };
  if (moved.to - moved.from >= minClipMs) return moved;
  const by = time - clip[end];
  return { from: clip.from + by, to: clip.to + by };
}
