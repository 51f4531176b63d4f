import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { zoneOffset } from '@watchpost/sdk-core';
import {
  activityStep,
  clampWindow,
  coveringRange,
  dayHours,
  firstDuration,
  follow,
  maxWindowMs,
  marks,
  pictureMoment,
  previewStep,
  rulerSteps,
  minWindowMs,
  zoom,
} from './timeline-scale.ts';
import type { TimeWindow } from './timeline-scale.ts';

const hour = 3_600_000;
const day = 24 * hour;
const duration = fc.double({ min: minWindowMs, max: maxWindowMs, noNaN: true });

test('zooms from 30 days to a second', () => expect([maxWindowMs / day, minWindowMs]).toEqual([30, 1000]));

test('labels are at least 72 px apart at every zoom', () => {
  fc.assert(
    fc.property(duration, fc.integer({ min: 320, max: 3_000 }), (span, width) => {
      const { minor, major } = rulerSteps(span, width);
      expect((major / span) * width).toBeGreaterThanOrEqual(72 - 1e-6);
      expect(major % minor).toBe(0);
      expect(span / minor).toBeLessThan(400);
    }),
  );
});

describe('marks', () => {
  test('are at round local times', () => {
    expect(marks({ from: 0, to: 2 * hour }, hour, () => 5.5 * hour)).toEqual(
      [hour / 2, hour * 1.5].map((time) => ({ time, local: time + 5.5 * hour, isRepeated: false })),
    );
  });
  test('are at midnights across clock changes', () => {
    const zone = 'Europe/Berlin';
    const from = Date.UTC(2026, 9, 20);
    const found = marks({ from, to: from + 10 * day }, day, (time) => zoneOffset(time, zone));
    expect(found).toHaveLength(10);
    for (const { time } of found)
      expect(new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'short' }).format(time)).toBe('00:00');
  });
  const berlin = (time: number): number => zoneOffset(time, 'Europe/Berlin');
  const october = Date.UTC(2026, 9, 25);
  const march = Date.UTC(2026, 2, 29);
  const shown = (window: TimeWindow, step: number, offsetAt = berlin): unknown[] =>
    marks(window, step, offsetAt).map(({ time, local, isRepeated }) => [
      (time - window.from) / hour,
      new Date(local).toISOString().slice(11, 16),
      isRepeated,
    ]);
  test('are twice in the hour that is repeated', () => {
    expect(shown({ from: october - hour, to: october + 2 * hour }, hour / 2)).toEqual([
      [0, '01:00', false],
      [0.5, '01:30', false],
      [1, '02:00', true],
      [1.5, '02:30', true],
      [2, '02:00', true],
      [2.5, '02:30', true],
      [3, '03:00', false],
    ]);
    // The other hour is outside of the window.
    expect(shown({ from: october + 1.25 * hour, to: october + 1.75 * hour }, hour / 2)).toEqual([[0.25, '02:30', true]]);
  });
  test('are never in the hour that does not exist', () => {
    expect(shown({ from: march, to: march + 2 * hour }, hour / 2)).toEqual([
      [0, '01:00', false],
      [0.5, '01:30', false],
      [1, '02:00', false],
      [1.5, '03:30', false],
      [2, '04:00', false],
    ]);
  });
  test.each([
    ['of 24 hours', Date.UTC(2026, 10, 20, 23), 24, ['00', '04', '08', '12', '16', '20', '00']],
    ['of 25 hours', october - 2 * hour, 25, ['00', '04', '08', '12', '16', '20', '00']],
    ['of 23 hours', march - hour, 23, ['00', '04', '08', '12', '16', '20', '00']],
  ])('a day %s has every fourth hour', (_, from, hours, expected) => {
    const found = dayHours({ from, to: from + hours * hour }, berlin);
    expect(found.map((time) => new Date(time + berlin(time)).toISOString().slice(11, 16))).toEqual(expected.map((each) => `${each}:00`));
  });
  test('a midnight that clocks skip is where they go on', () => {
    const beirut = (time: number): number => zoneOffset(time, 'Asia/Beirut');
    const from = march - 36 * hour;
    expect(shown({ from, to: from + 3 * day }, day, beirut)).toEqual([
      [10, '00:00', false],
      [34, '00:00', false],
      [57, '00:00', false],
    ]);
  });
  test('a change and its return within the window are both respected', () => {
    const from = Date.UTC(2026, 1, 10);
    const found = marks({ from, to: from + 50 * day }, day, (time) => zoneOffset(time, 'Africa/Casablanca'));
    expect(found.filter(({ time }) => (time + zoneOffset(time, 'Africa/Casablanca')) % day !== 0)).toEqual([]);
  });
  test('are in order and in the window, in any zone', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Europe/Berlin', 'Australia/Lord_Howe', 'America/Santiago', 'Pacific/Apia'),
        fc.integer({ min: 1.2e12, max: 1.8e12 }),
        fc.integer({ min: hour, max: 30 * day }),
        (zone, from, span) => {
          const window = { from, to: from + span };
          const found = marks(window, rulerSteps(span, 900).minor, (time) => zoneOffset(time, zone)).map(({ time }) => time);
          expect(found).toEqual(found.toSorted((a, b) => a - b));
          expect(found.every((time) => time >= window.from && time <= window.to)).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });
});

