import { expect, test } from 'vitest';
import { firstCycle, hold, pageAhead, passTime, turnTo } from './cycle.ts';
import type { Cycle, CycleRules } from './cycle.ts';

const rules: CycleRules = { pages: 3, cycleSeconds: 10 };

function run(cycle: Cycle, seconds: number, from: number, by: CycleRules = rules): Cycle {
  let now = from;
  let next = cycle;
  for (let step = 0; step < seconds; step += 1) next = passTime(next, 1000, (now += 1000), by);
  return next;
}

test('shows every page for the configured time, and starts over after the last', () => {
  expect([9, 10, 19, 20, 30].map((seconds) => run(firstCycle, seconds, 0).page)).toEqual([0, 1, 1, 2, 0]);
});

test('changes nothing without automatic page changes, or with a single page', () => {
  expect(run(firstCycle, 1000, 0, { pages: 3, cycleSeconds: 0 })).toEqual(firstCycle);
  expect(run(firstCycle, 1000, 0, { pages: 1, cycleSeconds: 10 }).page).toBe(0);
});

test('user activity pauses the page, which then continues where it was', () => {
  const held = hold(run(firstCycle, 6, 0), 6000);
  expect(run(held, 9, 6000)).toMatchObject({ page: 0, shownFor: 6000 });
  expect(run(held, 14, 6000).page).toBe(1);
});

test('going to a page restarts its time, backwards too', () => {
  expect(turnTo(1, 3, 6000)).toEqual({ page: 1, shownFor: 0, heldUntil: 16_000 });
  expect(turnTo(-1, 3, 0).page).toBe(2);
});

test('the next page is opened four seconds before it is shown', () => {
  expect([0, 5, 6, 9].map((seconds) => pageAhead(run(firstCycle, seconds, 0), rules))).toEqual([null, null, 1, 1]);
  expect(pageAhead({ ...firstCycle, page: 2, shownFor: 9000 }, rules)).toBe(0);
  expect(pageAhead(firstCycle, { pages: 3, cycleSeconds: 0 })).toBeNull();
});

test('leaves a page that no longer exists', () => {
  expect(passTime({ ...firstCycle, page: 2 }, 0, 0, { pages: 1, cycleSeconds: 0 }).page).toBe(0);
});
