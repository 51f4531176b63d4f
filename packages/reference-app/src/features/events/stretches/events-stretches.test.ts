import { buildEvent } from '@watchpost/sdk-core/testing';
import type { CameraEvent, EventType } from '@watchpost/sdk-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stretchesOf, timeOf, typesOf } from './events-stretches.ts';

const base = Date.parse('2026-11-20T14:00:00Z');
const event = (id: string, cameraId: string, startS: number, endS: number | null, type: EventType = 'motion'): CameraEvent =>
  buildEvent({ id, cameraId, type, startAt: base + startS * 1000, endAt: endS === null ? null : base + endS * 1000 });
const idsOf = (events: readonly CameraEvent[], placeOf: (cameraId: string) => string): string[][] =>
  stretchesOf(events, placeOf).map(({ events: own }) => own.map(({ id }) => id));
const alone = (cameraId: string): string => cameraId;

test('near cameras share a stretch, others have their own, and a pause of more than a minute begins another', () => {
  const events = [event('d', 'street', 200, 210), event('c', 'yard', 61, 70), event('b', 'gate', 40, 45), event('a', 'street', 0, 10)];
  expect(idsOf(events, (id) => (id === 'yard' ? id : 'front'))).toEqual([['d'], ['c'], ['b', 'a']]);
});

test('cameras of one location share a stretch within seconds, when something was recognised', () => {
  const grouped = (events: readonly CameraEvent[]): string[][] =>
    stretchesOf(events, alone, (id) => (id === 'shop' ? null : 'home')).map(({ events: own }) => own.map(({ id }) => id));
  const walk = [event('c', 'gate', 35, 40, 'human'), event('b', 'shop', 30, 33, 'human'), event('a', 'door', 10, 28, 'human')];
  expect(grouped(walk)).toEqual([['c', 'a'], ['b']]);
  expect(grouped([event('b', 'gate', 39, 45, 'human'), event('a', 'door', 10, 28, 'human')])).toEqual([['b'], ['a']]);
  expect(grouped([event('b', 'gate', 30, 40, 'human'), event('a', 'door', 10, 28)])).toEqual([['b'], ['a']]);
  // What follows at the same camera belongs to it, too.
  expect(grouped([event('d', 'gate', 80, 90, 'human'), ...walk])).toEqual([['d', 'c', 'a'], ['b']]);
});

test('a tree that moves where someone has just walked does not part them from the cameras before', () => {
  const walk = [event('c', 'gate', 35, 40, 'human'), event('b', 'door', 30, 36, 'human'), event('a', 'yard', 26, 32, 'human')];
  const tree = event('t', 'door', 60, 64);
  const grouped = stretchesOf([tree, ...walk], alone, () => 'home').map(({ events: own }) => own.map(({ id }) => id));
  expect(grouped).toEqual([['t'], ['c', 'b', 'a']]);
});

test('an event that is still going on has no pause after it', () => {
  expect(idsOf([event('b', 'c1', 300, 310), event('a', 'c1', 0, null)], alone)).toEqual([['b', 'a']]);
});

test('the most important event stands for its stretch; of equals the earliest', () => {
  const [stretch] = stretchesOf(
    [event('d', 'c1', 30, 31), event('c', 'c1', 20, 21, 'human'), event('b', 'c1', 10, 12, 'human'), event('a', 'c1', 0, 1, 'vehicle')],
    alone,
  );
  expect(stretch).toMatchObject({ key: 'a', startAt: base + 30_000, best: { id: 'b' } });
  expect(stretch && typesOf(stretch)).toEqual(['human', 'vehicle', 'motion']);
  expect(stretch && timeOf(stretch)).toEqual({ from: base, until: base + 31_000 });
});

const someEvents = fc
  .array(
    fc.record({
      cameraId: fc.constantFrom('a', 'b', 'c'),
      startS: fc.integer({ min: 0, max: 4000 }),
      durationS: fc.option(fc.integer({ min: 0, max: 300 })),
      type: fc.constantFrom<EventType>('motion', 'human', 'vehicle'),
    }),
    { maxLength: 60 },
  )
  .map((drafts) =>
    drafts
      .map(({ cameraId, startS, durationS, type }, index) =>
        event(`e${index}`, cameraId, startS, durationS === null ? null : startS + durationS, type),
      )
      .toSorted((x, y) => y.startAt - x.startAt),
  );
const placeOf = (cameraId: string): string => (cameraId === 'c' ? 'c' : 'room');

test('each event is in one stretch of its place, and stretches are sorted by their newest events', () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const stretches = stretchesOf(events, placeOf);
      expect(stretches.flatMap(({ events: own }) => own.map(({ id }) => id)).toSorted((x, y) => x.localeCompare(y))).toEqual(
        events.map(({ id }) => id).toSorted((x, y) => x.localeCompare(y)),
      );
      for (const { events: own } of stretches) expect(new Set(own.map(({ cameraId }) => placeOf(cameraId))).size).toBe(1);
      const starts = stretches.map(({ startAt }) => startAt);
      expect(starts).toEqual(starts.toSorted((x, y) => y - x));
    }),
  );
});

test('older events change nothing but the end of the last stretches, newer ones nothing but their beginning', () => {
  fc.assert(
    fc.property(someEvents, fc.nat({ max: 60 }), (events, cut) => {
      const whole = idsOf(events, placeOf).map((ids) => new Set(ids));
      for (const part of [events.slice(0, cut), events.slice(cut)])
        for (const ids of idsOf(part, placeOf)) expect(whole.some((set) => ids.every((id) => set.has(id)))).toBe(true);
    }),
  );
});
