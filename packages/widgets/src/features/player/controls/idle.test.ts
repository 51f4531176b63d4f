import { createFakeClock } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { createIdle } from './idle.ts';

test('hides the controls three seconds after the last movement, not before', async () => {
  const clock = createFakeClock();
  const { idle, wake } = createIdle(clock, () => true);
  wake();
  await clock.advance(2_000);
  wake();
  await clock.advance(2_999);
  expect(idle.value).toBe(false);
  await clock.advance(1);
  expect(idle.value).toBe(true);
  wake();
  expect(idle.value).toBe(false);
});

test('keeps the controls while they are needed, and hides them afterwards', async () => {
  const clock = createFakeClock();
  let needed = true;
  const { idle, rest } = createIdle(clock, () => !needed);
  rest();
  await clock.advance(60_000);
  expect(idle.value).toBe(false);
  needed = false;
  await clock.advance(3_000);
  expect(idle.value).toBe(true);
});

test('leaves no timer behind', async () => {
  const clock = createFakeClock();
  const { idle, wake, dispose } = createIdle(clock, () => true);
  wake();
  dispose();
  await clock.advance(10_000);
  expect(idle.value).toBe(false);
});
