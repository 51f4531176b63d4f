import { expect, test } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createTimers } from './timers.ts';

test('what was waited for comes in its time, and nothing after all were cancelled', async () => {
  const clock = createFakeClock();
  const { later, cancelAll } = createTimers(clock);
  const heard: string[] = [];
  later(100, () => heard.push('first'));
  later(200, () => heard.push('cancelled'))();
  // One that is waited for anew when it comes.
  later(150, () => later(300, () => heard.push('too late')));
  await clock.advance(250);
  cancelAll();
  expect(clock.timers).toBe(0);
  later(50, () => heard.push('anew'));
  await clock.advance(1000);
  expect(heard).toEqual(['first', 'anew']);
});
