import type { EventType } from '../features/events/events-schemas.ts';

/** Events at one place, each within this time of the one before, are one stretch: one message, which is updated. */
export const stretchGapMs = 2 * 60_000;
/** A stretch ends after this time even while things go on happening, so that a user who looks away is reminded. */
export const maxStretchMs = 15 * 60_000;

/** The end of a pause that lasts until the user ends it: the last moment that a date can be, Unix ms. */
export const endlessSnooze = 8.64e15;

/** How much a type matters: a message shows the event that matters most, and motion never hides a person. Others matter least. */
const ranks: Readonly<Record<string, number>> = {
  motion: 1,
  loudNoise: 2,
  vehicle: 2,
  human: 3,
  face: 3,
  lineCrossing: 4,
  intrusion: 5,
  smokeAlarm: 6,
  coAlarm: 6,
  glassBreak: 5,
  babyCry: 3,
  fire: 7,
  smoke: 7,
};

export function alertRank(type: EventType): number {
  return ranks[type] ?? 0;
}

/** Whether an event at a time belongs to a stretch. All times are Unix ms, or of one clock. */
export function isOfStretch({ startedAt, lastAt }: { readonly startedAt: number; readonly lastAt: number }, at: number): boolean {
  return at - lastAt <= stretchGapMs && at - startedAt < maxStretchMs;
}
