import type { SubscriptionDisplayState } from '@watchpost/sdk-core';

/** The subscription button's states (specification 1, section 4). */
export type PlanButtonState = 'standard' | 'extension-awaiting' | 'extension-failed' | 'expiring-soon' | 'trial';

const states: Readonly<Record<SubscriptionDisplayState, PlanButtonState>> = {
  none: 'standard',
  present: 'standard',
  expired: 'standard',
  trial: 'trial',
  'closing-expiry': 'expiring-soon',
  'extension-awaiting': 'extension-awaiting',
  'extension-failed': 'extension-failed',
};

/** Returns how the button of a camera's plan looks. */
export function planButtonState(display: SubscriptionDisplayState): PlanButtonState {
  return states[display];
}
