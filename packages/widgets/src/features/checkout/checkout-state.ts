import type { Billing, Camera, Client, InvoicePreview, PaymentMethod, Plan, Subscription } from '@watchpost/sdk-core';

/** The part of a client that the checkout needs. */
export type CheckoutClient = Pick<Client, 'billing' | 'cameras' | 'serverNow'>;
/** The steps of a checkout, in their order. */
export type CheckoutStep = 'plans' | 'review' | 'payment' | 'result';

/** What is on sale, and what the user has. */
export interface CheckoutOffer {
  readonly billing: Extract<Billing, { isEnabled: true }>;
  readonly plans: readonly Plan[];
  readonly cameras: readonly Camera[];
  readonly subscriptions: readonly Subscription[];
  readonly paymentMethods: readonly PaymentMethod[];
}
/** What a checkout knows of the account: plans, cameras, balance; or why it could not be loaded. */
export type CheckoutData =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The operator sells no plans. */
  | { readonly kind: 'nothing-on-sale' }
  /** None that plans are sold for. */
  | { readonly kind: 'no-cameras' }
  | ({ readonly kind: 'ready' } & CheckoutOffer);

/** What the chosen plans cost. `before`: the price that was shown is outdated, and the new one was not agreed to yet. */
export type CheckoutQuote =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'ready'; readonly preview: InvoicePreview; readonly before: InvoicePreview | null };

/** How it is paid: a saved card, or a new one with `id: null`. */
export type CheckoutMethod = { readonly kind: 'card'; readonly id: string | null } | { readonly kind: 'invoice' };

/** Ordering and paying. `leaving`: the payment service's page opens. */
export type CheckoutWork =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'leaving' }
  | { readonly kind: 'failed'; readonly error: unknown };

/** Loads the offer. @throws {WatchpostError} */
export async function loadOffer({ billing, cameras }: CheckoutClient, signal: AbortSignal): Promise<CheckoutData> {
  const terms = await billing.get({ signal });
  if (!terms.isEnabled) return { kind: 'nothing-on-sale' };
  const [plans, found, subscriptions, paymentMethods] = await Promise.all([
    billing.plans({ signal }),
    cameras.list({ signal }),
    billing.subscriptions({ signal }),
    billing.paymentMethods.list({ signal }),
  ]);
  const sold = plans.filter(({ isTrial }) => !isTrial);
  if (sold.length === 0) return { kind: 'nothing-on-sale' };
  return { kind: 'ready', billing: terms, plans: sold, cameras: found, subscriptions, paymentMethods };
}
