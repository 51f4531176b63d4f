import type Stripe from 'stripe';
import type { PaymentReport, ProviderCard } from '../port.ts';
import type { RemotePayment } from '../remote/remote-payments.ts';
import { fromStripeAmount } from './stripe-amounts.ts';

/** The key of the id of a payment in Stripe's metadata. */
export const metadataKey = 'watchpost_payment';

type State = Pick<PaymentReport, 'state' | 'failure'>;

/** A session of Checkout: its page is the payment, until it is paid or expires. */
export function toSessionPayment(session: Stripe.Checkout.Session): RemotePayment {
  const intent = typeof session.payment_intent === 'object' ? session.payment_intent : null;
  const currency = (session.currency ?? '').toUpperCase();
  const state = sessionState(session, intent);
  return {
    reference: session.id,
    pageUrl: session.status === 'open' ? session.url : null,
    report: {
      id: session.metadata?.[metadataKey] ?? '',
      ...state,
      amount: fromStripeAmount(session.amount_total ?? Number.NaN, currency),
      currency,
      card: state.state === 'succeeded' && intent?.setup_future_usage === 'off_session' ? toCard(intent) : null,
    },
  };
}

/** The charge of a saved card: nobody is there who could be asked anything. */
export function toIntentPayment(intent: Stripe.PaymentIntent): RemotePayment {
  const currency = intent.currency.toUpperCase();
  const state = intentState(intent);
  return {
    reference: intent.id,
    pageUrl: null,
    report: {
      id: intent.metadata[metadataKey] ?? '',
      ...state,
      amount: fromStripeAmount(intent.amount, currency),
      currency,
      card: state.state === 'succeeded' ? toCard(intent) : null,
    },
  };
}

function sessionState({ status, payment_status: paymentStatus }: Stripe.Checkout.Session, intent: Stripe.PaymentIntent | null): State {
  if (status === 'expired') return { state: 'failed', failure: intent?.last_payment_error ? failureOf(intent) : 'expired' };
  if (status !== 'complete') return { state: 'pending', failure: null };
  if (paymentStatus === 'paid') return { state: 'succeeded', failure: null };
  // Complete and unpaid: the bank has not answered yet, or has refused in the end.
  const isRefused = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return isRefused ? { state: 'failed', failure: failureOf(intent) } : { state: 'pending', failure: null };
}

function intentState(intent: Stripe.PaymentIntent): State {
  switch (intent.status) {
    case 'succeeded':
      return { state: 'succeeded', failure: null };
    case 'requires_payment_method':
    case 'canceled':
      return { state: 'failed', failure: failureOf(intent) };
    case 'requires_action':
      return { state: 'failed', failure: 'authentication-failed' };
    default:
      return { state: 'pending', failure: null };
  }
}

const authenticationCodes: readonly (string | undefined)[] = ['authentication_required', 'payment_intent_authentication_failure'];

function failureOf({ last_payment_error: error }: Stripe.PaymentIntent): 'declined' | 'authentication-failed' {
  return authenticationCodes.includes(error?.code) || authenticationCodes.includes(error?.decline_code)
    ? 'authentication-failed'
    : 'declined';
}

function toCard({ payment_method: method, customer }: Stripe.PaymentIntent): ProviderCard | null {
  const customerId = typeof customer === 'object' ? customer?.id : customer;
  if (typeof method !== 'object' || !method?.card || customerId === undefined) return null;
  const { brand, last4, exp_month: expiryMonth, exp_year: expiryYear } = method.card;
  return {
    reference: joinReference(customerId, method.id),
    brand: brand === 'visa' || brand === 'mastercard' ? brand : 'other',
    last4,
    expiryMonth,
    expiryYear,
  };
}

/** Stripe charges a saved card only together with the customer that it belongs to there. */
function joinReference(customerId: string, methodId: string): string {
  return `${customerId}/${methodId}`;
}

export function splitReference(reference: string): { readonly customer: string; readonly payment_method: string } | null {
  const [, customer, method] = /^(cus_\w+)\/(\w+)$/.exec(reference) ?? [];
  return customer === undefined || method === undefined ? null : { customer, payment_method: method };
}
