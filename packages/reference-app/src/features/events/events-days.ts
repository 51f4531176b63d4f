import type { CameraEvent } from '@watchpost/sdk-core';
import { dayKey } from '../../shared/time/time-texts.ts';

export interface EventDay {
  /** `2026-11-21` in the camera's zone. */
  readonly key: string;
  /** Some instant of that day, Unix milliseconds. */
  readonly at: number;
  /** Of the camera of its first event. */
  readonly zone: string;
  readonly events: readonly CameraEvent[];
}

/**
 * Events by the calendar day of their camera, in the order given.
 * @param zoneOf the time zone of an event's camera
 */
export function byDay(events: readonly CameraEvent[], zoneOf: (event: CameraEvent) => string): EventDay[] {
  const days = new Map<string, EventDay & { readonly events: CameraEvent[] }>();
  for (const event of events) {
    const zone = zoneOf(event);
    const key = dayKey(event.startAt, zone);
    const day = days.get(key) ?? { key, at: event.startAt, zone, events: [] };
    day.events.push(event);
    days.set(key, day);
  }
  return [...days.values()];
}

const chunkTime = 15 * 60_000;

/** A day's events in parts of a quarter of an hour: what happens now, and older ones that are loaded, leave the other parts as they are. */
export function chunksOf(events: readonly CameraEvent[]): { readonly key: number; readonly events: readonly CameraEvent[] }[] {
  const chunks = new Map<number, CameraEvent[]>();
  for (const event of events) {
    const key = Math.floor(event.startAt / chunkTime);
    chunks.set(key, [...(chunks.get(key) ?? []), event]);
  }
  return [...chunks].map(([key, own]) => ({ key, events: own }));
}
