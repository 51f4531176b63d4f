import type { Order, OrderFailure } from '@watchpost/sdk-core';

/** What became of an order. */
export type CheckoutResult =
  /** The balance was topped up. */
  | { readonly kind: 'credited'; readonly order: Order }
  /** The subscriptions are activated. */
  | { readonly kind: 'activated'; readonly order: Order }
  /** An invoice was made; it activates up to 24 hours after it is paid. */
  | { readonly kind: 'invoiced'; readonly order: Order }
  | { readonly kind: 'failed'; readonly order: Order; readonly failure: OrderFailure | null }
  | { readonly kind: 'cancelled'; readonly order: Order };

/** The last step. */
export type CheckoutOutcome =
  | { readonly kind: 'none' }
  /** It is not known yet. `isLong`: it takes longer than it usually does. */
  | { readonly kind: 'waiting'; readonly order: Order | null; readonly isLong: boolean }
  /** The order was left before it was paid. */
  | { readonly kind: 'unpaid'; readonly order: Order }
  /** The order can't be read. */
  | { readonly kind: 'unknown'; readonly error: unknown }
  | CheckoutResult;

/** Where an order stands. */
export function outcomeOf(order: Order): CheckoutOutcome {
  switch (order.state) {
    case 'created':
      return { kind: order.invoiceNumber === null ? 'unpaid' : 'invoiced', order };
    case 'processing':
    case 'paid':
      return { kind: 'waiting', order, isLong: false };
    case 'completed':
      return { kind: order.kind === 'balance' ? 'credited' : 'activated', order };
    case 'failed':
      return { kind: 'failed', order, failure: order.failure };
    case 'cancelled':
      return { kind: 'cancelled', order };
  }
}

export function isResult(outcome: CheckoutOutcome): outcome is CheckoutResult {
  return !['none', 'waiting', 'unpaid', 'unknown'].includes(outcome.kind);
}

/** Whether the same order can be paid, again or for the first time. Without its plans, or the money, only people can help. */
export function canPayAgain({ state, failure }: Order): boolean {
  return state === 'created' || state === 'processing' || (state === 'failed' && failure !== 'plans-failed' && failure !== 'credit-failed');
}
