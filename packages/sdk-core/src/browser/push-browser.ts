import type { NotificationPermissionName, PushBrowserPort, PushPorts, PushStorePort } from '../features/notifications/index.ts';

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
  return { browser: createPushBrowser(workerPath), store: createLazyStore() };
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
    // Loaded when somebody connects: most page loads do not.
    registration: async () => (await import('./push-registration.ts')).openRegistration(workerPath),
  };
}

function createLazyStore(): PushStorePort {
  const load = async (): Promise<PushStorePort> => (await import('./push-store.ts')).createIndexedStore();
  return { read: async (key) => (await load()).read(key), update: async (key, change) => (await load()).update(key, change) };
}
