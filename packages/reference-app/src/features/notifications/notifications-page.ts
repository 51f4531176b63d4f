import { systemClock, callEvery } from '@watchpost/sdk-core';
import type { Client, PushNotice } from '@watchpost/sdk-core';
import { registerWorker } from '@watchpost/sdk-core/browser';
import i18next from 'i18next';
import { sendLocaleToWorker } from '../../shared/i18n/send-locale.ts';
import { safePath } from '../../shared/navigation/safe-path.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { isToPage, workerPath } from '../../shared/worker/worker-messages.ts';
import { appUpdate } from './notifications-update.ts';
import { text as noticeText } from '../../shared/worker/notices-texts.ts';
import { withBasePath } from '../../shared/navigation/base-path.ts';

const dailyCheckIntervalMs = 24 * 60 * 60_000;

interface StartPushOptions {
  /** Navigates to a path of the app without reloading. */
  readonly navigate: (path: string) => void;
}

/**
 * Starts background services after the first screen: the service worker, its messages to this page, its updates,
 * and notifications for users who turned them on in this browser.
 */
export function startPush(client: Client, { navigate }: StartPushOptions): void {
  client.session.current.subscribe(() => void client.notifications.resume());
  // A video wall stays open for weeks, and tokens expire after 7 days.
  callEvery(systemClock, dailyCheckIntervalMs, () => void client.notifications.resume());
  // Browsers have no service workers over plain HTTP, and everything below needs one.
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (!isToPage(data) || data.type === 'push-changed') return;
    // A message may arrive after sign-out; nothing that the cameras see may be shown then.
    if (data.type === 'push' && client.session.current.peek()) showNotice(data.notice, client.serverNow());
    // The worker has checked it, but every address from outside is checked before navigation.
    if (data.type === 'navigate') navigate(safePath(data.path));
    ports[0]?.postMessage(true);
  });
  navigator.serviceWorker.startMessages();
  registerWorker(withBasePath(workerPath), withBasePath('/')).then(
    (registration) => {
      sendLocaleToWorker(i18next.language);
      appUpdate.watch(registration);
    },
    // Only the offline page and notifications need the worker. The notifications' setting shows the reason.
    () => {},
  );
}

/** Shows a toast for a message that arrived while this page is visible; it opens the camera at the event's time. */
function showNotice({ type, title, body, cameraTitle, cameraId, at }: PushNotice, now: number): void {
  const text = (type === null ? body : cameraTitle) ?? undefined;
  showToast('default', type === null ? (title ?? 'Watchpost') : noticeText(type), {
    text,
    ...(cameraId !== null && { id: `camera-${cameraId}`, camera: { cameraId, at: at ?? now } }),
  });
}
