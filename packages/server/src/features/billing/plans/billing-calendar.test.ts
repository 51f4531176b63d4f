import { billingPeriod, type BillingPeriod } from '@watchpost/contract/schemas/billing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addPeriod, dayMs, monthsOf, pricePerMonth } from './billing-calendar.ts';

const at = (text: string): number => Date.parse(`${text}T10:30:00Z`);
const end = (start: string, period: BillingPeriod, anchorDay?: number): string | undefined => {
  const time = addPeriod(at(start), period, anchorDay);
  return time === null ? undefined : new Date(time).toISOString().slice(0, 10);
};
const time = fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2100, 0, 1) });
const periods = billingPeriod.options;

describe('billing periods', () => {
  test.each([
    ['2026-01-31', 'Monthly', '2026-02-28'],
    ['2028-01-31', 'Monthly', '2028-02-29'],
    ['2026-12-31', 'Monthly', '2027-01-31'],
    ['2026-11-30', 'Quarterly', '2027-02-28'],
    ['2026-08-31', 'Biannual', '2027-02-28'],
    ['2028-02-29', 'Annual', '2029-02-28'],
    ['2028-02-29', 'Biennial', '2030-02-28'],
    ['2026-12-31', 'Daily', '2027-01-01'],
    ['2028-02-28', 'Weekly', '2028-03-06'],
    ['2026-02-20', 'Biweekly', '2026-03-06'],
    ['2026-02-01', 'ThirtyDays', '2026-03-03'],
    ['2026-02-01', 'NoBillingPeriod', undefined],
  ] as const)('%s and %s: %s', (start, period, expected) => {
    expect(end(start, period)).toBe(expected);
  });

  test('a day at the end of a month returns after a shorter one', () => {
    expect(end('2026-02-28', 'Monthly', 31)).toBe('2026-03-31');
    expect(end('2026-03-31', 'Monthly', 31)).toBe('2026-04-30');
  });

  test('every end keeps the time of day, lies after its start, and in the right month', () => {
    fc.assert(
      fc.property(time, fc.constantFrom(...periods), fc.integer({ min: 1, max: 31 }), (start, period, anchorDay) => {
        const until = addPeriod(start, period, anchorDay);
        expect(until === null).toBe(period === 'NoBillingPeriod');
        if (until === null) return;
        expect(until % dayMs).toBe(start % dayMs);
        expect(until).toBeGreaterThan(start);
        const months = monthsOf(period);
        if (months === 0) return;
        const [from, to] = [new Date(start), new Date(until)];
        expect(to.getUTCFullYear() * 12 + to.getUTCMonth()).toBe(from.getUTCFullYear() * 12 + from.getUTCMonth() + months);
        expect(to.getUTCDate()).toBeLessThanOrEqual(anchorDay);
      }),
    );
  });

  test('twelve months with one anchor are a year', () => {
    fc.assert(
      fc.property(time, (start) => {
        const anchorDay = new Date(start).getUTCDate();
        let now = start;
        for (let month = 0; month < 12; month += 1) now = addPeriod(now, 'Monthly', anchorDay) ?? now;
        expect(now).toBe(addPeriod(start, 'Annual'));
      }),
    );
  });

  test('the price per month is rounded half up', () => {
    expect(pricePerMonth(29_900, 'Monthly')).toBe(29_900);
    expect(pricePerMonth(100, 'Quarterly')).toBe(33);
    expect(pricePerMonth(200, 'Quarterly')).toBe(67);
    expect(pricePerMonth(3, 'Biannual')).toBe(1);
    expect(pricePerMonth(1_000, 'Daily')).toBe(30_000);
    expect(pricePerMonth(700, 'Weekly')).toBe(3_000);
    expect(pricePerMonth(700, 'NoBillingPeriod')).toBe(0);
    expect(pricePerMonth(Number.MAX_SAFE_INTEGER, 'Annual')).toBe(750_599_937_895_083);
  });
});
