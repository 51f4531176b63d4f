import { expect, test } from 'vitest';
import { stretchesOf } from '../../../packages/reference-app/src/features/events/stretches/events-stretches.ts';
import { judgeGrouping, makeWalkedDay, placeOfCamera } from './walks.ts';

const day = makeWalkedDay(Date.UTC(2026, 10, 20));

test('a day has ten thousand events of fifty cameras, newest first', () => {
  expect(day.events).toHaveLength(10_000);
  expect(new Set(day.events.map(({ cameraId }) => cameraId)).size).toBe(50);
  expect(new Set(day.events.map(({ id }) => id)).size).toBe(10_000);
  expect(day.events.every(({ startAt }, index) => startAt <= (day.events[index - 1]?.startAt ?? Number.POSITIVE_INFINITY))).toBe(true);
  expect(day.walks).toHaveLength(1920);
});

test('each walk past the cameras of one place is one stretch, and two walks are two', () => {
  const stretches = stretchesOf(day.events, (cameraId) => cameraId, placeOfCamera);
  expect(
    judgeGrouping(
      day,
      stretches.map(({ events }) => events.map(({ id }) => id)),
    ),
  ).toEqual({ split: 0, mixed: 0 });
});

test('walks that are torn apart or thrown together are counted', () => {
  const [first = [], second = [], ...others] = day.walks;
  expect(judgeGrouping(day, [[...first, ...second], ...others])).toEqual({ split: 0, mixed: 1 });
  expect(judgeGrouping(day, [first.slice(1), first.slice(0, 1), second, ...others])).toEqual({ split: 1, mixed: 0 });
});
