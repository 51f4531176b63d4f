import type { PushRegistrationPort, PushSubscriptionData } from '../features/notifications/index.ts';
import { registerWorker } from './push-worker.ts';

/** The service worker at this path, registered and active, as far as push needs it. */
export async function openRegistration(workerPath: string, workerScope?: string): Promise<PushRegistrationPort> {
  const { scope, pushManager } = await registerWorker(workerPath, workerScope);
  return {
    scope,
    async current() {
      const subscription = await pushManager.getSubscription();
      return subscription && asData(subscription);
    },
    subscribe: async (key) => asData(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: fromBase64Url(key) })),
    async unsubscribe() {
      const subscription = await pushManager.getSubscription();
      return subscription === null || subscription.unsubscribe();
    },
  };
}

function asData(subscription: PushSubscription): PushSubscriptionData {
  const { applicationServerKey } = subscription.options;
  return {
    endpoint: subscription.endpoint,
    p256dh: toBase64Url(subscription.getKey('p256dh')),
    auth: toBase64Url(subscription.getKey('auth')),
    applicationServerKey: applicationServerKey && toBase64Url(applicationServerKey),
  };
}

function toBase64Url(bytes: ArrayBuffer | null): string {
  if (bytes === null) return '';
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
