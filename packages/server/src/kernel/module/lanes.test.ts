import { createManualClock } from '@watchpost/contract/testing';
import { expect, test, vi } from 'vitest';
import { createLanes, type Lane } from './lanes.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Two lanes at a time. What runs in them ends when the test says so. */
function setUp() {
  const clock = createManualClock();
  const queue: { readonly lane: string; readonly at: number }[] = [];
  const runs: { readonly lane: string; readonly end: () => void; readonly fail: () => void }[] = [];
  const add = (lane: string, inMs = 0): void => void queue.push({ lane, at: clock.now() + inMs });
  const others = (busy: readonly string[]) => queue.filter(({ lane }) => !busy.includes(lane)).toSorted((a, b) => a.at - b.at);
  const claim = vi.fn(async (busy: readonly string[]): Promise<Lane | null> => {
    const next = others(busy).find(({ at }) => at <= clock.now());
    if (!next) return null;
    queue.splice(queue.indexOf(next), 1);
    const { lane } = next;
    return {
      id: lane,
      run: () => new Promise((resolve, reject) => void runs.push({ lane, end: resolve, fail: () => reject(new Error('No database')) })),
    };
  });
  const failures: string[] = [];
  const lanes = createLanes({
    clock,
    concurrency: 2,
    claim,
    nextDueAt: async (busy) => others(busy)[0]?.at ?? null,
    onInterrupted: (_, id) => void failures.push(id),
    onUnreadable: () => void failures.push('unreadable'),
  });
  return { clock, add, claim, runs, failures, lanes, ran: () => runs.map(({ lane }) => lane).join(' ') };
}

test('one thing after the other in a lane, and no more lanes at a time than allowed', async () => {
  const { add, lanes, runs, ran } = setUp();
  for (const lane of ['a', 'a', 'b', 'c']) add(lane);
  lanes.wake();
  await settle();
  expect(ran()).toBe('a b');
  runs[0]?.end();
  await settle();
  expect(ran()).toBe('a b a');
  runs[1]?.end();
  await settle();
  expect(ran()).toBe('a b a c');
  for (const { end } of runs) end();
  await lanes.idle();
});

test('what is due later is waited for, and what is added while it looks is not overlooked', async () => {
  const { clock, add, claim, lanes, ran } = setUp();
  add('later', 1000);
  lanes.wake();
  await settle();
  clock.advance(999);
  await settle();
  expect(ran()).toBe('');
  clock.advance(1);
  await settle();
  expect(ran()).toBe('later');
  claim.mockImplementationOnce(async () => {
    add('meanwhile');
    lanes.wake();
    return null;
  });
  lanes.wake();
  await settle();
  expect(ran()).toBe('later meanwhile');
});

test('after a failure of the database it looks again in 5 s', async () => {
  const { clock, add, claim, lanes, runs, failures, ran } = setUp();
  claim.mockRejectedValueOnce(new Error('No database'));
  add('a');
  lanes.wake();
  await settle();
  expect([failures, ran()]).toEqual([['unreadable'], '']);
  clock.advance(5000);
  await settle();
  expect(ran()).toBe('a');
  add('a');
  runs[0]?.fail();
  await settle();
  expect([failures, ran()]).toEqual([['unreadable', 'a'], 'a']);
  clock.advance(5000);
  await settle();
  expect(ran()).toBe('a a');
});

test('when it is closed, what runs may end for 3 s; nothing else begins', async () => {
  const { clock, add, lanes, runs, ran } = setUp();
  add('a');
  lanes.wake();
  await settle();
  add('b');
  const closing = lanes.close();
  lanes.wake();
  await settle();
  clock.advance(2999);
  expect(lanes.stopping.aborted).toBe(false);
  clock.advance(1);
  expect(lanes.stopping.aborted).toBe(true);
  runs[0]?.end();
  await closing;
  expect(ran()).toBe('a');
});
