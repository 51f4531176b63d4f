import { readPushNotice } from '@watchpost/sdk-core';
import type { PushNotice } from '@watchpost/sdk-core';
import { currentWorkerLocale } from './worker-locale.ts';
import { describeNotice, noticeTarget } from './worker-notice.ts';
import { askPage, openPages, showPath } from './worker-pages.ts';
import { noticeTexts } from './worker-texts.ts';
import { server } from './worker-base.ts';

declare const self: ServiceWorkerGlobalScope;

/** Handles a push message: a visible page shows it, otherwise the system does. */
export async function receivePush(data: PushMessageData | null): Promise<void> {
  const notice = readPushNotice(parsed(data));
  if (!notice || (await showInPage(notice))) return;
  const { title, options } = describeNotice(notice, noticeTexts[await currentWorkerLocale()], server);
  await self.registration.showNotification(title, options);
}

function parsed(data: PushMessageData | null): unknown {
  try {
    return data?.json();
  } catch {
    // Not from this server, so nothing can be shown.
    return null;
  }
}

/** Shows the message in a visible page; browsers require a notification when none is visible. */
async function showInPage(notice: PushNotice): Promise<boolean> {
  const [page] = (await openPages()).filter(({ visibilityState }) => visibilityState === 'visible');
  return page !== undefined && askPage(page, { type: 'push', notice });
}

export async function openNotice(notification: Notification): Promise<void> {
  notification.close();
  await showPath(noticeTarget(notification.data, server));
}

/** Replaces a subscription that the browser has ended, with the same key. An open page, or the next one to open, reports it to the server. */
export async function renewSubscription(old: PushSubscription | null): Promise<void> {
  const { pushManager } = self.registration;
  const applicationServerKey = (old ?? (await pushManager.getSubscription()))?.options.applicationServerKey;
  if (applicationServerKey) await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => null);
  for (const page of await openPages()) page.postMessage({ type: 'push-changed' });
}
