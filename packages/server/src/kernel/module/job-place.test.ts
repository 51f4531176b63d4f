import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createQueueBell, jobPlaceOf, lookIntervalMs, type JobPlace } from './job-place.ts';

test('jobs are done by a server that runs alone, and in a cluster by the nodes with that role', () => {
  expect(jobPlaceOf(null)).toBe('alone');
  expect(jobPlaceOf({ roles: ['jobs'] })).toBe('here');
  expect(jobPlaceOf({ roles: ['api', 'media', 'jobs'] })).toBe('here');
  expect(jobPlaceOf({ roles: ['api', 'media'] })).toBe('elsewhere');
});

test.each<[JobPlace, { readonly atStart: number; readonly whenRung: number; readonly later: number }]>([
  // Nobody else adds anything.
  ['alone', { atStart: 1, whenRung: 2, later: 2 }],
  ['here', { atStart: 1, whenRung: 2, later: 5 }],
  ['elsewhere', { atStart: 0, whenRung: 0, later: 0 }],
])('%s: woken %j times', (jobPlace, { atStart, whenRung, later }) => {
  const clock = createManualClock();
  let woken = 0;
  const bell = createQueueBell({ clock, jobPlace, wake: () => void (woken += 1) });
  bell.start();
  expect(woken).toBe(atStart);
  bell.ring();
  expect(woken).toBe(whenRung);
  clock.advance(3 * lookIntervalMs);
  expect(woken).toBe(later);
  bell.stop();
  clock.advance(10 * lookIntervalMs);
  expect(woken).toBe(later);
});
