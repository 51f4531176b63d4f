import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlanVersionsTable, SubscriptionsTable } from '../../../db/billing-tables.ts';
import { dayMs } from '../plans/billing-calendar.ts';
import { quoteItem, sumQuote, unusedPart } from './billing-quote.ts';

const start = Date.UTC(2026, 0, 31, 9);
const plan: PlanVersionsTable = {
  id: 'week.1',
  plan_key: 'week',
  version: 1,
  source: 'file',
  names: '{}',
  currency: 'RUB',
  period: 'Monthly',
  price: 30_000,
  is_hd: 1,
  archive_days: 7,
  is_most_popular: 0,
  is_trial: 0,
  end_date: null,
  retired_at: null,
  created_at: 0,
};
const bought: SubscriptionsTable = {
  camera_id: 'cam_1',
  customer_id: 'cus_1',
  plan_id: plan.id,
  state: 'Active',
  is_activation_required: 0,
  period_start: start,
  charged_through: Date.UTC(2026, 1, 28, 9),
  anchor_day: 31,
  paid: 28_000,
  renewal: 'scheduled',
  footage_kept_until: null,
  revision: 4,
  due_at: null,
  failures: 0,
  updated_at: 0,
};
const larger: PlanVersionsTable = { ...plan, id: 'month.1', price: 90_000, period: 'Annual' };

describe('what a plan costs for a camera', () => {
  test('another plan starts now, and the whole unused days are credited', () => {
    const now = start + 13.5 * dayMs;
    // 28 days for 28,000: 14 whole days are left.
    expect(quoteItem(bought, larger, now)).toEqual({
      cameraId: 'cam_1',
      planId: 'month.1',
      action: 'buy',
      price: 90_000,
      credit: 14_000,
      startsAt: now,
      endsAt: Date.UTC(2027, 1, 13, 21),
      revision: 4,
    });
  });

  test('the same plan is kept for nothing while it runs, and bought when it does not', () => {
    expect(quoteItem(bought, plan, start + dayMs)).toMatchObject({ action: 'keep', price: 0, credit: 0, endsAt: bought.charged_through });
    for (const over of [{ state: 'Blocked' }, { state: 'Cancelled' }] as const)
      expect(quoteItem({ ...bought, ...over }, plan, start + dayMs)).toMatchObject({ action: 'buy', price: 30_000, credit: 0 });
  });

  test('a period that was not paid on its day is paid from that day on', () => {
    const end = Date.UTC(2026, 1, 28, 9);
    expect(quoteItem(bought, plan, end + dayMs)).toMatchObject({ action: 'renew', price: 30_000, credit: 0, startsAt: end });
    expect(quoteItem(bought, plan, end + dayMs).endsAt).toBe(Date.UTC(2026, 2, 31, 9));
    expect(quoteItem(bought, larger, end + dayMs)).toMatchObject({ action: 'buy', startsAt: end + dayMs });
  });

  test('no plan ends what is paid on its day', () => {
    expect(quoteItem(bought, null, start)).toMatchObject({
      action: 'stop',
      price: 0,
      credit: 0,
      planId: null,
      endsAt: bought.charged_through,
    });
  });

  test('nothing is credited of a plan that was free, ended or has no end', () => {
    expect(unusedPart({ ...bought, paid: 0 }, start)).toBe(0);
    expect(unusedPart({ ...bought, state: 'Blocked' }, start)).toBe(0);
    expect(unusedPart({ ...bought, charged_through: null }, start)).toBe(0);
  });

  test('a credit is exact, never more than what was paid, and never grows with time', () => {
    const paid = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
    fc.assert(
      fc.property(
        paid,
        fc.integer({ min: 1, max: 731 }),
        fc.array(fc.integer({ min: 0, max: 731 * dayMs }), { minLength: 2 }),
        (amount, days, at) => {
          const subscription = { ...bought, paid: amount, charged_through: start + days * dayMs };
          const credits = at.toSorted((a, b) => a - b).map((after) => unusedPart(subscription, start + after));
          for (const [index, credit] of credits.entries()) {
            expect(Number.isSafeInteger(credit)).toBe(true);
            expect(credit).toBeLessThanOrEqual(credits[index - 1] ?? amount);
            expect(credit).toBeGreaterThanOrEqual(0);
          }
          expect(unusedPart(subscription, start)).toBe(amount);
        },
      ),
    );
  });
});

describe('the sums of an order', () => {
  const item = (price: number, credit: number) => ({ ...quoteItem(bought, larger, start), price, credit });

  test.each([
    [[item(500, 0)], 0, { total: 500, fromBalance: 0, toPay: 500, toBalance: 0 }],
    [[item(500, 200)], 100, { total: 300, fromBalance: 100, toPay: 200, toBalance: 0 }],
    [[item(500, 200)], 900, { total: 300, fromBalance: 300, toPay: 0, toBalance: 0 }],
    [[item(100, 400), item(50, 0)], 10, { total: 0, fromBalance: 0, toPay: 0, toBalance: 250 }],
    [[item(500, 0)], -700, { total: 500, fromBalance: 0, toPay: 500, toBalance: 0 }],
  ])('%#', (items, balance, sums) => {
    expect(sumQuote(items, balance)).toEqual(sums);
  });
});
