import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createCpuBudget } from './cpu-budget.ts';

test('half a core is spent: there is more only after the time that it takes to earn it, and a minute’s warning', () => {
  const clock = createManualClock();
  const budget = createCpuBudget({ clock, share: 0.5 });
  expect([budget.ask(), budget.isOver()]).toEqual([true, false]);
  // Twenty seconds are saved up; the last look may take more than what is left.
  budget.spend(10_100);
  expect([budget.ask(), budget.isOver()]).toEqual([false, true]);
  clock.advance(200);
  expect(budget.ask()).toBe(false);
  clock.advance(1);
  expect([budget.ask(), budget.isOver()]).toEqual([true, true]);
  clock.advance(60_000);
  expect(budget.isOver()).toBe(false);
});

test('no more than twenty seconds are saved', () => {
  const clock = createManualClock();
  const budget = createCpuBudget({ clock, share: 1 });
  clock.advance(3_600_000);
  budget.spend(20_000);
  expect(budget.ask()).toBe(false);
});

test('a share that an operator raises counts from then on', () => {
  const clock = createManualClock();
  const options = { clock, share: 0.05 };
  const budget = createCpuBudget(options);
  budget.spend(2000);
  expect(budget.ask()).toBe(false);
  options.share = 2;
  clock.advance(1000);
  expect(budget.ask()).toBe(true);
  budget.spend(999);
  expect(budget.ask()).toBe(true);
});
