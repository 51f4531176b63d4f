import type { Balance, PaymentMethod, Subscription, UpcomingInvoices } from '@watchpost/contract/schemas/billing';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { cameraCapabilities } from '../cameras/index.ts';
import { paymentLookAheadMs } from './billing-subscription-state.ts';

/** What the payment bar depends on. */
export interface PaymentBarInput {
  readonly balance: Pick<Balance, 'amount'>;
  readonly upcomingInvoices: {
    readonly total: UpcomingInvoices['total'];
    readonly items: readonly Pick<UpcomingInvoices['items'][number], 'cameraId' | 'startDate'>[];
  };
  /** All cameras that the user sees, other people's included. */
  readonly cameras: readonly Pick<Camera, 'id' | 'platform' | 'timeZone' | 'isOwner' | 'grant'>[];
  readonly subscriptions: readonly Pick<Subscription, 'cameraId' | 'isActivationRequired'>[];
  readonly paymentMethods: readonly Pick<PaymentMethod, 'id'>[];
  /** Unix milliseconds by the server's clock. */
  readonly now: number;
}

/** Where the payment bar leads: with `Subscription`, to the plans of these cameras. */
export type PaymentTarget = { readonly name: 'TopUpBalance' } | { readonly name: 'Subscription'; readonly cameraIds: readonly string[] };

interface SubscriptionTarget {
  readonly target: Extract<PaymentTarget, { readonly name: 'Subscription' }>;
}
/** The nearest charge, Unix milliseconds; null when nothing is going to be charged. */
interface NearestCharge {
  readonly nextChargeAt: number | null;
}

/**
 * The bar that asks for a payment (specification 1, section 4). `ServicePaused` and `ServicePausedWithMethod`: the account is in debt.
 * `PayUntil`: the balance does not cover the next charges. `Subscription`: a camera has no plan. `dot` is the mark at the profile's picture.
 */
export type PaymentBar =
  | { readonly state: 'None'; readonly style: null; readonly dot: 'none'; readonly target: null; readonly nextChargeAt: number | null }
  | (NearestCharge & {
      readonly state: 'ServicePaused';
      readonly style: 'danger';
      readonly dot: 'error';
      readonly target: Extract<PaymentTarget, { readonly name: 'TopUpBalance' }>;
    })
  | (NearestCharge & SubscriptionTarget & { readonly state: 'ServicePausedWithMethod'; readonly style: 'danger'; readonly dot: 'error' })
  | (SubscriptionTarget & {
      readonly state: 'PayUntil';
      readonly style: 'warning';
      readonly dot: 'info';
      /** Unix milliseconds; shown as month and day. */
      readonly nextChargeAt: number;
    })
  | (NearestCharge & SubscriptionTarget & { readonly state: 'Subscription'; readonly style: 'standard'; readonly dot: 'none' });

/**
 * Decides what the payment bar shows, in the order of the specification. Every upcoming invoice counts, whether its camera is in the list or not:
 * it is charged all the same.
 * @example
 * const bar = paymentBar({ balance, upcomingInvoices, cameras, subscriptions, paymentMethods, now: client.serverNow() });
 * if (bar.state === 'PayUntil') show(`Pay until ${formatDate(bar.nextChargeAt, { locale: 'en' })}`);
 */
export function paymentBar({ balance, upcomingInvoices, cameras, subscriptions, paymentMethods, now }: PaymentBarInput): PaymentBar {
  const { items, total } = upcomingInvoices;
  const nextChargeAt = items.reduce<number | null>(
    (soonest, { startDate }) => (soonest === null || startDate < soonest ? startDate : soonest),
    null,
  );
  const none: PaymentBar = { state: 'None', style: null, dot: 'none', target: null, nextChargeAt };
  const hasMethod = paymentMethods.length > 0;
  if (balance.amount < 0) {
    if (!hasMethod) return { state: 'ServicePaused', style: 'danger', dot: 'error', target: { name: 'TopUpBalance' }, nextChargeAt };
    const cameraIds = [...new Set(items.map(({ cameraId }) => cameraId))];
    return { state: 'ServicePausedWithMethod', style: 'danger', dot: 'error', target: { name: 'Subscription', cameraIds }, nextChargeAt };
  }
  const target = { name: 'Subscription', cameraIds: camerasWithoutPlan(cameras, subscriptions, now) } as const;
  if (nextChargeAt !== null && nextChargeAt < now + paymentLookAheadMs)
    return !hasMethod && total > balance.amount ? { state: 'PayUntil', style: 'warning', dot: 'info', target, nextChargeAt } : none;
  const isAsked = cameras.some((camera) => cameraCapabilities(camera, now).asksForPlan);
  if (!isAsked || target.cameraIds.length === 0) return none;
  return { state: 'Subscription', style: 'standard', dot: 'none', target, nextChargeAt };
}

/**
 * Returns the ids of the user's own cameras without a plan, in their order: those without a subscription, and those whose subscription requires
 * activation.
 * @param now Unix milliseconds by the server's clock
 * @example const cameraIds = camerasWithoutPlan(await client.cameras.list(), await client.billing.subscriptions(), client.serverNow());
 */
export function camerasWithoutPlan(
  cameras: PaymentBarInput['cameras'],
  subscriptions: readonly Pick<Subscription, 'cameraId' | 'isActivationRequired'>[],
  now: number,
): string[] {
  const subscribed = new Set(subscriptions.map(({ cameraId }) => cameraId));
  const inactive = new Set(subscriptions.filter(({ isActivationRequired }) => isActivationRequired).map(({ cameraId }) => cameraId));
  return cameras
    .filter((camera) => cameraCapabilities(camera, now).canManageSubscription && (!subscribed.has(camera.id) || inactive.has(camera.id)))
    .map(({ id }) => id);
}
