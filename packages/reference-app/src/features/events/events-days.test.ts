import { buildEvent } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { byDay } from './events-days.ts';

const at = (text: string): number => Date.parse(text);

test('a day is the calendar day at the camera, not at the viewer', () => {
  const events = [
    buildEvent({ id: 'late', startAt: at('2026-11-20T22:30:00Z') }),
    buildEvent({ id: 'early', startAt: at('2026-11-20T20:30:00Z') }),
  ];
  expect(byDay(events, () => 'Europe/Moscow').map(({ key, events: own }) => [key, own.map(({ id }) => id)])).toEqual([
    ['2026-11-21', ['late']],
    ['2026-11-20', ['early']],
  ]);
  expect(byDay(events, () => 'UTC').map(({ key }) => key)).toEqual(['2026-11-20']);
});

test('cameras in different zones may share an instant but not the day', () => {
  const startAt = at('2026-11-20T22:30:00Z');
  const events = [buildEvent({ id: 'moscow', cameraId: 'm', startAt }), buildEvent({ id: 'berlin', cameraId: 'b', startAt })];
  expect(byDay(events, ({ cameraId }) => (cameraId === 'm' ? 'Europe/Moscow' : 'Europe/Berlin')).map(({ key }) => key)).toEqual([
    '2026-11-21',
    '2026-11-20',
  ]);
});
