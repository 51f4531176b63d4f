import type { Clock } from '@watchpost/contract/timing/clock';
import type { PaymentReport, ProviderCard } from '../../../adapters/payments/port.ts';
import type { OrdersTable, PaymentsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Logger } from '../../../kernel/log.ts';
import { inMoneyTransaction, lockCustomer } from '../billing-transaction.ts';
import { creditPayment, fulfilOrder } from './billing-orders.ts';

/** Applies what the provider reports: the only thing that makes an order paid. */
export interface Settlement {
  /**
   * Applies a verified report, any number of times and in any order: money is credited once.
   * @throws {AppError} payment-notification-invalid for a payment that is unknown, or of another amount
   */
  settle(report: PaymentReport): Promise<void>;
}

export interface SettlementDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  /** Notes, in the same transaction, that a renewal was not paid. */
  onRenewalFailed(transaction: Db, order: OrdersTable): Promise<void>;
  /** Called after plans or a balance have changed. */
  onChange(): void;
}

export function createSettlement({ db, clock, log, onRenewalFailed, onChange }: SettlementDeps): Settlement {
  const succeed = async (transaction: Db, payment: PaymentsTable, order: OrdersTable, card: ProviderCard | null): Promise<void> => {
    const now = clock.now();
    await creditPayment(transaction, payment, { now, last4: card?.last4 ?? (await last4Of(transaction, payment)) });
    if (card && payment.is_saved === 1) await saveCard(transaction, payment, card, now);
    await end(transaction, payment, 'succeeded', null);
    // Paid before, by another payment of the same order, or given up long ago: this money stays on the balance.
    if (order.state === 'completed' || (order.state === 'cancelled' && order.kind === 'subscription')) return;
    if (await fulfilOrder(transaction, order, { paidWith: 'card', now })) {
      if (order.kind === 'balance') await retryFailedRenewals(transaction, order.customer_id, now);
    } else {
      log.error(
        { order: order.id, payment: payment.id },
        'An order was paid and its plans could not be changed; the money is on the balance',
      );
    }
  };

  const fail = async (transaction: Db, payment: PaymentsTable, order: OrdersTable, failure: PaymentReport['failure']): Promise<void> => {
    await end(transaction, payment, 'failed', failure ?? 'declined');
    if (order.state !== 'processing') return;
    await transaction
      .updateTable('orders')
      .set({ state: 'failed', failure: failure ?? 'declined' })
      .where('id', '=', order.id)
      .execute();
    if (order.reason === 'renewal') await onRenewalFailed(transaction, order);
  };

  const apply = (report: PaymentReport): Promise<boolean> =>
    inMoneyTransaction(db, async (transaction) => {
      const known = await readPayment(transaction, report.id);
      if (!known || known.amount !== report.amount || known.currency !== report.currency) {
        log.error(
          { payment: report.id, amount: report.amount, expected: known?.amount },
          'The provider reports a payment that was not requested',
        );
        throw new AppError('payment-notification-invalid');
      }
      await lockCustomer(transaction, known.customer_id);
      // Read again: another report may have been applied before the lock was given.
      const payment = await readPayment(transaction, report.id);
      const order = await transaction.selectFrom('orders').selectAll().where('id', '=', known.order_id).executeTakeFirst();
      if (!payment || !order || report.state === 'pending' || payment.state === 'succeeded') return false;
      if (report.state === 'succeeded') await succeed(transaction, payment, order, report.card);
      else if (payment.state === 'pending') await fail(transaction, payment, order, report.failure);
      return true;
    });

  return {
    settle: async (report) => {
      try {
        if (await apply(report)) onChange();
      } catch (error) {
        if (report.state === 'succeeded' && (await markNotCredited(db, report.id).catch(() => false)))
          log.error({ err: error, payment: report.id }, 'A payment was made and can’t be credited; retrying, and the customer sees it');
        throw error;
      }
    },
  };
}

/**
 * Notes that money was taken and is not on the balance: the customer neither waits for nothing nor pays again. The payment stays open, and a
 * later report of it completes the order.
 * @returns whether this was news
 */
async function markNotCredited(db: Db, paymentId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('orders')
    .set({ state: 'failed', failure: 'credit-failed' })
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('payments').select('order_id').where('id', '=', paymentId).where('state', '<>', 'succeeded'),
    )
    .where('reason', '=', 'customer')
    .where('state', 'in', ['processing', 'failed'])
    .where(({ eb, or }) => or([eb('failure', 'is', null), eb('failure', 'not in', ['credit-failed', 'plans-failed'])]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function readPayment(db: Db, id: string): Promise<PaymentsTable | undefined> {
  return db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst();
}

async function end(
  transaction: Db,
  { id }: PaymentsTable,
  state: 'succeeded' | 'failed',
  failure: PaymentsTable['failure'],
): Promise<void> {
  await transaction.updateTable('payments').set({ state, failure, check_at: null }).where('id', '=', id).execute();
}

async function last4Of(transaction: Db, { payment_method_id: id }: PaymentsTable): Promise<string | null> {
  if (id === null) return null;
  const card = await transaction.selectFrom('payment_methods').select('last4').where('id', '=', id).executeTakeFirst();
  return card?.last4 ?? null;
}

/** Saves a card that was paid with; the first one becomes the default. */
async function saveCard(
  transaction: Db,
  { customer_id: customerId, provider }: PaymentsTable,
  card: ProviderCard,
  now: number,
): Promise<void> {
  const { reference, brand, last4, expiryMonth, expiryYear } = card;
  const hasDefault = await transaction
    .selectFrom('payment_methods')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('is_default', '=', 1)
    .executeTakeFirst();
  await transaction
    .insertInto('payment_methods')
    .values({
      id: newId('card'),
      customer_id: customerId,
      provider,
      reference,
      brand,
      last4,
      expiry_month: expiryMonth,
      expiry_year: expiryYear,
      is_default: hasDefault ? 0 : 1,
      created_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['customer_id', 'provider', 'reference']).doUpdateSet({ expiry_month: expiryMonth, expiry_year: expiryYear }),
    )
    .execute();
}

/** With money on the balance again, what was not paid is tried at once. */
export async function retryFailedRenewals(transaction: Db, customerId: string, now: number): Promise<void> {
  await transaction
    .updateTable('subscriptions')
    .set({ due_at: now })
    .where('customer_id', '=', customerId)
    .where('renewal', '=', 'failed')
    .execute();
}
