import { z } from 'zod';
import type { PlanVersionsTable, SubscriptionsTable } from '../../../db/billing-tables.ts';
import { addPeriod, dayMs } from '../plans/billing-calendar.ts';

/** What an order does to one camera, and what that was calculated for. */
export interface QuoteItem {
  readonly cameraId: string;
  /** Null ends the plan on the day until which it is paid. */
  readonly planId: string | null;
  /** From now on · after the period before · as it is, for nothing, and renewed · until its end, and not renewed. */
  readonly action: 'buy' | 'renew' | 'keep' | 'stop';
  /** Minor units. */
  readonly price: number;
  readonly credit: number;
  /** Unix ms; the end is null for a plan without one. */
  readonly startsAt: number;
  readonly endsAt: number | null;
  /** Revision of the subscription. */
  readonly revision: number;
}
export const quoteItemSchema: z.ZodType<QuoteItem> = z.object({
  cameraId: z.string(),
  planId: z.string().nullable(),
  action: z.enum(['buy', 'renew', 'keep', 'stop']),
  price: z.int(),
  credit: z.int(),
  startsAt: z.int(),
  endsAt: z.int().nullable(),
  revision: z.int(),
});

/**
 * Calculates what a plan costs for a camera now. The whole unused days of what it has are credited.
 * @param plan null ends the current plan
 * @param now Unix ms
 */
export function quoteItem(subscription: SubscriptionsTable, plan: PlanVersionsTable | null, now: number): QuoteItem {
  const { camera_id: cameraId, plan_id: current, period_start: start, charged_through: end, revision } = subscription;
  const basis = { cameraId, revision, price: 0, credit: 0 };
  if (!plan) return { ...basis, planId: null, action: 'stop', startsAt: now, endsAt: end };
  if (plan.id === current && isRunning(subscription, now))
    return { ...basis, planId: plan.id, action: 'keep', startsAt: start, endsAt: end };
  // Not paid on its day, and running on: what is paid now is the period that began then.
  if (plan.id === current && subscription.state === 'Active' && end !== null && plan.is_trial === 0)
    return {
      ...basis,
      planId: plan.id,
      action: 'renew',
      price: plan.price,
      startsAt: end,
      endsAt: addPeriod(end, plan.period, subscription.anchor_day),
    };
  return {
    ...basis,
    planId: plan.id,
    action: 'buy',
    price: plan.price,
    credit: unusedPart(subscription, now),
    startsAt: now,
    endsAt: addPeriod(now, plan.period),
  };
}

/** Whether the plan is paid for now; a plan without an end always is. @param now Unix ms */
function isRunning({ state, charged_through: end }: SubscriptionsTable, now: number): boolean {
  return state === 'Active' && (end === null || end > now);
}

/** The price of the whole days that are paid and not used, minor units. @param now Unix ms */
export function unusedPart(subscription: SubscriptionsTable, now: number): number {
  const { period_start: start, charged_through: end, paid } = subscription;
  if (end === null || !isRunning(subscription, now)) return 0;
  const days = Math.round((end - start) / dayMs);
  const left = Math.min(days, Math.floor((end - now) / dayMs));
  return partOf(paid, left, days);
}

/** A part of an amount, half a minor unit rounded up. @param amount minor units, not negative */
export function partOf(amount: number, count: number, of: number): number {
  return of <= 0 || count <= 0 ? 0 : Number((2n * BigInt(amount) * BigInt(count) + BigInt(of)) / (2n * BigInt(of)));
}

/** Minor units; none is negative. */
export interface QuoteSums {
  readonly total: number;
  readonly fromBalance: number;
  readonly toPay: number;
  readonly toBalance: number;
}

/** Sums up an order. @param balance minor units; a debt is neither used nor paid by it */
export function sumQuote(items: readonly QuoteItem[], balance: number): QuoteSums {
  const net = items.reduce((sum, { price, credit }) => sum + price - credit, 0);
  const total = Math.max(0, net);
  const fromBalance = Math.min(Math.max(0, balance), total);
  return { total, fromBalance, toPay: total - fromBalance, toBalance: Math.max(0, -net) };
}
