import { paymentAnswer, type PaymentAnswer, type PayOrderBody } from '@watchpost/contract/schemas/billing';
import type { Locale } from '@watchpost/contract/kernel';
import type { Clock } from '@watchpost/contract/timing/clock';
import { PaymentProviderError, type PaymentProvider } from '../../../adapters/payments/port.ts';
import type { OrdersTable, PaymentMethodsTable, PaymentsTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Logger } from '../../../kernel/log.ts';
import { inMoneyTransaction, lockCustomer } from '../billing-transaction.ts';
import { readCustomerBalance } from '../ledger/billing-ledger.ts';
import type { Idempotency, KeepAnswer } from './billing-idempotency.ts';
import { coversOrder, fulfilOrder, isPayable, readOrder } from './billing-orders.ts';
import { receiptLines } from './billing-receipt.ts';
import type { Settlement } from './billing-settlement.ts';

/** When the provider is first asked about a payment that it has not reported, ms. */
const firstCheckMs = 60_000;

export interface Payments {
  /**
   * Pays an order from the balance, or begins its payment by card.
   * @param options.orderId of any customer: a foreign one is unknown
   * @throws {AppError} not-found, order-not-payable, payment-in-progress, payment-provider-unavailable
   */
  pay(
    customerId: string,
    options: { readonly orderId: string; readonly body: PayOrderBody; readonly key: string; readonly locale: Locale },
  ): Promise<PaymentAnswer>;
}

export interface PaymentsDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly provider: Pick<PaymentProvider, 'name' | 'begin' | 'cancel'>;
  readonly settlement: Settlement;
  readonly idempotency: Pick<Idempotency, 'run'>;
  /** Called after plans or a balance have changed. */
  onChange(): void;
}

type CardBody = Extract<PayOrderBody, { method: 'card' }>;

export function createPayments({ db, clock, log, provider, settlement, idempotency, onChange }: PaymentsDeps): Payments {
  const asked = async <T>(paymentId: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error;
      log.warn({ err: error, payment: paymentId }, 'The payment provider does not answer');
      throw new AppError('payment-provider-unavailable', { cause: error, retryAfter: 60 });
    }
  };

  /**
   * Closes the provider's page of an earlier attempt, so that the customer does not pay twice, and applies how it ended.
   * @returns the payment whose page can't be closed: what comes of it is credited to the balance
   */
  const giveUpPage = async (orderId: string): Promise<string | null> => {
    const pending = await pendingPayment(db, orderId);
    if (pending === undefined || pending.return_url === null || pending.provider !== provider.name) return null;
    const { id, amount, currency } = pending;
    const { report, isPageOpen } = await asked(id, () => provider.cancel(id));
    await settlement.settle(report ?? { id, amount, currency, state: 'failed', failure: 'expired', card: null });
    return isPageOpen ? id : null;
  };

  const expectCovered = async (on: Db, customerId: string, orderId: string): Promise<OrdersTable> => {
    const order = await expectPayable(on, customerId, orderId, clock.now());
    const balance = await readCustomerBalance(on, customerId, order.currency);
    if (order.kind === 'balance' || !coversOrder(balance, order)) throw new AppError('order-not-payable');
    return order;
  };

  const payFromBalance = async (customerId: string, orderId: string, keep: KeepAnswer<PaymentAnswer>): Promise<PaymentAnswer> => {
    await expectCovered(db, customerId, orderId);
    const openPayment = await giveUpPage(orderId);
    return inMoneyTransaction(db, async (transaction) => {
      await lockCustomer(transaction, customerId);
      const order = await expectCovered(transaction, customerId, orderId);
      const pending = await pendingPayment(transaction, orderId);
      // A card is being charged: its result comes first.
      if (pending !== undefined && pending.id !== openPayment) throw new AppError('payment-in-progress');
      await fulfilOrder(transaction, order, { paidWith: 'balance', now: clock.now() });
      const answer = { next: 'done' } as const;
      await keep(transaction, answer);
      return answer;
    });
  };

  /** Stores the payment before the provider is asked: whatever happens then, the reconciliation job finds it. */
  const begin = (
    customerId: string,
    orderId: string,
    { paymentMethodId, isSaved, returnUrl }: CardBody,
  ): Promise<{ readonly payment: PaymentsTable; readonly card: PaymentMethodsTable | null }> =>
    inMoneyTransaction(db, async (transaction) => {
      await lockCustomer(transaction, customerId);
      const now = clock.now();
      const order = await expectPayable(transaction, customerId, orderId, now);
      const pending = await pendingPayment(transaction, orderId);
      if (pending) {
        // The same page again; a charge of a saved card must not be followed by another before its result is known.
        if (pending.return_url === null) throw new AppError('payment-in-progress');
        return { payment: pending, card: null };
      }
      const card = paymentMethodId === null ? null : await readCard(transaction, customerId, paymentMethodId, provider.name);
      const payment = await insertPayment(
        transaction,
        { order, provider: provider.name, card, isSaved: card === null && isSaved, returnUrl: card ? null : returnUrl },
        now,
      );
      return { payment, card };
    });

  const payByCard = async (
    customerId: string,
    { orderId, body, locale }: { readonly orderId: string; readonly body: CardBody; readonly locale: Locale },
    keep: KeepAnswer<PaymentAnswer>,
  ): Promise<PaymentAnswer> => {
    // A saved card instead of the page that is open.
    if (body.paymentMethodId !== null) await giveUpPage(orderId);
    const { payment, card } = await begin(customerId, orderId, body);
    const url = await asked(payment.id, () => requestPayment(db, payment, { provider, card, locale }));
    const answer: PaymentAnswer = url === null ? { next: 'wait' } : { next: 'redirect', url };
    await keep(db, answer);
    return answer;
  };

  return {
    pay: async (customerId, options) => {
      const { orderId, body, key } = options;
      // Before the key is looked at: an order of another customer is unknown.
      const { to_pay: toPay, kind } = await readOrder(db, customerId, orderId);
      if (body.method === 'invoice') throw new AppError('order-not-payable');
      const answer = await idempotency.run({ customerId, key, call: `payOrder ${orderId}`, body }, paymentAnswer, (keep) =>
        body.method === 'balance' || (toPay === 0 && kind === 'subscription')
          ? payFromBalance(customerId, orderId, keep)
          : payByCard(customerId, { ...options, body }, keep),
      );
      if (answer.next === 'done') onChange();
      return answer;
    },
  };
}

