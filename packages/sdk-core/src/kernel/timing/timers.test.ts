import { expect, test } from 'vitest';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { createTimers } from './timers.ts';

test('timers fire on time, and never after all were canceled', async () => {
  const clock = createFakeClock();
  const { later, cancelAll } = createTimers(clock);
  const heard: string[] = [];
  later(100, () => heard.push('first'));
  later(200, () => heard.push('cancelled'))();
  // A timer that starts another one.
  later(150, () => later(300, () => heard.push('too late')));
  await clock.advance(250);
  cancelAll();
  expect(clock.pending).toBe(0);
  later(50, () => heard.push('anew'));
  await clock.advance(1000);
  expect(heard).toEqual(['first', 'anew']);
});
