import { readPushNotice } from '@watchpost/sdk-core';
import type { PushNotice } from '@watchpost/sdk-core';
import { currentWorkerLocale } from './worker-locale.ts';
import { describeNotice, noticeTarget } from './worker-notice.ts';
import { askPage, openPages, showPath } from './worker-pages.ts';
import { noticeTexts } from './worker-texts.ts';

declare const self: ServiceWorkerGlobalScope;

/** A message has come: in the page that is being looked at, else as a notification of the system. */
export async function receivePush(data: PushMessageData | null): Promise<void> {
  const notice = readPushNotice(parsed(data));
  if (!notice || (await showInPage(notice))) return;
  const { title, options } = describeNotice(notice, noticeTexts[await currentWorkerLocale()], self.location.origin);
  await self.registration.showNotification(title, options);
}

function parsed(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    // Not of our server: there is nothing to show.
    return null;
  }
}

/** Browsers allow a push without a notification only while a page of the site is visible. */
async function showInPage(notice: PushNotice): Promise<boolean> {
  const [page] = (await openPages()).filter(({ visibilityState }) => visibilityState === 'visible');
  return page !== undefined && askPage(page, { type: 'push', notice });
}

export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  await showPath(noticeTarget(notification.data, self.location.origin));
}

/** The browser has ended the subscription: a new one at once, for the same key. The pages tell the server, or the next one that opens. */
export async function renewSubscription(old: PushSubscription | null): Promise<void> {
  const { pushManager } = self.registration;
  const applicationServerKey = (old ?? (await pushManager.getSubscription()))?.options.applicationServerKey;
  if (applicationServerKey) await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => null);
  for (const page of await openPages()) page.postMessage({ type: 'push-changed' });
}
