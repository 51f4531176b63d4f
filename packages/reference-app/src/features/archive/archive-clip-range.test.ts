import { describe, expect, test } from 'vitest';
import { chosenRange, fieldTime, otherMoment, withEnd } from './archive-clip-range.ts';

const zone = 'Europe/Berlin';
const minute = 60_000;
const utc = (day: string, time: string): number => Date.parse(`2026-${day}T${time}Z`);
const later = utc('12-01', '00:00:00');
/** In October, Berlin repeats 02:00 to 03:00: from 00:00 UTC in CEST, from 01:00 UTC in CET. */
const october = (time: string): number => utc('10-25', time);
const march = (time: string): number => utc('03-29', time);

describe('in the hour that is repeated', () => {
  test.each([
    ['the second hour stays the second', '01:30:00', '01:40:00', '02:45:00', '02:50:00', '01:45:00', '01:50:00'],
    ['the first hour stays the first', '00:30:00', '00:40:00', '02:45:00', '02:50:00', '00:45:00', '00:50:00'],
    ['from before it, the first is meant', '23:59:00', '00:10:00', '01:59:00', '02:45:00', '23:59:00', '00:45:00'],
    ['after it, the second is meant', '02:10:00', '02:20:00', '02:45:00', '03:10:00', '01:45:00', '02:10:00'],
    ['an end before its beginning is in the second', '00:50:00', '00:55:00', '02:50:00', '02:10:00', '00:50:00', '01:10:00'],
  ])('%s', (_, from, to, typedFrom, typedTo, wantedFrom, wantedTo) => {
    const on = (time: string): number => (time.startsWith('23') ? utc('10-24', time) : october(time));
    const clip = { from: on(from), to: on(to) };
    expect(chosenRange({ from: typedFrom, to: typedTo }, clip, zone, later)).toEqual({ from: on(wantedFrom), to: on(wantedTo) });
  });

  test('the other moment can be chosen', () => {
    expect([otherMoment(october('00:30:00'), zone), otherMoment(october('01:30:00'), zone)]).toEqual([
      october('01:30:00'),
      october('00:30:00'),
    ]);
    expect(otherMoment(october('02:30:00'), zone)).toBeNull();
    const clip = { from: october('00:30:00'), to: october('00:40:00') };
    expect(withEnd(clip, 'to', october('01:40:00'))).toEqual({ from: clip.from, to: october('01:40:00') });
    expect(withEnd(clip, 'from', october('01:30:00'))).toEqual({ from: october('01:30:00'), to: october('01:40:00') });
  });
});

test('a time that clocks skip goes on with them', () => {
  const clip = { from: march('00:50:00'), to: march('01:10:00') };
  expect(chosenRange({ from: '01:50:00', to: '02:30' }, clip, zone, later)).toEqual({ from: march('00:50:00'), to: march('01:30:00') });
});

test('a typed time keeps its date, an unchanged one its milliseconds', () => {
  const clip = { from: utc('11-20', '22:50:00') + 7, to: utc('11-20', '23:10:00') + 9 };
  expect([fieldTime(clip.from, zone), fieldTime(clip.to, zone)]).toEqual(['23:50:00', '00:10:00']);
  expect(chosenRange({ from: ' 23:50:00', to: '00:20' }, clip, zone, later)).toEqual({ from: clip.from, to: utc('11-20', '23:20:00') });
});

test('refuses what is no range, and ends at the server’s time at the latest', () => {
  const clip = { from: utc('11-20', '10:00:00'), to: utc('11-20', '10:05:00') };
  const type = (from: string, to: string, now = later): unknown => chosenRange({ from, to }, clip, zone, now);
  expect([type('11:00', 'noon'), type('11:10', '11:00'), type('08:00', '12:30')]).toEqual(['clipNoTime', 'clipTooShort', 'clipTooLong']);
  expect(type('11:00', '11:30', clip.from + minute)).toEqual({ from: clip.from, to: clip.from + minute });
});
