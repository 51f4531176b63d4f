import { pickLocale } from '@watchpost/contract/kernel';
import type { Clock } from '@watchpost/contract/timing/clock';
import { PaymentProviderError, type PaymentProvider } from '../../../adapters/payments/port.ts';
import type { PaymentsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { Idempotency } from './billing-idempotency.ts';
import { orderExpiryMs } from './billing-orders.ts';
import { requestPayment } from './billing-payments.ts';
import type { Settlement } from './billing-settlement.ts';

const minuteMs = 60_000;
/** How long after its due day an invoice that is not paid cancels its order, ms. */
const invoiceExpiryMs = 30 * 24 * 60 * minuteMs;
/** Payments and orders per statement. */
const batchRows = 100;

/** Recovers what was lost between the provider and this server. */
export interface Reconciliation {
  /**
   * Asks the provider about every payment that it should have reported, requests those that it does not know, and cancels orders that were
   * not paid within a day. Can run twice, and on many servers at once.
   */
  run(): Promise<void>;
}

export interface ReconciliationDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly provider: Pick<PaymentProvider, 'name' | 'begin' | 'read' | 'cancel'>;
  readonly settlement: Settlement;
  readonly idempotency: Pick<Idempotency, 'forgetOld'>;
}

export function createReconciliation(deps: ReconciliationDeps): Reconciliation {
  const { db, clock, log, provider, settlement, idempotency } = deps;

  /** @returns false when another server has taken it */
  const claim = async ({ id, check_at: checkAt, created_at: createdAt }: PaymentsTable): Promise<boolean> => {
    const now = clock.now();
    // Seldom, when it takes long: a quarter of its age.
    const next = now + Math.min(60 * minuteMs, Math.max(minuteMs, (now - createdAt) / 4));
    const { numUpdatedRows } = await db
      .updateTable('payments')
      .set({ check_at: Math.round(next) })
      .where('id', '=', id)
      .where('check_at', '=', checkAt)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  };

  /** Whether nobody should pay it any more: the order was paid otherwise, or is too old. */
  const isOver = async ({ order_id: orderId }: PaymentsTable): Promise<boolean> => {
    const order = await db.selectFrom('orders').select(['state', 'created_at']).where('id', '=', orderId).executeTakeFirst();
    return order !== undefined && (order.state !== 'processing' || clock.now() - order.created_at >= orderExpiryMs);
  };

  const check = async (payment: PaymentsTable): Promise<void> => {
    const { id, amount, currency, created_at: createdAt } = payment;
    const report = await provider.read(id);
    if (report?.state === 'pending' && payment.return_url !== null && (await isOver(payment)))
      return settlement.settle((await provider.cancel(id)).report ?? report);
    if (report) return settlement.settle(report);
    // Lost on the way to the provider. Nobody waits for a page any more, but a renewal must be charged.
    const card = await savedCardOf(db, payment);
    if (card) return void (await requestPayment(db, payment, { provider, card, locale: pickLocale(card.locale) }));
    if (payment.return_url === null || clock.now() - createdAt >= orderExpiryMs)
      await settlement.settle({ id, amount, currency, state: 'failed', failure: 'expired', card: null });
  };

  const checkPayments = async (): Promise<void> => {
    for (;;) {
      const due = await db
        .selectFrom('payments')
        .selectAll()
        .where('check_at', '<=', clock.now())
        .where('state', '=', 'pending')
        .where('provider', '=', provider.name)
        .orderBy('check_at')
        .limit(batchRows)
        .execute();
      for (const payment of due) {
        if (!(await claim(payment))) continue;
        try {
          await check(payment);
        } catch (error) {
          // One payment's trouble must not keep all others from being checked.
          const isExpected = error instanceof PaymentProviderError || error instanceof AppError;
          log[isExpected ? 'warn' : 'error']({ err: error, payment: payment.id }, 'A payment could not be checked; retrying');
        }
      }
      if (due.length < batchRows) return;
    }
  };

  const cancelOldOrders = async (): Promise<void> => {
    await db
      .updateTable('orders')
      .set({ state: 'cancelled', failure: 'expired' })
      .where('state', 'in', ['created', 'failed'])
      // An order with an invoice waits for a transfer: until long after its due day.
      .where(({ eb, or, and, selectFrom }) =>
        or([
          and([eb('invoice_number', 'is', null), eb('created_at', '<=', clock.now() - orderExpiryMs)]),
          eb(
            'id',
            'in',
            selectFrom('invoices')
              .select('order_id')
              .where('paid_at', 'is', null)
              .where('due_at', '<=', clock.now() - invoiceExpiryMs),
          ),
        ]),
      )
      // Paid, and not carried out: the customer must see that.
      .where(({ eb, or }) => or([eb('failure', 'is', null), eb('failure', 'not in', ['plans-failed', 'credit-failed'])]))
      .execute();
  };

  return {
    run: async () => {
      await checkPayments();
      await cancelOldOrders();
      await idempotency.forgetOld();
    },
  };
}

async function savedCardOf(
  db: Db,
  { payment_method_id: id }: PaymentsTable,
): Promise<{ readonly reference: string; readonly locale: string } | undefined> {
  if (id === null) return undefined;
  return db
    .selectFrom('payment_methods')
    .innerJoin('customers', 'customers.id', 'payment_methods.customer_id')
    .select(['payment_methods.reference', 'customers.locale'])
    .where('payment_methods.id', '=', id)
    .executeTakeFirst();
}
