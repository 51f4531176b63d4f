import type { NotificationPermissionName, PushBrowserPort, PushPorts, PushRegistrationPort, PushSubscriptionData } from '../features/notifications/index.ts';
import { createIndexedStore } from './push-store.ts';
import { registerWorker } from './push-worker.ts';

export interface BrowserPushOptions {
  /**
   * Path of the service worker on the page's own origin. It handles `push`, and after a `pushsubscriptionchange`
   * it posts `{ type: 'push-changed' }` to its pages.
   */
  readonly workerPath: string;
}

/**
 * Push of this browser, to be passed to createBrowserClient.
 * @example const client = createBrowserClient({ push: createBrowserPush({ workerPath: '/service-worker.js' }) });
 */
export function createBrowserPush({ workerPath }: BrowserPushOptions): PushPorts {
  return { browser: createPushBrowser(workerPath), store: createIndexedStore() };
}

function createPushBrowser(workerPath: string): PushBrowserPort {
  return {
    // All three are missing on pages over plain http, and PushManager on iPhones until the app is on the home screen.
    isSupported: 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis,
    permission: () => Notification.permission,
    requestPermission: (): Promise<NotificationPermissionName> => Notification.requestPermission(),
    onPermissionChange(listener) {
      let stop = (): void => {};
      let isStopped = false;
      // Safari knows no such permission: there, a change is seen at the next start.
      navigator.permissions?.query({ name: 'notifications' }).then(
        (status) => {
          if (isStopped) return;
          status.addEventListener('change', listener);
          stop = () => status.removeEventListener('change', listener);
        },
        () => {},
      );
      return () => {
        isStopped = true;
        stop();
      };
    },
    onSubscriptionChange(listener) {
      const { serviceWorker } = navigator;
      const hear = ({ data }: MessageEvent<unknown>): void => {
        if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'push-changed') listener();
      };
      serviceWorker.addEventListener('message', hear);
      return () => serviceWorker.removeEventListener('message', hear);
    },
    registration: async () => asPort(await registerWorker(workerPath)),
  };
}

function asPort({ scope, pushManager }: ServiceWorkerRegistration): PushRegistrationPort {
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
  return btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
