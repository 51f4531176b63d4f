import type { ClockPort } from '../../kernel/ports.ts';
import type { PushRegistrationPort } from './notifications-ports.ts';
import { subscriptionFor, unsubscribe } from './notifications-subscription.ts';
import type { PushDriver } from './notifications-subscription.ts';

/** Standard Web Push: the subscription itself, as JSON, is the token. */
export function createWebPushDriver(publicKey: string, registration: PushRegistrationPort, clock: ClockPort): PushDriver {
  return {
    async connect(signal) {
      const { endpoint, p256dh, auth } = await subscriptionFor(publicKey, registration, clock, signal);
      return JSON.stringify({ endpoint, keys: { p256dh, auth } });
    },
    disconnect: () => unsubscribe(registration),
  };
}
