import { expect, test } from 'vitest';
import { createRecovery } from './recovery.ts';

/** Seconds of trouble (and whether the camera sends) and of playback, in order. */
function run(events: readonly (readonly [at: number, what: 'overdue' | 'picture' | 'overdue while offline'])[]): string[] {
  let now = 0;
  const recovery = createRecovery({ monotonic: () => now });
  return events.flatMap(([at, what]) => {
    now = at * 1000;
    if (what !== 'picture') return [recovery.next(what === 'overdue')];
    recovery.onPicture();
    return [];
  });
}

test.each([
  [
    'reopens first, then uses the next transport, and so on',
    [
      [0, 'overdue'],
      [4, 'overdue'],
      [8, 'overdue'],
      [12, 'overdue'],
    ],
    ['reopen', 'next-transport', 'reopen', 'next-transport'],
  ],
  [
    'a picture that did not last ten seconds does not earn trust',
    [
      [0, 'overdue'],
      [1, 'picture'],
      [6, 'overdue'],
    ],
    ['reopen', 'next-transport'],
  ],
  [
    'after a picture it starts over',
    [
      [0, 'overdue'],
      [1, 'picture'],
      [12, 'overdue'],
      [13, 'overdue'],
    ],
    ['reopen', 'reopen', 'next-transport'],
  ],
  [
    'a camera that is away is waited for',
    [
      [0, 'overdue while offline'],
      [4, 'overdue while offline'],
      [8, 'overdue'],
    ],
    ['wait', 'wait', 'reopen'],
  ],
] as const)('%s', (_, events, expected) => {
  expect(run(events)).toEqual(expected);
});
