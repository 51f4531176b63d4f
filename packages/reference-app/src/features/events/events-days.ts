import type { CameraEvent } from '@watchpost/sdk-core';
import { dayKey } from '../../shared/time/time-texts.ts';

export interface EventDay {
  /** `2026-11-21` in the camera's zone. */
  readonly key: string;
  /** An instant of that day, Unix milliseconds. */
  readonly at: number;
  /** The time zone of the first event's camera. */
  readonly zone: string;
  readonly events: readonly CameraEvent[];
}

/**
 * Groups events by the calendar day at their camera, in the given order.
 * @param zoneOf returns the time zone of an event's camera
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

const chunkDurationMs = 15 * 60_000;

/** Splits a day's events into quarters of an hour, so that new and older events leave the other parts unchanged. */
export function chunksOf(events: readonly CameraEvent[]): { readonly key: number; readonly events: readonly CameraEvent[] }[] {
  const chunks = new Map<number, CameraEvent[]>();
  for (const event of events) {
    const key = Math.floor(event.startAt / chunkDurationMs);
    chunks.set(key, [...(chunks.get(key) ?? []), event]);
  }
  return [...chunks].map(([key, own]) => ({ key, events: own }));
}
