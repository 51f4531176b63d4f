import { pickLocale } from '@watchpost/contract/kernel';
import type { Clock } from '@watchpost/contract/timing/clock';
import { PaymentProviderError, type PaymentProvider } from '../../../adapters/payments/port.ts';
import type { OrdersTable, PaymentMethodsTable, PaymentsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import type { Logger } from '../../../kernel/log.ts';
import { inMoneyTransaction, lockCustomer } from '../billing-transaction.ts';
import { customerAccount } from '../ledger/billing-accounts.ts';
import { postToLedger, readCustomerBalance } from '../ledger/billing-ledger.ts';
import type { BillingTerms } from '../orders/billing-checkout.ts';
import { insertOrder, itemsOf } from '../orders/billing-orders.ts';
import { insertPayment, requestPayment } from '../orders/billing-payments.ts';
import { addPeriod } from '../plans/billing-calendar.ts';
import { readPlanVersions } from '../plans/billing-plan-versions.ts';
import type { QuoteItem } from '../subscriptions/billing-quote.ts';
import { startFirstPlans } from '../subscriptions/billing-first-plans.ts';
import { applyItem, endSubscription, update } from '../subscriptions/billing-subscription-rows.ts';
import type { DueSubscription, Dunning } from './billing-dunning.ts';

/** Customers per statement. */
const batchRows = 100;
/** A charge whose result is not known is looked at again after this time; the reconciliation job asks the provider meanwhile, ms. */
const awaitMs = 60 * 60_000;

/** Renews subscriptions on their day. */
export interface Renewals {
  /**
   * Renews everything that is due: from the balance, then by the default card. Can run twice, and on many servers at once: each period is
   * charged once, because its customer is locked and what was done is no longer due.
   */
  run(): Promise<void>;
  /** Notes, in a transaction in which the customer is locked, that the charge of a renewal failed. */
  onFailed(transaction: Db, order: OrdersTable): Promise<void>;
}

export interface RenewalsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly terms: BillingTerms;
  readonly provider: Pick<PaymentProvider, 'name' | 'begin'>;
  readonly dunning: Dunning;
}

interface Charge {
  readonly payment: PaymentsTable;
  readonly card: PaymentMethodsTable;
  readonly locale: string;
}

