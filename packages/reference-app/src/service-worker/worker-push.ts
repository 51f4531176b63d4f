import { readPushNotice } from '@watchpost/sdk-core';
import type { PushNotice } from '@watchpost/sdk-core';
import { currentWorkerLocale } from './worker-locale.ts';
import { describeNotice, describeUnknown, newestNotice, noticeTarget } from './worker-notice.ts';
import { askPage, openPages, showPath } from './worker-pages.ts';
import { noticeTexts } from './worker-texts.ts';
import { server } from './worker-base.ts';

declare const self: ServiceWorkerGlobalScope;

/**
 * Handles a push message: a visible page shows it, otherwise the system does. A message without a notification costs Safari's users
 * their subscription, after three of them and without a signal. So each has one: also what a later server sends or nobody can read,
 * by a text that says nothing of it, and at Apple's push service what a page shows.
 */
export async function receivePush(data: Pick<PushMessageData, 'json'> | null): Promise<void> {
  const notice = readPushNotice(parsed(data));
  const isInPage = notice !== null && (await showInPage(notice));
  if (isInPage && !(await isFromApple())) return;
  const texts = noticeTexts[await currentWorkerLocale()];
  // A page that is signed out has answered, too, and shows nothing.
  const described = notice && !isInPage ? describeNotice(notice, texts, server) : describeUnknown(texts, server);
  const { title, options } = newestNotice(described, await shownWith(described.options.tag));
  await self.registration.showNotification(title, isInPage ? { ...options, silent: true } : options);
  if (isInPage) for (const shown of await self.registration.getNotifications({ tag: options.tag ?? '' })) shown.close();
}

async function shownWith(tag: string | undefined): Promise<Notification[]> {
  return tag === undefined ? [] : self.registration.getNotifications({ tag });
}

function parsed(data: Pick<PushMessageData, 'json'> | null): unknown {
  try {
    return data?.json();
  } catch {
    return null;
  }
}

/** Whether this browser gets its messages from Apple, which demands a notification for each, whatever its pages show. */
async function isFromApple(): Promise<boolean> {
  const subscription = await self.registration.pushManager.getSubscription().catch(() => null);
  return subscription !== null && new URL(subscription.endpoint).hostname.endsWith('.push.apple.com');
}

/** Shows the message in a visible page; browsers require a notification when none is visible. */
async function showInPage(notice: PushNotice): Promise<boolean> {
  const [page] = (await openPages()).filter(({ visibilityState }) => visibilityState === 'visible');
  return page !== undefined && askPage(page, { type: 'push', notice });
}

/** @param action the button that was pressed; empty for the notice itself */
export async function openNotice(notification: Notification, action: string): Promise<void> {
  notification.close();
  await showPath(noticeTarget(notification.data, server, action));
}

/** Replaces a subscription that the browser has ended, with the same key. An open page, or the next one to open, reports it to the server. */
export async function renewSubscription(old: PushSubscription | null): Promise<void> {
  const { pushManager } = self.registration;
  const applicationServerKey = (old ?? (await pushManager.getSubscription()))?.options.applicationServerKey;
  if (applicationServerKey) await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }).catch(() => null);
  for (const page of await openPages()) page.postMessage({ type: 'push-changed' });
}
