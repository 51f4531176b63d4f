import { expect, test } from 'vitest';
import { createFakeClock } from '../../testing/index.ts';
import { debounce } from './debounce.ts';

function setUp(milliseconds?: number) {
  const clock = createFakeClock();
  const calls: [string, number][] = [];
  const start = clock.now();
  return { clock, calls, debounced: debounce(clock, (text: string) => calls.push([text, clock.now() - start]), milliseconds) };
}

test('acts once, 300 ms after the last call, with its arguments', async () => {
  const { clock, calls, debounced } = setUp();
  for (const text of ['a', 'ab', 'abc']) {
    debounced(text);
    await clock.advance(299);
  }
  expect(calls).toEqual([]);
  await clock.advance(1);
  expect(calls).toEqual([['abc', 898]]);
  await clock.advance(10_000);
  expect(calls).toHaveLength(1);
  expect(clock.pending).toBe(0);
});

test('accepts another delay', async () => {
  const { clock, calls, debounced } = setUp(5);
  debounced('a');
  await clock.advance(5);
  expect(calls).toEqual([['a', 5]]);
});

test('flush acts immediately, and only if a call is pending', async () => {
  const { clock, calls, debounced } = setUp();
  debounced.flush();
  debounced('a');
  expect(debounced.isPending).toBe(true);
  debounced.flush();
  expect(debounced.isPending).toBe(false);
  expect(calls).toEqual([['a', 0]]);
  await clock.advance(1_000);
  expect(calls).toHaveLength(1);
});

test('cancel discards the call; a later one starts a new delay', async () => {
  const { clock, calls, debounced } = setUp();
  debounced('a');
  debounced.cancel();
  await clock.advance(1_000);
  expect(calls).toEqual([]);
  debounced('b');
  await clock.advance(300);
  expect(calls).toEqual([['b', 1_300]]);
});

test('a callback that calls again starts a new delay', async () => {
  const clock = createFakeClock();
  let count = 0;
  const again = debounce(clock, () => {
    count += 1;
    if (count < 3) again();
  });
  again();
  await clock.advance(900);
  expect(count).toBe(3);
});
