import type { CameraEvent, EventType } from '@watchpost/sdk-core';

/** What happened in one place at one time: events of its cameras with short pauses between them. */
export interface EventStretch {
  /** Stays the same while the stretch grows at its newest end. */
  readonly key: string;
  /** Start of the newest event, by which stretches are sorted, Unix ms. */
  readonly startAt: number;
  /** The camera of `best`. */
  readonly cameraId: string;
  /** The event that says most about the stretch. */
  readonly best: CameraEvent;
  /** Newest first, at least one. */
  readonly events: readonly [CameraEvent, ...CameraEvent[]];
}

/** Lists are drawn in parts of this length, and a stretch ends with its part. */
export const chunkDurationMs = 15 * 60_000;

/** A longer pause begins another stretch. */
const maxPauseMs = 60_000;
/** A longer pause separates cameras that only share a location: someone who walks from one to the next is seen within seconds, ms. */
const maxWalkMs = 10_000;

/** Someone who crosses a line matters more than someone; anything matters more than mere motion. */
const weights: Readonly<Record<EventType, number>> = {
  fire: 9,
  smoke: 9,
  smokeAlarm: 8,
  coAlarm: 8,
  glassBreak: 6,
  intrusion: 5,
  lineCrossing: 4,
  human: 3,
  face: 3,
  babyCry: 3,
  vehicle: 2,
  loudNoise: 2,
  motion: 1,
  video: 0,
  timelapse: 0,
};

/**
 * Groups events into stretches, in the order of their newest events.
 * A stretch ends with its quarter of an hour, so that neither newer nor older events change how the others are grouped.
 * @param events newest first
 * @param placeOf returns what near cameras have in common; a camera alone is its own place
 * @param areaOf returns the location of a camera; null for none
 */
export function stretchesOf(
  events: readonly CameraEvent[],
  placeOf: (cameraId: string) => string,
  areaOf: (cameraId: string) => string | null = () => null,
): EventStretch[] {
  const all: [CameraEvent, ...CameraEvent[]][] = [];
  const latest = new Map<string, [CameraEvent, ...CameraEvent[]]>();
  const latestInArea = new Map<string, [CameraEvent, ...CameraEvent[]]>();
  for (const event of events) {
    const [place, area] = [placeOf(event.cameraId), areaOf(event.cameraId)];
    const [here, near] = [latest.get(place), area === null ? undefined : latestInArea.get(area)];
    const isHere = here !== undefined && isNext(here, event, maxPauseMs);
    // Motion of a tree beside a street is nobody who walked there, and does not part anyone from those who did.
    const isNear = near !== undefined && event.type !== 'motion' && isNext(near, event, maxWalkMs);
    const isOnlyMotion = isHere && isNear && here.every(({ type }) => type === 'motion');
    const stretch = isHere && !isOnlyMotion ? here : isNear ? near : null;
    const own: [CameraEvent, ...CameraEvent[]] = stretch ?? [event];
    if (stretch) stretch.push(event);
    else all.push(own);
    latest.set(place, own);
    if (area !== null && event.type !== 'motion') latestInArea.set(area, own);
  }
  return all.map(summarize);
}

/** The time from the first start to the last end; `until` is null while an event continues. Unix ms. */
export function timeOf({ events }: EventStretch): { readonly from: number; readonly until: number | null } {
  const from = Math.min(...events.map(({ startAt }) => startAt));
  const until = events.some(({ endAt }) => endAt === null) ? null : Math.max(...events.map(({ startAt, endAt }) => endAt ?? startAt));
  return { from, until };
}

/** The types of a stretch, the most important first. */
export function typesOf({ events }: EventStretch): EventType[] {
  return [...new Set(events.map(({ type }) => type))].toSorted((a, b) => weights[b] - weights[a]);
}

function isNext(stretch: readonly [CameraEvent, ...CameraEvent[]], event: CameraEvent, pauseMs: number): boolean {
  const quarterOf = ({ startAt }: CameraEvent): number => Math.floor(startAt / chunkDurationMs);
  const after = stretch.at(-1) ?? stretch[0];
  // The film of a day is about all of it.
  if (after.type === 'timelapse' || event.type === 'timelapse') return false;
  return quarterOf(after) === quarterOf(event) && after.startAt - (event.endAt ?? after.startAt) <= pauseMs;
}

function summarize(events: readonly [CameraEvent, ...CameraEvent[]]): EventStretch {
  // Takes the earliest of equals: it shows how the stretch began, and stays while others follow.
  const best = events.reduce((chosen, event) => (weights[event.type] >= weights[chosen.type] ? event : chosen));
  const oldest = events.at(-1) ?? events[0];
  return { key: oldest.id, startAt: events[0].startAt, cameraId: best.cameraId, best, events };
}
