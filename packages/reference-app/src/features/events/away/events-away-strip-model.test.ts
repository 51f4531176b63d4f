import { buildEvent } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { stretchesOf } from '../stretches/events-stretches.ts';
import { stripOf, stripTicks } from './events-away-strip-model.ts';

const base = Date.parse('2026-11-20T12:00:00Z');
const minute = 60_000;
const event = (id: string, from: number, until: number | null) =>
  buildEvent({ id, startAt: base + from * minute, endAt: until === null ? null : base + until * minute });

test('stretches lie on the line by their times, and stay on it', () => {
  const stretches = stretchesOf([event('b', 50, null), event('a', -10, 6)], (id) => id);
  const parts = stripOf(stretches, { from: base, until: base + 60 * minute });
  expect(parts.map(({ stretch, ...place }) => [stretch.key, place])).toEqual([
    ['b', { at: 50 / 60, from: 50 / 60, width: 1 - 50 / 60 }],
    ['a', { at: 0, from: 0, width: 0.1 }],
  ]);
});

test('ticks are round times, few, and away from the ends', () => {
  expect(stripTicks({ from: base - 20 * minute, until: base + 40 * minute }).map((at) => (at - base) / minute)).toEqual([0, 15, 30]);
  for (const hours of [0.1, 1, 5, 26, 72])
    expect(stripTicks({ from: base, until: base + hours * 60 * minute }).length).toBeLessThanOrEqual(5);
});
