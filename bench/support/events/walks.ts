import type { CameraEvent, EventType } from '@watchpost/sdk-core';

/** Fifty cameras at ten places of five, past which people walk. */
const walkingPlaces = { count: 10, cameras: 5 } as const;

/** A day of events, and which of them are one walk. */
interface WalkedDay {
  /** Newest first. */
  readonly events: readonly CameraEvent[];
  /** Ids of the events of each walk, one of each camera of its place. */
  readonly walks: readonly (readonly string[])[];
}

const quarterMs = 15 * 60_000;
/** When people come by, from the beginning of each quarter of an hour. */
const walkStartsMs = [3 * 60_000, 9 * 60_000];
/** From one camera of a place to the next. */
const stepMs = 3000;
const seenMs = 6000;
/** Trees move, too. */
const windyEvents = 400;

export function placeOfCamera(cameraId: string): string {
  return cameraId.slice(0, cameraId.indexOf('-'));
}

/** Makes 10,000 events of 24 hours. @param from a full quarter of an hour, Unix ms */
export function makeWalkedDay(from: number): WalkedDay {
  const event = (id: string, cameraId: string, type: EventType, startAt: number, durationMs: number): CameraEvent => ({
    ...{ id, cameraId, type, startAt, endAt: startAt + durationMs },
    ...{
      area: { x: 0.2, y: 0.2, width: 0.3, height: 0.3 },
      pictureUrl: null,
      isSeen: false,
      isFalseAlarm: false,
      score: null,
      label: null,
    },
  });
  const cameraOf = (place: number, index: number): string => `place${place}-${index}`;
  const events: CameraEvent[] = [];
  const walks: string[][] = [];
  for (let quarter = 0; quarter < 96; quarter++)
    for (let place = 0; place < walkingPlaces.count; place++)
      for (const start of walkStartsMs) {
        const walk: string[] = [];
        for (let index = 0; index < walkingPlaces.cameras; index++) {
          const id = `walk-${walks.length}-${index}`;
          events.push(event(id, cameraOf(place, index), 'human', from + quarter * quarterMs + start + index * stepMs, seenMs));
          walk.push(id);
        }
        walks.push(walk);
      }
  const all = walkingPlaces.count * walkingPlaces.cameras;
  for (let index = 0; index < windyEvents; index++) {
    const camera = cameraOf(Math.floor((index % all) / walkingPlaces.cameras), index % walkingPlaces.cameras);
    events.push(event(`wind-${index}`, camera, 'motion', from + Math.round((index * 96 * quarterMs) / windyEvents), 4000));
  }
  return { events: events.toSorted((a, b) => b.startAt - a.startAt), walks };
}

/** How the walks of a day were grouped. */
interface Grouping {
  /** Walks whose events are in more than one group. */
  readonly split: number;
  /** Groups with people of more than one walk. */
  readonly mixed: number;
}

/** @param groups ids of the events of each group */
export function judgeGrouping({ walks }: WalkedDay, groups: readonly (readonly string[])[]): Grouping {
  const groupOf = new Map(groups.flatMap((ids, group) => ids.map((id): [string, number] => [id, group])));
  const walksOf = new Map<number, Set<number>>();
  let split = 0;
  for (const [walk, ids] of walks.entries()) {
    const its = new Set(ids.map((id) => groupOf.get(id) ?? -1));
    if (its.size > 1) split += 1;
    for (const group of its) walksOf.set(group, (walksOf.get(group) ?? new Set()).add(walk));
  }
  return { split, mixed: [...walksOf.values()].filter(({ size }) => size > 1).length };
}
