import { initializeApp } from 'firebase/app';
import { deleteToken, getMessaging, getToken, isSupported } from 'firebase/messaging';
import type { FirebaseConfig } from '@watchpost/contract/schemas/notifications';
import type { FirebaseMessagingPort } from '../features/notifications/index.ts';

/**
 * Opens Firebase Cloud Messaging; null where Firebase doesn't support the browser.
 * @param registration the application's service worker, which handles `push`
 * @example createBrowserPush({ workerPath: '/service-worker.js', firebase: () => import('@watchpost/sdk-core/firebase-push') });
 */
export async function openFirebaseMessaging(
  config: FirebaseConfig,
  registration: ServiceWorkerRegistration,
): Promise<FirebaseMessagingPort | null> {
  if (!(await isSupported())) return null;
  // The embedding application may use Firebase itself: leave its default app alone.
  const messaging = getMessaging(initializeApp(config, `watchpost-${config.appId}`));
  const token = (vapidKey: string): Promise<string> => getToken(messaging, { vapidKey, serviceWorkerRegistration: registration });
  return {
    getToken: token,
    async deleteToken(vapidKey) {
      // Only getToken() accepts a service worker. Without one, deleteToken() would register a worker of its own.
      await token(vapidKey);
      await deleteToken(messaging);
    },
  };
}
