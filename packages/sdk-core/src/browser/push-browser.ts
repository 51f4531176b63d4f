import type { FirebaseConfig } from '@watchpost/contract/schemas/notifications';
import type {
  FirebaseMessagingPort,
  NotificationPermissionName,
  PushBrowserPort,
  PushPorts,
  PushStorePort,
} from '../features/notifications/index.ts';

/** What notifications of a page need: its service worker. */
export interface BrowserPushOptions {
  /**
   * Path of the service worker on the page's own origin. The worker handles `push`, and posts `{ type: 'push-changed' }`
   * to its pages after `pushsubscriptionchange`.
   */
  readonly workerPath: string;
  /** Path of the pages that the worker serves; `/` by default. */
  readonly scope?: string | undefined;
  /**
   * Loads Firebase, for servers that send through it. Install the package `firebase` for it.
   * @example firebase: () => import('@watchpost/sdk-core/firebase-push')
   */
  readonly firebase?: (() => Promise<FirebasePushModule>) | undefined;
}

/** The entry `@watchpost/sdk-core/firebase-push`. */
export interface FirebasePushModule {
  openFirebaseMessaging(config: FirebaseConfig, registration: ServiceWorkerRegistration): Promise<FirebaseMessagingPort | null>;
}

/**
 * Creates this browser's push, to be passed to createBrowserClient.
 * @example
 * const client = createBrowserClient({ push: createBrowserPush({ workerPath: '/service-worker.js' }) });
 */
export function createBrowserPush({ workerPath, scope, firebase }: BrowserPushOptions): PushPorts {
  return {
    browser: createPushBrowser(workerPath, scope),
    // Another server under a path of this origin has its own pages, worker and values.
    store: createLazyStore(scope === undefined || scope === '/' ? undefined : `watchpost-push ${scope}`),
    firebase:
      firebase &&
      (async (config) => {
        const [{ openFirebaseMessaging }, { registerWorker }] = await Promise.all([firebase(), import('./push-worker.ts')]);
        return openFirebaseMessaging(config, await registerWorker(workerPath, scope));
      }),
  };
}

function createPushBrowser(workerPath: string, scope: string | undefined): PushBrowserPort {
  return {
    // All three are missing on servers and on plain-http pages; iPhones lack PushManager until the app is on the home screen.
    isSupported: 'PushManager' in globalThis && 'Notification' in globalThis && 'serviceWorker' in navigator,
    permission: () => Notification.permission,
    requestPermission: (): Promise<NotificationPermissionName> => Notification.requestPermission(),
    onPermissionChange(listener) {
      let stop = (): void => {};
      let isStopped = false;
      // Safari can't query this permission: a change is noticed at the next start.
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
      const receive = ({ data }: MessageEvent<unknown>): void => {
        if (typeof data === 'object' && data !== null && 'type' in data && data.type === 'push-changed') listener();
      };
      serviceWorker.addEventListener('message', receive);
      return () => serviceWorker.removeEventListener('message', receive);
    },
    // Loaded on connect: most page loads never connect.
    registration: async () => (await import('./push-registration.ts')).openRegistration(workerPath, scope),
  };
}

function createLazyStore(databaseName: string | undefined): PushStorePort {
  const load = async (): Promise<PushStorePort> => (await import('./push-store.ts')).createIndexedStore(databaseName);
  return { read: async (key) => (await load()).read(key), update: async (key, change) => (await load()).update(key, change) };
}
