import { orderSchema, type CreateOrderBody, type Order, type InvoicePreview, type CameraPlan } from '@watchpost/contract/schemas/billing';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { AppError } from '../../../kernel/app-error.ts';
import { inMoneyTransaction, lockCustomer } from '../billing-transaction.ts';
import { calculateOrder, toPreview, type Quote } from '../subscriptions/billing-preview.ts';
import { startFirstPlans } from '../subscriptions/billing-first-plans.ts';
import type { Idempotency } from './billing-idempotency.ts';
import { insertOrder, readOrder, toOrder } from './billing-orders.ts';

/** The operator's terms. */
export interface BillingTerms {
  readonly currency: string;
  /** Smallest and largest top-up, minor units. */
  readonly minTopUp: number;
  readonly maxTopUp: number;
  /** How long a subscription that was not paid on its day goes on, days. */
  readonly graceDays: number;
  /** Id of the plan that cameras have free and without an end, instead of a trial: in the demo. Null for the trial. */
  readonly grantedPlan: string | null;
}

/** Calculates and creates orders. */
export interface Checkout {
  /** Calculates an order; the cameras must be the customer's. */
  preview(customerId: string, cameraPlans: readonly CameraPlan[]): Promise<InvoicePreview>;
  /**
   * Creates an order at the total that was shown.
   * @throws {AppError} plan-outdated, with the new preview, when it would cost anything else
   */
  order(customerId: string, body: CreateOrderBody, key: string): Promise<Order>;
  /** Creates an order for the balance. @param amount minor units @throws {AppError} invalid-request outside the operator's limits */
  topUp(customerId: string, amount: number, key: string): Promise<Order>;
  find(customerId: string, id: string): Promise<Order>;
}

export interface CheckoutDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly terms: BillingTerms;
  readonly idempotency: Pick<Idempotency, 'run'>;
}

export function createCheckout({ db, clock, terms, idempotency }: CheckoutDeps): Checkout {
  const { currency, minTopUp, maxTopUp, grantedPlan } = terms;
  const calculate = async (on: Db, customerId: string, cameraPlans: readonly CameraPlan[]): Promise<Quote> => {
    const now = clock.now();
    await startFirstPlans(on, { customerId, grantedPlan, now });
    return calculateOrder(on, { customerId, currency, cameraPlans, now });
  };

  return {
    preview: async (customerId, cameraPlans) => toPreview(await calculate(db, customerId, cameraPlans), currency),
    order: (customerId, body, key) =>
      idempotency.run({ customerId, key, call: 'createOrder', body }, orderSchema, (keep) =>
        inMoneyTransaction(db, async (transaction) => {
          if (!(await lockCustomer(transaction, customerId))) throw new AppError('not-found');
          const quote = await calculate(transaction, customerId, body.cameraPlans);
          if (quote.toPay !== body.expectedToPay) throw new AppError('plan-outdated', { details: { preview: toPreview(quote, currency) } });
          const order = await insertOrder(
            transaction,
            { customer_id: customerId, kind: 'subscription', reason: 'customer', currency, items: quote.items, sums: quote },
            clock.now(),
          );
          const answer = toOrder(order);
          await keep(transaction, answer);
          return answer;
        }),
      ),
    topUp: async (customerId, amount, key) => {
      if (amount < minTopUp || amount > maxTopUp)
        throw new AppError('invalid-request', {
          details: { fields: [{ field: 'amount', message: `From ${minTopUp} to ${maxTopUp} minor units` }] },
        });
      return idempotency.run({ customerId, key, call: 'topUpBalance', body: { amount } }, orderSchema, (keep) =>
        inMoneyTransaction(db, async (transaction) => {
          const sums = { total: amount, fromBalance: 0, toPay: amount, toBalance: 0 };
          const basis = { customer_id: customerId, kind: 'balance', reason: 'customer', currency, items: [], sums } as const;
          const answer = toOrder(await insertOrder(transaction, basis, clock.now()));
          await keep(transaction, answer);
          return answer;
        }),
      );
    },
    find: async (customerId, id) => toOrder(await readOrder(db, customerId, id)),
  };
}
