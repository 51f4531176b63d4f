import type { CameraPlan, InvoicePreview, UpcomingInvoices } from '@watchpost/contract/schemas/billing';
import type { PlanVersionsTable, SubscriptionsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { readCustomerBalance } from '../ledger/billing-ledger.ts';
import { dayMs } from '../plans/billing-calendar.ts';
import { isOnSale, readPlanVersions, readSuccessors } from '../plans/billing-plan-versions.ts';
import { quoteItem, sumQuote, type QuoteItem, type QuoteSums } from './billing-quote.ts';
import { readSubscriptions } from './billing-subscription-rows.ts';

/** A calculated order. */
export interface Quote extends QuoteSums {
  readonly items: readonly QuoteItem[];
  readonly nextCharges: InvoicePreview['nextCharges'];
}

const maxNextCharges = 12;

/** What a customer's subscriptions are calculated from, read once. */
interface Facts {
  readonly subscriptions: ReadonlyMap<string, SubscriptionsTable>;
  readonly plans: ReadonlyMap<string, PlanVersionsTable>;
  readonly balance: number;
}

async function readFacts(db: Db, customerId: string, currency: string, planIds: readonly string[] = []): Promise<Facts> {
  const subscriptions = await readSubscriptions(db, customerId);
  const own = [...subscriptions.values()].map(({ plan_id }) => plan_id);
  return {
    subscriptions,
    plans: await readPlanVersions(db, [...own, ...planIds]),
    balance: await readCustomerBalance(db, customerId, currency),
  };
}

/**
 * Calculates an order without creating it.
 * @param options.cameraPlans of cameras that the customer owns and that have had their trial
 * @param options.now Unix ms
 * @throws {AppError} plan-outdated for a plan that is not sold any more, with the preview of those that replace it, if all are replaced
 */
export async function calculateOrder(
  db: Db,
  options: { readonly customerId: string; readonly currency: string; readonly cameraPlans: readonly CameraPlan[]; readonly now: number },
): Promise<Quote> {
  const { customerId, currency, cameraPlans, now } = options;
  const wanted = cameraPlans.flatMap(({ planId }) => (planId === null ? [] : [planId]));
  const facts = await readFacts(db, customerId, currency, wanted);
  const items = itemsOf(cameraPlans, facts, now);
  const outdated = new Set(items.flatMap((item, index) => (isSold(item, facts.plans, now) ? [] : (cameraPlans[index]?.planId ?? []))));
  if (outdated.size === 0) return quoteOf(items, facts);

  const keys = [...outdated].flatMap((id) => facts.plans.get(id)?.plan_key ?? []);
  const successors = await readSuccessors(db, keys, now);
  const replaced = cameraPlans.map(({ cameraId, planId }) => {
    const key = planId !== null && outdated.has(planId) ? facts.plans.get(planId)?.plan_key : undefined;
    return { cameraId, planId: (key === undefined ? undefined : successors.get(key)?.id) ?? planId };
  });
  const next = { ...facts, plans: new Map([...facts.plans, ...[...successors.values()].map((row) => [row.id, row] as const)]) };
  const nextItems = itemsOf(replaced, next, now);
  if (!nextItems.every((item) => isSold(item, next.plans, now))) throw new AppError('plan-outdated');
  throw new AppError('plan-outdated', { details: { preview: toPreview(quoteOf(nextItems, next), currency) } });
}

/** Null stands for a plan that does not exist. */
function itemsOf(cameraPlans: readonly CameraPlan[], { subscriptions, plans }: Facts, now: number): (QuoteItem | null)[] {
  return cameraPlans.map(({ cameraId, planId }) => {
    const subscription = subscriptions.get(cameraId);
    if (!subscription) throw new AppError('not-found');
    const plan = planId === null ? null : plans.get(planId);
    return plan === undefined ? null : quoteItem(subscription, plan, now);
  });
}

/** What is bought stays as bought: a plan that is no longer sold is only renewed. */
function isSold(item: QuoteItem | null, plans: Facts['plans'], now: number): item is QuoteItem {
  if (item === null) return false;
  const plan = item.planId === null ? undefined : plans.get(item.planId);
  return !plan || item.action !== 'buy' || isOnSale(plan, now);
}

function quoteOf(items: readonly (QuoteItem | null)[], { subscriptions, plans, balance }: Facts): Quote {
  const found = items.filter((item) => item !== null);
  return { items: found, ...sumQuote(found, balance), nextCharges: chargesAfter(found, subscriptions, plans) };
}

/** Each subscription's next charge once the order is done, by day of UTC. */
function chargesAfter(
  items: readonly QuoteItem[],
  subscriptions: Facts['subscriptions'],
  plans: Facts['plans'],
): InvoicePreview['nextCharges'] {
  const ordered = new Map(items.map((item) => [item.cameraId, item]));
  const charges = [...subscriptions.values()].flatMap((subscription) => {
    const item = ordered.get(subscription.camera_id);
    const date = item ? item.endsAt : nextChargeAt(subscription);
    const planId = item ? item.planId : subscription.plan_id;
    const plan = planId === null ? undefined : plans.get(planId);
    return date === null || !plan ? [] : [{ date, amount: plan.price, cameraId: subscription.camera_id }];
  });
  const days = Map.groupBy(charges, ({ date }) => Math.floor(date / dayMs));
  return [...days]
    .toSorted(([a], [b]) => a - b)
    .slice(0, maxNextCharges)
    .map(([, ofDay]) => ({
      date: Math.min(...ofDay.map(({ date }) => date)),
      amount: ofDay.reduce((sum, { amount }) => sum + amount, 0),
      cameraIds: ofDay.map(({ cameraId }) => cameraId),
    }));
}

/** When a subscription is charged next, Unix ms; null when it is not. */
function nextChargeAt({ state, renewal, charged_through: end }: SubscriptionsTable): number | null {
  return state === 'Active' && renewal !== 'off' ? end : null;
}

export function toPreview({ items, nextCharges, total, fromBalance, toPay, toBalance }: Quote, currency: string): InvoicePreview {
  return {
    currency,
    items: items.map(({ cameraId, planId, price, credit, startsAt, endsAt }) => ({ cameraId, planId, price, credit, startsAt, endsAt })),
    total,
    fromBalance,
    toPay,
    toBalance,
    nextCharges,
  } satisfies Complete<InvoicePreview>;
}

/** What a customer's subscriptions cost next, soonest first. */
export async function readUpcomingInvoices(db: Db, customerId: string, currency: string): Promise<UpcomingInvoices> {
  const { subscriptions, plans, balance } = await readFacts(db, customerId, currency);
  const items = [...subscriptions.values()]
    .flatMap((subscription) => {
      const startDate = nextChargeAt(subscription);
      const plan = plans.get(subscription.plan_id);
      return startDate === null || !plan ? [] : [{ cameraId: subscription.camera_id, startDate, planId: plan.id, amount: plan.price }];
    })
    .toSorted((a, b) => a.startDate - b.startDate);
  const total = items.reduce((sum, { amount }) => sum + amount, 0);
  const credits = Math.min(Math.max(0, balance), total);
  return { balance: total - credits, credits, total, currency, items } satisfies Complete<UpcomingInvoices>;
}
