import { expect, test } from 'vitest';
import { createVisits, maxAwayMs, minAwayMs } from './events-visits.ts';

const start = Date.parse('2026-11-20T14:00:00Z');

function visits(stored: string | null = null) {
  const state = { now: start, stored };
  const storage = { read: () => state.stored, write: (_: string, value: string | null) => void (state.stored = value) };
  return { state, visits: createVisits(storage, () => state.now) };
}

test('a first visit has nothing to sum up, and neither has a moment away', () => {
  const { state, visits: all } = visits();
  expect(all.back()).toBeNull();
  all.left();
  state.now += minAwayMs - 1;
  expect(all.back()).toBeNull();
  state.now += 1;
  expect(all.back()).toBe(start);
});

test('of a long absence only the end is summed up', () => {
  const { state, visits: all } = visits();
  all.left();
  state.now += maxAwayMs + 5000;
  expect(all.back()).toBe(start + 5000);
});

test('what is stored and makes no sense counts as no visit', () => {
  expect(visits('yesterday').visits.back()).toBeNull();
  expect(visits(String(start + 1)).visits.back()).toBeNull();
});
