import type { Subscription } from '@watchpost/contract/schemas/billing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildPlan, buildSubscription } from '../../testing/index.ts';
import { subscriptionDisplay } from './billing-subscription-state.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 24, 10);
const later = now + 20 * day;
const trial = buildPlan({ isTrial: true });

test.each<[string, Partial<Subscription>, string]>([
  ['a paid plan', { chargedThroughDate: later }, 'present'],
  ['a paid plan that goes on tomorrow', { chargedThroughDate: now + day }, 'present'],
  ['a paid plan without a next one', { chargedThroughDate: later, renewal: 'off' }, 'present'],
  ['a canceled plan', { chargedThroughDate: later, state: 'Cancelled' }, 'present'],
  ['one that ends in four days', { chargedThroughDate: now + 4 * day, renewal: 'off' }, 'present'],
  ['one that ends before that', { chargedThroughDate: now + 4 * day - 1, renewal: 'off' }, 'closing-expiry'],
  ['a canceled one that ends tomorrow', { chargedThroughDate: now + day, state: 'Cancelled' }, 'closing-expiry'],
  ['one that ended now', { chargedThroughDate: now, renewal: 'off' }, 'expired'],
  ['one whose charge is due', { chargedThroughDate: now - 1 }, 'extension-awaiting'],
  ['a canceled one whose charge would be due', { chargedThroughDate: now - 1, state: 'Cancelled' }, 'expired'],
  ['a blocked one', { chargedThroughDate: later, state: 'Blocked' }, 'expired'],
  ['an ended one that needs a plan', { chargedThroughDate: now - day, isActivationRequired: true, renewal: 'failed' }, 'expired'],
  ['a new camera', { chargedThroughDate: null, isActivationRequired: true }, 'none'],
  ['one that was never paid', { chargedThroughDate: null, state: 'Cancelled' }, 'none'],
  ['one without an end', { chargedThroughDate: null }, 'present'],
  ['a trial', { chargedThroughDate: now + 1, plan: trial, renewal: 'off' }, 'trial'],
  ['an ended trial', { chargedThroughDate: now, plan: trial, renewal: 'off' }, 'expired'],
  ['one that waits for its payment', { chargedThroughDate: now + day, renewal: 'awaiting-payment' }, 'extension-awaiting'],
  ['one that waits beyond its end', { chargedThroughDate: now - day, renewal: 'awaiting-payment' }, 'extension-awaiting'],
  ['one whose charge was refused', { chargedThroughDate: now - day, renewal: 'failed', state: 'Blocked' }, 'extension-failed'],
])('%s', (_, change, state) => {
  expect(subscriptionDisplay(buildSubscription(change), now).state).toBe(state);
});

test('a camera without a subscription has no plan', () => {
  expect(subscriptionDisplay(undefined, now)).toEqual({ state: 'none', paidUntil: null, changesAt: null });
});

test('the state stays until it is announced to change, and changes then', () => {
  const subscriptions = fc.record({
    isActivationRequired: fc.boolean(),
    state: fc.constantFrom('Active' as const, 'Blocked' as const, 'Cancelled' as const),
    chargedThroughDate: fc.option(fc.integer({ min: now - 9 * day, max: now + 9 * day })),
    renewal: fc.constantFrom('scheduled' as const, 'awaiting-payment' as const, 'failed' as const, 'off' as const),
    plan: fc.record({ isTrial: fc.boolean() }),
  });
  fc.assert(
    fc.property(subscriptions, fc.nat({ max: 20 * day }), (subscription, laterMs) => {
      const { state, changesAt } = subscriptionDisplay(subscription, now);
      const end = changesAt ?? Number.POSITIVE_INFINITY;
      expect(end).toBeGreaterThan(now);
      expect(subscriptionDisplay(subscription, Math.min(now + laterMs, end - 1)).state).toBe(state);
      if (changesAt !== null) expect(subscriptionDisplay(subscription, changesAt).state).not.toBe(state);
    }),
    { numRuns: 2000 },
  );
});
