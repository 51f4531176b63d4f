import type { Subscription } from '@watchpost/contract/schemas/billing';

/** How long before a charge the payment bar announces it, milliseconds (specification 1, section 9). */
export const paymentLookAheadMs: number = 4 * 86_400_000;

/**
 * How a camera's plan is shown (specification 1, section 3). `none`: no plan was ever paid. `closing-expiry`: it ends within four days and
 * nothing follows. `extension-awaiting`: the next period is due or ordered, and not paid yet. `extension-failed`: its charge was refused.
 */
export type SubscriptionDisplayState =
  | 'none'
  | 'trial'
  | 'present'
  | 'closing-expiry'
  | 'expired'
  | 'extension-awaiting'
  | 'extension-failed';

/** The state of a camera’s plan as a screen shows it, with the times that belong to it. */
export interface SubscriptionDisplay {
  readonly state: SubscriptionDisplayState;
  /** Until when the plan is paid, Unix milliseconds; null when it never was. */
  readonly paidUntil: number | null;
  /** When the state changes unless something is paid or canceled before, Unix milliseconds; null for never. */
  readonly changesAt: number | null;
}

/** The part of a subscription that decides how it is shown. */
export type SubscriptionDisplayInput = Pick<Subscription, 'isActivationRequired' | 'state' | 'chargedThroughDate' | 'renewal'> & {
  readonly plan: Pick<Subscription['plan'], 'isTrial'>;
};

/**
 * Decides how a camera's plan is shown.
 * @param subscription undefined for a camera without one
 * @param now Unix milliseconds, by the server's clock
 * @example
 * const subscription = (await client.billing.subscriptions()).find((each) => each.cameraId === camera.id);
 * const { state, paidUntil } = subscriptionDisplay(subscription, client.serverNow());
 */
export function subscriptionDisplay(subscription: SubscriptionDisplayInput | undefined, now: number): SubscriptionDisplay {
  if (!subscription) return { state: 'none', paidUntil: null, changesAt: null };
  const { isActivationRequired, state, renewal, chargedThroughDate: paidUntil } = subscription;
  const lasting = (display: SubscriptionDisplayState): SubscriptionDisplay => ({ state: display, paidUntil, changesAt: null });
  const ended = lasting(paidUntil === null ? 'none' : 'expired');
  // Another plan must be chosen: nothing is left to extend.
  if (isActivationRequired) return ended;
  if (renewal === 'failed') return lasting('extension-failed');
  if (renewal === 'awaiting-payment') return lasting('extension-awaiting');
  if (state === 'Blocked') return ended;
  const isRenewed = renewal === 'scheduled' && state === 'Active';
  // The server makes the charge of the day in its own time.
  if (paidUntil !== null && paidUntil <= now) return isRenewed ? lasting('extension-awaiting') : ended;
  if (subscription.plan.isTrial) return { state: 'trial', paidUntil, changesAt: paidUntil };
  if (paidUntil === null) return state === 'Cancelled' ? ended : lasting('present');
  if (isRenewed) return { state: 'present', paidUntil, changesAt: paidUntil };
  // As of the payment bar: the first moment at which the end is before now plus four days.
  const closesAt = paidUntil - paymentLookAheadMs + 1;
  return closesAt <= now
    ? { state: 'closing-expiry', paidUntil, changesAt: paidUntil }
    : { state: 'present', paidUntil, changesAt: closesAt };
}
