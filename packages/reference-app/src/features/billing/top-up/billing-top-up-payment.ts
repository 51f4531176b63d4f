import { WatchpostError } from '@watchpost/sdk-core';
import type { Client, Order, PaymentStep } from '@watchpost/sdk-core';

export interface TopUpWish {
  /** Minor units. */
  readonly amount: number;
  /** Null for a new card. */
  readonly paymentMethodId: string | null;
  readonly isSaved: boolean;
}

export interface StartedTopUp {
  readonly order: Order;
  readonly step: PaymentStep;
}

interface Attempt {
  readonly amount: number;
  readonly orderKey: string;
  order: Order | null;
  /** The payment of this order with one card. */
  payment: { readonly way: string; readonly key: string } | null;
}

/**
 * Orders a top-up and pays for it. After a failure, the same amount continues the order that exists: a lost answer never makes a second one.
 * @param returnUrlOf where the payment service sends the customer back to
 */
export function createTopUpPayment({ billing }: Pick<Client, 'billing'>, returnUrlOf: (orderId: string) => string) {
  let attempt: Attempt | null = null;
  return async ({ amount, paymentMethodId, isSaved }: TopUpWish): Promise<StartedTopUp> => {
    if (attempt?.amount !== amount) attempt = { amount, orderKey: randomKey(), order: null, payment: null };
    const mine = attempt;
    const order = (mine.order ??= await billing.topUp(amount, { idempotencyKey: mine.orderKey }));
    const way = `${paymentMethodId} ${isSaved}`;
    // The same key answers with the same page of the payment service.
    if (mine.payment?.way !== way) mine.payment = { way, key: randomKey() };
    try {
      const payment = { method: 'card', paymentMethodId, isSaved, returnUrl: returnUrlOf(order.id) } as const;
      const step = await billing.pay(order.id, payment, { idempotencyKey: mine.payment.key });
      return { order, step };
    } catch (error) {
      // The answer to an earlier attempt was lost: the payment goes on.
      if (error instanceof WatchpostError && error.code === 'payment-in-progress') return { order, step: { next: 'wait' } };
      if (error instanceof WatchpostError && error.code === 'order-not-payable') attempt = null;
      throw error;
    }
  };
}

function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