export function createRenewals({ db, clock, log, terms, provider, dunning }: RenewalsDeps): Renewals {
  const { currency } = terms;

  /** What renewing costs and when the period begins: after an outage of the server, the days that it did not record are not charged. */
  const itemOf = ({ row, plan }: DueSubscription, now: number): QuoteItem => {
    const end = row.charged_through;
    const goesOn = row.state === 'Active' && end !== null && now < Math.max(dunning.graceEnd(row), end + 1) + awaitMs;
    const startsAt = goesOn && end !== null ? end : now;
    return {
      cameraId: row.camera_id,
      planId: plan.id,
      action: goesOn ? 'renew' : 'buy',
      price: plan.price,
      credit: 0,
      startsAt,
      endsAt: addPeriod(startsAt, plan.period, goesOn ? row.anchor_day : undefined),
      revision: row.revision,
    };
  };

  /** @returns what the balance did not cover */
  const payFromBalance = async (
    transaction: Db,
    customerId: string,
    due: readonly DueSubscription[],
    now: number,
  ): Promise<DueSubscription[]> => {
    let balance = await readCustomerBalance(transaction, customerId, currency);
    const unpaid: DueSubscription[] = [];
    for (const one of due) {
      const { row, plan } = one;
      const { price } = plan;
      if (price > Math.max(0, balance)) {
        unpaid.push(one);
        continue;
      }
      if (price > 0)
        await postToLedger(transaction, {
          key: `renewal:${row.camera_id}:${row.charged_through}:${row.revision}`,
          kind: 'charge',
          at: now,
          customerId,
          cameraIds: [row.camera_id],
          paidWith: 'balance',
          currency,
          entries: [
            { account: customerAccount(customerId), amount: -price },
            { account: 'revenue', amount: price },
          ],
        });
      balance -= price;
      await applyItem(transaction, row, { item: itemOf(one, now), plan, now });
    }
    return unpaid;
  };

  /** Orders what the balance does not cover, to be charged to the default card as one sum. */
  const chargeCard = async (
    transaction: Db,
    customerId: string,
    { due, card }: { readonly due: readonly DueSubscription[]; readonly card: PaymentMethodsTable },
    now: number,
  ): Promise<PaymentsTable> => {
    const balance = Math.max(0, await readCustomerBalance(transaction, customerId, currency));
    const total = due.reduce((sum, { plan }) => sum + plan.price, 0);
    const fromBalance = Math.min(balance, total);
    // The update below increases the revision, and the order must find what it leaves.
    const items = due.map((one) => ({ ...itemOf(one, now), revision: one.row.revision + 1 }));
    for (const { row } of due) await update(transaction, row, { renewal: 'awaiting-payment', due_at: now + awaitMs }, now);
    const order = await insertOrder(
      transaction,
      {
        customer_id: customerId,
        kind: 'subscription',
        reason: 'renewal',
        currency,
        items,
        sums: { total, fromBalance, toPay: total - fromBalance, toBalance: 0 },
      },
      now,
    );
    return insertPayment(transaction, { order, provider: provider.name, card, isSaved: false, returnUrl: null }, now);
  };

  const renewCustomer = (customerId: string): Promise<Charge | null> =>
    inMoneyTransaction(db, async (transaction) => {
      const now = clock.now();
      if (!(await lockCustomer(transaction, customerId))) return null;
      const due = await readDue(transaction, customerId, now);
      const wanted: DueSubscription[] = [];
      for (const one of due) {
        const { row } = one;
        if (row.renewal === 'off') {
          if (row.state === 'Active' && row.charged_through !== null) await endSubscription(transaction, row, 'Cancelled', now);
          else await update(transaction, row, { due_at: null }, now);
        } else if (row.renewal === 'awaiting-payment' && (await isPending(transaction, customerId))) {
          await transaction
            .updateTable('subscriptions')
            .set({ due_at: now + awaitMs })
            .where('camera_id', '=', row.camera_id)
            .execute();
        } else wanted.push(one);
      }
      const unpaid = await payFromBalance(transaction, customerId, wanted, now);
      // A service that has stopped begins again with money on the balance only, not by a charge that nobody expects.
      const stopped = unpaid.filter(({ row }) => row.state !== 'Active');
      for (const { row } of stopped) await update(transaction, row, { due_at: null }, now);
      const going = unpaid.filter(({ row }) => row.state === 'Active');
      // The last day was tried: it ends without another attempt.
      const tried = going.filter(({ row }) => row.failures > 0 && now >= dunning.graceEnd(row));
      const open = going.filter((one) => !tried.includes(one));
      const card = open.length > 0 ? await readDefaultCard(transaction, customerId, provider.name) : undefined;
      // A bank's question to the card's holder can't be answered by a job: for the same period, that card is not charged again.
      const isHolderAsked = card !== undefined && (await wasHolderAsked(transaction, card));
      const charged = card ? open.filter(({ row }) => !isHolderAsked || row.failures === 0) : [];
      const failed = going.filter((one) => !charged.includes(one));
      await dunning.fail(transaction, customerId, failed);
      if (!card || charged.length === 0) return null;
      const { locale } = await transaction.selectFrom('customers').select('locale').where('id', '=', customerId).executeTakeFirstOrThrow();
      return { payment: await chargeCard(transaction, customerId, { due: charged, card }, now), card, locale };
    });

  const request = async ({ payment, card, locale }: Charge): Promise<void> => {
    try {
      await requestPayment(db, payment, { provider, card, locale: pickLocale(locale) });
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
      log.warn({ err: error, payment: payment.id }, 'A renewal could not be charged; the reconciliation job tries again');
    }
  };

  return {
    run: async () => {
      await startFirstPlans(db, { customerId: null, grantedPlan: terms.grantedPlan, now: clock.now() });
      let after = '';
      for (;;) {
        const customers = await db
          .selectFrom('subscriptions')
          .innerJoin('customers', 'customers.id', 'subscriptions.customer_id')
          .select('customers.id')
          .where('subscriptions.due_at', '<=', clock.now())
          .where('customers.deleted_at', 'is', null)
          .groupBy('customers.id')
          .where('customers.id', '>', after)
          .orderBy('customers.id')
          .limit(batchRows)
          .execute();
        for (const { id } of customers) {
          after = id;
          try {
            const charge = await renewCustomer(id);
            if (charge) await request(charge);
          } catch (error) {
            // One customer's trouble must not keep all others from their renewal.
            log.error({ err: error, customer: id }, 'The subscriptions of a customer could not be renewed; retrying');
          }
        }
        if (customers.length < batchRows) return;
      }
    },
    onFailed: async (transaction, order) => {
      await dunning.fail(transaction, order.customer_id, await readAwaiting(transaction, order));
    },
  };
}

async function readWithPlans(transaction: Db, rows: readonly DueSubscription['row'][]): Promise<DueSubscription[]> {
  const plans = await readPlanVersions(
    transaction,
    rows.map(({ plan_id }) => plan_id),
  );
  return rows.flatMap((row) => {
    const plan = plans.get(row.plan_id);
    return plan ? [{ row, plan }] : [];
  });
}

async function readDue(transaction: Db, customerId: string, now: number): Promise<DueSubscription[]> {
  const rows = await transaction
    .selectFrom('subscriptions')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .orderBy('camera_id')
    .execute();
  return readWithPlans(transaction, rows);
}

/** The subscriptions whose renewal an order is for. */
async function readAwaiting(transaction: Db, order: OrdersTable): Promise<DueSubscription[]> {
  const cameraIds = itemsOf(order).map(({ cameraId }) => cameraId);
  const rows = await transaction
    .selectFrom('subscriptions')
    .selectAll()
    .where('customer_id', '=', order.customer_id)
    .where('camera_id', 'in', cameraIds)
    .where('renewal', '=', 'awaiting-payment')
    .execute();
  return readWithPlans(transaction, rows);
}

/** Whether a renewal of the customer is being charged. */
async function isPending(transaction: Db, customerId: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.id')
    .where('payments.customer_id', '=', customerId)
    .where('payments.state', '=', 'pending')
    .where('orders.reason', '=', 'renewal')
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the newest renewal by a card failed because the bank wanted its holder to confirm it. */
async function wasHolderAsked(transaction: Db, card: PaymentMethodsTable): Promise<boolean> {
  const newest = await transaction
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .select('payments.failure')
    .where('payments.payment_method_id', '=', card.id)
    .where('orders.reason', '=', 'renewal')
    .orderBy('payments.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.failure === 'authentication-failed';
}

function readDefaultCard(transaction: Db, customerId: string, provider: string): Promise<PaymentMethodsTable | undefined> {
  return transaction
    .selectFrom('payment_methods')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .where('is_default', '=', 1)
    .executeTakeFirst();
}
