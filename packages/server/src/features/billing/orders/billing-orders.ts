import type { Order } from '@watchpost/contract/schemas/billing';
import { z } from 'zod';
import type { OrdersTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Complete } from '../../../kernel/contract/complete.ts';
import { newId } from '../../../kernel/ids.ts';
import { clearingAccount, customerAccount } from '../ledger/billing-accounts.ts';
import { postToLedger, readCustomerBalance } from '../ledger/billing-ledger.ts';
import { readPlanVersions } from '../plans/billing-plan-versions.ts';
import { quoteItemSchema, type QuoteItem, type QuoteSums } from '../subscriptions/billing-quote.ts';
import { applyItem, readSubscriptions } from '../subscriptions/billing-subscription-rows.ts';

const itemsSchema = z.array(quoteItemSchema);
/** An order that is not paid by then is cancelled, ms. */
export const orderExpiryMs: number = 24 * 60 * 60_000;

/** Inserts an order that nobody has paid yet. @param now Unix ms */
export async function insertOrder(
  transaction: Db,
  order: Pick<OrdersTable, 'customer_id' | 'kind' | 'reason' | 'currency'> & {
    readonly items: readonly QuoteItem[];
    readonly sums: QuoteSums;
    /** Number of its invoice, as it is printed. */
    readonly invoiceNumber?: string;
  },
  now: number,
): Promise<OrdersTable> {
  const { items, sums, invoiceNumber = null, ...basis } = order;
  return transaction
    .insertInto('orders')
    .values({
      ...basis,
      id: newId('ord'),
      state: 'created',
      failure: null,
      total: sums.total,
      from_balance: sums.fromBalance,
      to_pay: sums.toPay,
      to_balance: sums.toBalance,
      items: JSON.stringify(items),
      paid_with: null,
      invoice_number: invoiceNumber,
      created_at: now,
      paid_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws {AppError} not-found for an order of another customer */
export async function readOrder(db: Db, customerId: string, id: string): Promise<OrdersTable> {
  const row = await db.selectFrom('orders').selectAll().where('id', '=', id).where('customer_id', '=', customerId).executeTakeFirst();
  if (!row) throw new AppError('not-found');
  return row;
}

/** What an order buys. */
export function itemsOf({ items }: OrdersTable): QuoteItem[] {
  return itemsSchema.parse(JSON.parse(items));
}

/** Whether it can be paid: for the first time, or again after a card was refused. @param now Unix ms */
export function isPayable({ state, failure, created_at: createdAt }: OrdersTable, now: number): boolean {
  if (now - createdAt >= orderExpiryMs) return false;
  return state === 'created' || state === 'processing' || (state === 'failed' && failure !== 'plans-failed' && failure !== 'credit-failed');
}

/**
 * Gives the customer what an order is for, from the balance, which a payment has filled before.
 * @param transaction in which the customer is locked
 * @param options.now Unix ms
 * @returns whether it did: if not, the money stays on the balance
 */
export async function fulfilOrder(
  transaction: Db,
  order: OrdersTable,
  options: { readonly paidWith: 'card' | 'balance' | 'invoice'; readonly now: number },
): Promise<boolean> {
  const { paidWith, now } = options;
  const isDone = order.kind === 'balance' || (await applyOrder(transaction, order, options));
  await transaction
    .updateTable('orders')
    .set({ state: isDone ? 'completed' : 'failed', failure: isDone ? null : 'plans-failed', paid_with: paidWith, paid_at: now })
    .where('id', '=', order.id)
    .execute();
  // A page of it that is still open is closed at the next check.
  await transaction
    .updateTable('payments')
    .set({ check_at: now })
    .where('order_id', '=', order.id)
    .where('state', '=', 'pending')
    .execute();
  return isDone;
}

async function applyOrder(
  transaction: Db,
  order: OrdersTable,
  { paidWith, now }: { readonly paidWith: 'card' | 'balance' | 'invoice'; readonly now: number },
): Promise<boolean> {
  const items = itemsOf(order);
  const subscriptions = await readSubscriptions(transaction, order.customer_id);
  const plans = await readPlanVersions(
    transaction,
    items.flatMap(({ planId }) => (planId === null ? [] : [planId])),
  );
  // Changed since the order was calculated: its prices and credits are no longer true.
  if (items.some(({ cameraId, revision }) => subscriptions.get(cameraId)?.revision !== revision)) return false;
  const balance = await readCustomerBalance(transaction, order.customer_id, order.currency);
  // A debt stays what it is: it takes nothing of what was paid for this order.
  const isPaid = paidWith !== 'balance' && order.total <= order.to_pay;
  if (!isPaid && !coversOrder(balance, order)) return false;
  const amount = order.to_balance - order.total;
  if (amount !== 0)
    await postToLedger(transaction, {
      key: `order:${order.id}`,
      kind: amount < 0 ? 'charge' : 'credit',
      at: now,
      customerId: order.customer_id,
      orderId: order.id,
      cameraIds: items.map(({ cameraId }) => cameraId),
      paidWith,
      invoiceNumber: paidWith === 'invoice' ? order.invoice_number : null,
      currency: order.currency,
      entries: [
        { account: customerAccount(order.customer_id), amount },
        { account: 'revenue', amount: -amount },
      ],
    });
  for (const item of items) {
    const row = subscriptions.get(item.cameraId);
    const plan = item.planId === null ? null : (plans.get(item.planId) ?? null);
    if (row) await applyItem(transaction, row, { item, plan, now });
  }
  return true;
}

/** Whether a balance pays an order. One that costs nothing needs none, also with a debt. @param balance minor units */
export function coversOrder(balance: number, { total }: Pick<OrdersTable, 'total'>): boolean {
  return total <= Math.max(0, balance);
}

/** Credits a payment to the balance, once. @returns false when it was credited before */
export function creditPayment(
  transaction: Db,
  payment: { readonly id: string; readonly order_id: string; readonly customer_id: string; readonly provider: string } & {
    readonly amount: number;
    readonly currency: string;
  },
  { now, last4 }: { readonly now: number; readonly last4: string | null },
): Promise<boolean> {
  return postToLedger(transaction, {
    key: `payment:${payment.id}`,
    kind: 'top-up',
    at: now,
    customerId: payment.customer_id,
    orderId: payment.order_id,
    paidWith: 'card',
    last4,
    currency: payment.currency,
    entries: [
      { account: customerAccount(payment.customer_id), amount: payment.amount },
      { account: clearingAccount(payment.provider), amount: -payment.amount },
    ],
  });
}

export function toOrder(row: OrdersTable): Order {
  return {
    id: row.id,
    kind: row.kind,
    state: row.state,
    failure: row.failure,
    currency: row.currency,
    total: row.total,
    fromBalance: row.from_balance,
    toPay: row.to_pay,
    cameraPlans: itemsOf(row).map(({ cameraId, planId }) => ({ cameraId, planId })),
    paidWith: row.paid_with,
    invoiceNumber: row.invoice_number,
    createdAt: row.created_at,
    paidAt: row.paid_at,
  } satisfies Complete<Order>;
}
