import { buildEvent } from '@watchpost/sdk-core/testing';
import type { CameraEvent } from '@watchpost/sdk-core';
import { describe, expect, test } from 'vitest';
import { stretchesOf } from '../stretches/events-stretches.ts';
import { alarmsOf, camerasOf, foldDay, isFalseAlarm } from './events-folds.ts';

const minute = 60_000;
const base = Date.parse('2026-11-20T14:00:00Z');
const event = (id: string, over: Partial<CameraEvent> = {}): CameraEvent =>
  buildEvent({ id, cameraId: id, startAt: base, endAt: base + 1000, ...over });
const fold = (events: readonly CameraEvent[], { foldsMotion = true, kept = [] as string[] } = {}) => {
  const { shown, folds } = foldDay(
    stretchesOf(events, (cameraId) => cameraId),
    foldsMotion,
    kept,
  );
  return {
    shown: shown.map(({ best }) => best.id),
    folds: folds.map(({ kind, stretches }) => [kind, stretches.map(({ best }) => best.id)]),
  };
};

describe('what folds away', () => {
  test('motion in which nothing was recognised, where there are two or more', () => {
    const [a, b, person] = [event('a'), event('b'), event('person', { type: 'human' })];
    expect(fold([a, person, b])).toEqual({ shown: ['person'], folds: [['motion', ['a', 'b']]] });
    expect(fold([a, person])).toEqual({ shown: ['a', 'person'], folds: [] });
    expect(fold([a, b], { foldsMotion: false })).toEqual({ shown: ['a', 'b'], folds: [] });
  });

  test('motion beside someone stays with them', () => {
    const events = [
      event('c', { cameraId: 'gate', startAt: base + 5000 }),
      event('d', { cameraId: 'gate', type: 'human' }),
      event('a'),
      event('b'),
    ];
    expect(fold(events).shown).toEqual(['d']);
  });

  test('false alarms, even a single one, except what is being asked about', () => {
    const events = [event('a', { type: 'vehicle', isFalseAlarm: true }), event('b', { type: 'vehicle' })];
    expect(fold(events)).toEqual({ shown: ['b'], folds: [['falseAlarm', ['a']]] });
    expect(fold(events, { kept: ['a'] })).toEqual({ shown: ['a', 'b'], folds: [] });
  });
});

test('a false alarm is about what was recognised, not about the motion beside it', () => {
  const [car, motion] = [event('car', { type: 'vehicle', isFalseAlarm: true }), event('motion')];
  expect(alarmsOf([motion, car])).toEqual([car]);
  expect(alarmsOf([motion])).toEqual([motion]);
  expect(isFalseAlarm({ events: [motion, car] })).toBe(true);
  expect(isFalseAlarm({ events: [event('person', { type: 'human' }), car] })).toBe(false);
});

test('a fold names its cameras, those with the most first', () => {
  const at = (id: string, cameraId: string, minutes: number): CameraEvent =>
    event(id, { cameraId, startAt: base + minutes * minute, endAt: base + minutes * minute });
  const stretches = stretchesOf([at('c', 'yard', 10), at('b', 'door', 5), at('a', 'yard', 0)], (cameraId) => cameraId);
  expect(camerasOf({ kind: 'motion', stretches })).toEqual([
    { cameraId: 'yard', count: 2 },
    { cameraId: 'door', count: 1 },
  ]);
});
