import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createGuessLimit } from './sharing-guess-limit.ts';

const window = 10 * 60_000;

test('after 60 misses a network waits, even with the right link; others and hits are not affected', () => {
  const clock = createManualClock();
  const limit = createGuessLimit(clock);
  for (let count = 0; count < 60; count += 1) {
    limit.check('203.0.113.7');
    limit.miss('203.0.113.7');
  }
  clock.advance(60_000);
  expect(() => limit.check('203.0.113.7')).toThrow(expect.objectContaining({ code: 'too-many-requests', retryAfter: 540 }));
  limit.check('203.0.113.8');
  clock.advance(window - 60_000);
  limit.check('203.0.113.7');
});

test('one subscriber’s IPv6 addresses count together', () => {
  const limit = createGuessLimit(createManualClock());
  for (let count = 0; count < 60; count += 1) limit.miss(`2001:db8::${count.toString(16)}`);
  expect(() => limit.check('2001:db8::ffff')).toThrow(expect.objectContaining({ code: 'too-many-requests' }));
  limit.check('2001:db8:0:1::1');
});
