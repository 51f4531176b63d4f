import type { Clock } from '@watchpost/contract/timing/clock';
import type { InvoicesTable, OrdersTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { inMoneyTransaction, lockCustomer } from '../billing-transaction.ts';
import { clearingAccount, customerAccount } from '../ledger/billing-accounts.ts';
import { postToLedger, readCustomerBalance } from '../ledger/billing-ledger.ts';
import { fulfilOrder, itemsOf } from '../orders/billing-orders.ts';
import { retryFailedRenewals } from '../orders/billing-settlement.ts';
import { readPlanVersions } from '../plans/billing-plan-versions.ts';
import { quoteItem, sumQuote } from '../subscriptions/billing-quote.ts';
import { readSubscriptions } from '../subscriptions/billing-subscription-rows.ts';

/**
 * What a payment did: paid the invoice · added to the balance, because it is a part of the invoice, or because that was paid before · the
 * money came, and the plans could not be changed, so it is on the balance · known already · is the one that the operator confirmed · may be
 * one that came in a statement of the other format · the customer has deleted the account.
 */
export type InvoicePaymentOutcome =
  | 'paid'
  | 'part-credited'
  | 'surplus-credited'
  | 'plans-failed'
  | 'repeated'
  | 'confirmed'
  | 'possible-duplicate'
  | 'customer-gone';

/** A payment of a bank statement whose payer is certain. */
interface InvoicePayment {
  /** The same for the same payment, however often its statement is imported. */
  readonly key: string;
  readonly format: '1c' | 'camt';
  /** Minor units. */
  readonly amount: number;
  /** `YYYY-MM-DD` */
  readonly bookedOn: string;
}

export interface InvoiceSettlement {
  /** Applies a payment once, however often and on however many servers it is imported. @param number of the invoice */
  pay(number: number, payment: InvoicePayment): Promise<InvoicePaymentOutcome>;
  /** Applies what is missing of an invoice, because the operator has seen the money. @returns null for an unknown invoice; `repeated` for a paid one */
  confirm(name: string): Promise<InvoicePaymentOutcome | null>;
}

export function createInvoiceSettlement({ db, clock }: { readonly db: Db; readonly clock: Clock }): InvoiceSettlement {
  /** Runs with the customer locked, on the invoice as it is then. */
  const within = (
    known: InvoicesTable,
    work: (transaction: Db, invoice: InvoicesTable) => Promise<InvoicePaymentOutcome>,
  ): Promise<InvoicePaymentOutcome> =>
    inMoneyTransaction(db, async (transaction) => {
      if (!(await lockCustomer(transaction, known.customer_id))) return 'customer-gone';
      const invoice = await transaction.selectFrom('invoices').selectAll().where('number', '=', known.number).executeTakeFirstOrThrow();
      return work(transaction, invoice);
    });

  const credit = async (transaction: Db, invoice: InvoicesTable, key: string, amount: number): Promise<InvoicePaymentOutcome> => {
    const now = clock.now();
    const { number, name, customer_id: customerId, order_id: orderId, currency } = invoice;
    const isNew = await postToLedger(transaction, {
      key,
      kind: 'top-up',
      at: now,
      customerId,
      orderId,
      paidWith: 'invoice',
      invoiceNumber: name,
      currency,
      entries: [
        { account: customerAccount(customerId), amount },
        { account: clearingAccount('bank'), amount: -amount },
      ],
    });
    if (!isNew) return 'repeated';
    const received = invoice.received + amount;
    const isPaidNow = invoice.paid_at === null && received >= invoice.amount;
    await transaction
      .updateTable('invoices')
      .set({ received, ...(isPaidNow && { paid_at: now }) })
      .where('number', '=', number)
      .execute();
    if (!isPaidNow) return invoice.paid_at === null ? 'part-credited' : 'surplus-credited';
    const order = await transaction.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirst();
    // Paid by card meanwhile, or cancelled long after the due day: the money stays on the balance.
    if (!order || order.state === 'completed' || order.state === 'cancelled') return 'surplus-credited';
    return (await fulfilLater(transaction, order, now)) ? 'paid' : 'plans-failed';
  };

  return {
    pay: async (number, { key, format, amount, bookedOn }) => {
      const known = await db.selectFrom('invoices').selectAll().where('number', '=', number).executeTakeFirst();
      if (!known) return 'customer-gone';
      return within(known, async (transaction, invoice) => {
        const earlier = await transaction.selectFrom('bank_payments').selectAll().where('invoice_number', '=', number).execute();
        if (earlier.some((payment) => payment.key === key)) return 'repeated';
        // The same payment has another reference in the other format.
        if (earlier.some((payment) => payment.format !== format && payment.amount === amount)) return 'possible-duplicate';
        await transaction
          .insertInto('bank_payments')
          .values({ key, invoice_number: number, format, amount, booked_on: bookedOn, imported_at: clock.now() })
          .execute();
        if (invoice.confirmed > 0 && invoice.confirmed === amount) {
          await transaction.updateTable('invoices').set({ confirmed: 0 }).where('number', '=', number).execute();
          return 'confirmed';
        }
        return credit(transaction, invoice, `bank:${key}`, amount);
      });
    },
    confirm: async (name) => {
      const known = await db.selectFrom('invoices').selectAll().where('name', '=', name).executeTakeFirst();
      if (!known) return null;
      return within(known, async (transaction, invoice) => {
        if (invoice.paid_at !== null) return 'repeated';
        const missing = invoice.amount - invoice.received;
        await transaction.updateTable('invoices').set({ confirmed: missing }).where('number', '=', invoice.number).execute();
        return credit(transaction, invoice, `invoice:${invoice.number}`, missing);
      });
    },
  };
}

/**
 * Gives the customer what was invoiced, days after it was ordered: periods begin now. What is invoiced stays at its price, even if the plan is
 * not sold any more; only a subscription that was changed meanwhile is calculated again, and must not cost more.
 */
async function fulfilLater(transaction: Db, order: OrdersTable, now: number): Promise<boolean> {
  const done = await fulfilOrder(transaction, order.kind === 'balance' ? order : await recalculate(transaction, order, now), {
    paidWith: 'invoice',
    now,
  });
  if (done && order.kind === 'balance') await retryFailedRenewals(transaction, order.customer_id, now);
  return done;
}

async function recalculate(transaction: Db, order: OrdersTable, now: number): Promise<OrdersTable> {
  const ordered = itemsOf(order);
  const subscriptions = await readSubscriptions(transaction, order.customer_id);
  const plans = await readPlanVersions(
    transaction,
    ordered.flatMap(({ planId }) => (planId === null ? [] : [planId])),
  );
  const balance = await readCustomerBalance(transaction, order.customer_id, order.currency);
  const items = ordered.flatMap(({ cameraId, planId }) => {
    const subscription = subscriptions.get(cameraId);
    const plan = planId === null ? null : plans.get(planId);
    return subscription === undefined || plan === undefined ? [] : [quoteItem(subscription, plan, now)];
  });
  // A camera is gone: the order stays as it was, and fails.
  if (items.length < ordered.length) return order;
  const { total, toBalance } = sumQuote(items, balance);
  const isUnchanged = ordered.every(({ cameraId, revision }) => subscriptions.get(cameraId)?.revision === revision);
  // Unused days pass while the transfer is on its way: they were credited when it was invoiced.
  const sums = isUnchanged && total > order.total ? { total: order.total, to_balance: 0 } : { total, to_balance: toBalance };
  return { ...order, ...sums, items: JSON.stringify(items) };
}
