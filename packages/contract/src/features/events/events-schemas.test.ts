import { expect, test } from 'vitest';
import { eventDaysQuery, listEventsQuery, markEventsSeenBody, updateMotionDetectionBody } from './events-schemas.ts';

test('a repeated key and a single value are both read as a list', () => {
  expect(listEventsQuery.parse({ cameraId: 'c1', type: ['motion', 'human'] })).toEqual({
    cameraId: ['c1'],
    type: ['motion', 'human'],
    limit: 50,
  });
  for (const wrong of [{ type: 'ufo' }, { limit: 201 }, { limit: 0 }, { cursor: 'x' }, { cursor: '1.a b' }, { from: -1 }])
    expect(listEventsQuery.safeParse(wrong).success).toBe(false);
});

test('a location is selected by its id only', () => {
  expect(listEventsQuery.parse({ locationId: 'shop' })).toEqual({ locationId: 'shop', limit: 50 });
  expect(markEventsSeenBody.safeParse({ locationId: 'shop', to: 5 }).success).toBe(true);
  for (const locationId of ['', 'a b', '../x', 'list', ['a', 'b']]) expect(listEventsQuery.safeParse({ locationId }).success).toBe(false);
});

test('days require an existing time zone, and 62 at most', () => {
  const november = { from: '2026-11-01', to: '2026-11-30', timeZone: 'Europe/Moscow' };
  expect(eventDaysQuery.safeParse(november).success).toBe(true);
  expect(eventDaysQuery.safeParse({ ...november, to: '2027-01-01' }).success).toBe(true);
  for (const wrong of [
    { to: '2027-01-02' },
    { to: '2026-10-31' },
    { from: '2026-02-30' },
    { from: '9999-12-01', to: '9999-12-31' },
    { timeZone: 'Mars/Olympus' },
    { timeZone: '' },
  ])
    expect(eventDaysQuery.safeParse({ ...november, ...wrong }).success).toBe(false);
});

test('at most four areas are accepted, within the picture and not covering nearly all of it', () => {
  const area = { x: 0.1, y: 0.1, width: 0.5, height: 0.5 };
  expect(updateMotionDetectionBody.safeParse({ areas: [area, area, area, area] }).success).toBe(true);
  expect(updateMotionDetectionBody.safeParse({ areas: [area, area, area, area, area] }).success).toBe(false);
  expect(updateMotionDetectionBody.safeParse({ areas: [{ ...area, x: 0.6 }] }).success).toBe(false);
  const large = updateMotionDetectionBody.safeParse({ areas: [{ x: 0, y: 0, width: 1, height: 0.95 }] });
  expect(large.error?.issues[0]?.message).toBe('Too large');
  expect(updateMotionDetectionBody.safeParse({}).success).toBe(false);
  for (const sensitivity of [-1, 11, 5.5]) expect(updateMotionDetectionBody.safeParse({ sensitivity }).success).toBe(false);
});