test('zoom keeps the moment in its place and stays in bounds', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.00001, max: 1e6, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (factor, fraction) => {
      const window = { from: 1e12, to: 1e12 + 3 * hour };
      const about = window.from + fraction * 3 * hour;
      const next = zoom(window, factor, about);
      expect(next.to - next.from).toBeGreaterThanOrEqual(minWindowMs - 1);
      expect(next.to - next.from).toBeLessThanOrEqual(maxWindowMs + 1);
      expect((about - next.from) / (next.to - next.from)).toBeCloseTo(fraction, 2);
    }),
  );
});

test('a chosen window keeps its length, ends near now at the latest and never leaves the recordings', () => {
  const now = 1.7e12;
  fc.assert(
    fc.property(
      fc.integer({ min: -60 * day, max: 60 * day }),
      duration,
      fc.option(fc.integer({ min: 0, max: 40 * day })),
      (shift, span, age) => {
        const oldest = age === null ? null : now - age;
        const window = clampWindow({ from: now + shift - span, to: now + shift }, oldest, now);
        expect(window.to - window.from).toBeCloseTo(span, 2);
        expect(window.to).toBeLessThanOrEqual(now + span * 0.055 + 1);
        expect(window.to).toBeGreaterThanOrEqual(Math.min(oldest ?? now, now) + Math.min(0.055, 0.1) * span - 1);
        expect(clampWindow(window, oldest, now).to).toBeCloseTo(window.to, 2);
      },
    ),
  );
});

describe('follow', () => {
  const window = { from: 10 * hour, to: 13 * hour };
  test('does not move while the playhead is well inside', () => expect(follow(window, 11 * hour, 20 * hour)).toEqual(window));
  test('moves with the playhead, and never far into the future', () => {
    const next = follow(window, 13 * hour, 13 * hour);
    expect(next.to).toBeCloseTo(13 * hour + 3 * hour * 0.055);
  });
  test('moves back to an earlier playhead', () => {
    const next = follow(window, 5 * hour, 13 * hour);
    expect(next.from).toBeLessThan(5 * hour);
    expect(next.to).toBeGreaterThan(5 * hour);
  });
});

test('the initial zoom depends on the recordings', () => {
  const now = 1e12;
  const minutes = (age: number | null, narrow = false): number =>
    firstDuration(age === null ? null : now - age * 60_000, now, narrow) / 60_000;
  expect([null, 0, 9, 10, 59, 60, 9_999].map((age) => minutes(age))).toEqual([10, 10, 10, 60, 60, 180, 180]);
  expect(minutes(90, true)).toBe(120);
});

test('the requested range covers the window, survives small moves, and is never much larger', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1e12, max: 2e12 }), duration, (from, span) => {
      const window = { from, to: from + span };
      const range = coveringRange(window);
      expect(range.from).toBeLessThanOrEqual(window.from);
      expect(range.to).toBeGreaterThanOrEqual(window.to);
      expect(range.to - range.from).toBeLessThanOrEqual(span * 2 + 1);
      // The server answers at most 2,000 steps a request.
      expect((range.to - range.from) / activityStep(window, 3000)).toBeLessThan(2000);
    }),
  );
});

test('previews are on a grid, inside the recording, and never in a gap', () => {
  const recordings = [
    { from: 1_003_000, to: 1_050_000 },
    { from: 2_000_000, to: 2_000_500 },
  ];
  expect(pictureMoment(recordings, 1_003_500, 2000)).toBe(1_003_000);
  expect(pictureMoment(recordings, 1_005_900, 2000)).toBe(1_004_000);
  expect(pictureMoment(recordings, 1_049_999, 30_000)).toBe(1_020_000);
  expect([1_002_999, 1_050_000, 1_500_000].map((at) => pictureMoment(recordings, at, 2000))).toEqual([null, null, null]);
});

test('previews are about 10 px apart, never under a second', () => {
  fc.assert(
    fc.property(duration, fc.integer({ min: 320, max: 2000 }), (span, width) => {
      const step = previewStep(span / width);
      expect(step).toBeGreaterThanOrEqual(1000);
      expect(step % 1000).toBe(0);
      if (step > 1000) expect((step / span) * width).toBeLessThan(30);
    }),
  );
});