async function expectPayable(transaction: Db, customerId: string, orderId: string, now: number): Promise<OrdersTable> {
  const order = await readOrder(transaction, customerId, orderId);
  if (order.reason === 'renewal' || !isPayable(order, now)) throw new AppError('order-not-payable');
  return order;
}

function pendingPayment(transaction: Db, orderId: string): Promise<PaymentsTable | undefined> {
  return transaction.selectFrom('payments').selectAll().where('order_id', '=', orderId).where('state', '=', 'pending').executeTakeFirst();
}

async function readCard(transaction: Db, customerId: string, id: string, provider: string): Promise<PaymentMethodsTable> {
  const card = await transaction
    .selectFrom('payment_methods')
    .selectAll()
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  if (!card) throw new AppError('not-found');
  return card;
}

/** Inserts a payment of an order, which waits for the provider from then on. @param now Unix ms */
export async function insertPayment(
  transaction: Db,
  payment: {
    readonly order: OrdersTable;
    readonly provider: string;
    /** The saved card; null for a new one. */
    readonly card: PaymentMethodsTable | null;
    readonly isSaved: boolean;
    readonly returnUrl: string | null;
  },
  now: number,
): Promise<PaymentsTable> {
  const { order, provider, card, isSaved, returnUrl } = payment;
  await transaction.updateTable('orders').set({ state: 'processing', failure: null }).where('id', '=', order.id).execute();
  return transaction
    .insertInto('payments')
    .values({
      id: newId('pay'),
      order_id: order.id,
      customer_id: order.customer_id,
      provider,
      amount: order.to_pay,
      currency: order.currency,
      state: 'pending',
      failure: null,
      payment_method_id: card?.id ?? null,
      is_saved: isSaved ? 1 : 0,
      return_url: returnUrl,
      created_at: now,
      check_at: now + firstCheckMs,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Requests a stored payment from the provider; as often as necessary, because it makes one payment of an id.
 * @param options.card the saved card; null for a new one
 * @returns where the customer enters a card; null when no customer is needed
 * @throws {PaymentProviderError}
 */
export async function requestPayment(
  db: Db,
  { id, order_id: orderId, amount, currency, is_saved: isSaved, return_url: returnUrl }: PaymentsTable,
  options: {
    readonly provider: Pick<PaymentProvider, 'begin'>;
    readonly card: Pick<PaymentMethodsTable, 'reference'> | null;
    readonly locale: Locale;
  },
): Promise<string | null> {
  const { provider, card, locale } = options;
  const { email, ...order } = await db
    .selectFrom('orders')
    .innerJoin('customers', 'customers.id', 'orders.customer_id')
    .selectAll('orders')
    .select('customers.email')
    .where('orders.id', '=', orderId)
    .executeTakeFirstOrThrow();
  const subject = order.kind === 'balance' ? 'balance' : 'plans';
  const { redirectUrl } = await provider.begin({
    id,
    amount,
    currency,
    locale,
    receipt: { email, subject, lines: subject === 'plans' ? await receiptLines(db, order, locale) : [] },
    card: card ? { kind: 'saved', reference: card.reference } : { kind: 'new', isSaved: isSaved === 1, returnUrl: returnUrl ?? '' },
  });
  return redirectUrl;
}
