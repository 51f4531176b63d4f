import type { EventNotifications } from '@watchpost/sdk-core';
import { expect, test } from 'vitest';
import { summaryOf, weekBars, type TypeChoice } from './notifications-camera-summary-model.ts';

const evening = { days: ['fri' as const], from: '18:00', to: '23:00' };
/** A Friday, 16:00 in Moscow. */
const friday = Date.UTC(2026, 10, 27, 13);
const around = { now: friday, timeZone: 'Europe/Moscow', isSnoozed: false, isHome: false };
const choice = (type: string, change: Partial<EventNotifications> = {}, isInChat = false): TypeChoice<string> => ({
  type,
  isInChat,
  isAlarm: type === 'smokeAlarm',
  settings: { isEnabled: true, isEmailEnabled: false, cooldownSeconds: 300, schedule: null, onlyWhenAway: false, ...change },
});

test('types and channels that carry anything', () => {
  const choices = [
    choice('motion', { isEnabled: false }),
    choice('human'),
    choice('vehicle', { isEnabled: false, isEmailEnabled: true }, true),
  ];
  expect(summaryOf(choices, around)).toEqual({
    types: ['human', 'vehicle'],
    alarms: null,
    channels: ['push', 'telegram', 'email'],
    hours: null,
    isOnlyWhenAway: false,
    now: 'on',
  });
  expect(summaryOf([choice('motion', { isEnabled: false })], around)).toMatchObject({ types: [], channels: [], now: 'on' });
});

test('hours are named when all types have the same', () => {
  expect(summaryOf([choice('motion', { schedule: [evening] }), choice('human', { schedule: [evening] })], around)).toMatchObject({
    hours: [evening],
    now: 'hours',
  });
  expect(summaryOf([choice('motion', { schedule: [evening] }), choice('human')], around)).toMatchObject({ hours: 'differ', now: 'on' });
});

test('alarms are named apart when they come at other times than the rest', () => {
  const nights = [choice('human', { schedule: [evening], onlyWhenAway: true }), choice('smokeAlarm')];
  expect(summaryOf(nights, around)).toMatchObject({
    types: ['human'],
    hours: [evening],
    isOnlyWhenAway: true,
    alarms: { types: ['smokeAlarm'], hours: null, isOnlyWhenAway: false },
    now: 'hours',
  });
  expect(summaryOf([choice('human'), choice('smokeAlarm')], around)).toMatchObject({ types: ['human', 'smokeAlarm'], alarms: null });
  expect(summaryOf([choice('smokeAlarm', { schedule: [evening] })], around)).toMatchObject({ types: ['smokeAlarm'], alarms: null });
});

test('why it is quiet now', () => {
  const away = choice('human', { onlyWhenAway: true });
  expect(summaryOf([away], { ...around, isHome: true })).toMatchObject({ isOnlyWhenAway: true, now: 'home' });
  expect(summaryOf([away], around).now).toBe('on');
  expect(summaryOf([away, choice('motion')], { ...around, isHome: true })).toMatchObject({ isOnlyWhenAway: false, now: 'on' });
  expect(summaryOf([away], { ...around, isHome: true, isSnoozed: true }).now).toBe('snoozed');
});

test('bars of the week: neighbours are joined, nights go on the next day, hours of several types add up', () => {
  const workdays = ['mon', 'tue', 'wed', 'thu', 'fri'] as const;
  expect(weekBars([[{ days: [...workdays], from: '22:00', to: '07:00' }]])).toEqual([
    { days: ['mon'], spans: [{ from: 1320, to: 1440 }], alarms: [] },
    {
      days: ['tue', 'wed', 'thu', 'fri'],
      spans: [
        { from: 0, to: 420 },
        { from: 1320, to: 1440 },
      ],
      alarms: [],
    },
    { days: ['sat'], spans: [{ from: 0, to: 420 }], alarms: [] },
    { days: ['sun'], spans: [], alarms: [] },
  ]);
  expect(weekBars([[{ days: ['mon'], from: '08:00', to: '12:00' }], [{ days: ['mon'], from: '11:00', to: '13:00' }]]).at(0)?.spans).toEqual(
    [{ from: 480, to: 780 }],
  );
  expect(weekBars([[evening], null])).toEqual([
    { days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], spans: [{ from: 0, to: 1440 }], alarms: [] },
  ]);
});

test('bars have the hours of alarms beside the others', () => {
  expect(weekBars([[evening]], [null]).map(({ days, spans, alarms }) => [days.length, spans, alarms])).toEqual([
    [4, [], [{ from: 0, to: 1440 }]],
    [1, [{ from: 1080, to: 1380 }], [{ from: 0, to: 1440 }]],
    [2, [], [{ from: 0, to: 1440 }]],
  ]);
});
