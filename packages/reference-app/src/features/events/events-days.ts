import { dayKey } from '../../shared/time/time-texts.ts';
import { chunkDurationMs } from './stretches/events-stretches.ts';

/** An event, or several that happened together. */
interface Happening {
  readonly cameraId: string;
  /** Unix milliseconds. */
  readonly startAt: number;
}

export interface EventDay<T extends Happening> {
  /** `2026-11-21` in the camera's zone. */
  readonly key: string;
  /** An instant of that day, Unix milliseconds. */
  readonly at: number;
  /** The time zone of the first event's camera. */
  readonly zone: string;
  readonly events: readonly T[];
}

/**
 * Groups events by the calendar day at their camera, in the given order.
 * @param zoneOf returns the time zone of an event's camera
 */
export function byDay<T extends Happening>(events: readonly T[], zoneOf: (event: T) => string): EventDay<T>[] {
  const days = new Map<string, EventDay<T> & { readonly events: T[] }>();
  for (const event of events) {
    const zone = zoneOf(event);
    const key = dayKey(event.startAt, zone);
    const day = days.get(key) ?? { key, at: event.startAt, zone, events: [] };
    day.events.push(event);
    days.set(key, day);
  }
  return [...days.values()];
}

/** Splits a day's events into quarters of an hour, so that new and older events leave the other parts unchanged. */
export function chunksOf<T extends Happening>(events: readonly T[]): { readonly key: number; readonly events: readonly T[] }[] {
  const chunks = new Map<number, T[]>();
  for (const event of events) {
    const key = Math.floor(event.startAt / chunkDurationMs);
    chunks.set(key, [...(chunks.get(key) ?? []), event]);
  }
  return [...chunks].map(([key, own]) => ({ key, events: own }));
}
