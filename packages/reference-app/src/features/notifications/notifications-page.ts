import type { Client, PushNotice } from '@watchpost/sdk-core';
import { registerWorker } from '@watchpost/sdk-core/browser';
import i18next from 'i18next';
import { browserClock } from '../../shared/browser/clock.ts';
import { tellServiceWorker } from '../../shared/i18n/tell-service-worker.ts';
import { safePath } from '../../shared/navigation/safe-path.ts';
import { showToast } from '../../shared/ui/toast.ts';
import { isToPage, workerPath } from '../../shared/worker/worker-messages.ts';
import { appUpdate } from './notifications-update.ts';

const lookDaily = 24 * 60 * 60_000;

export interface StartPushOptions {
  /** Goes to a path of the app without loading it anew. */
  readonly navigate: (path: string) => void;
}

/**
 * Starts what works in the background, after the first screen: the service worker, its messages to this page, its updates,
 * and notifications for who had them on here.
 */
export function startPush(client: Client, { navigate }: StartPushOptions): void {
  client.session.current.subscribe(() => void client.notifications.resume());
  // A video wall stays open for weeks, and tokens have to be renewed after 7 days.
  browserClock.every(lookDaily, () => void client.notifications.resume());
  // Over plain http there are no service workers, and nothing here works without.
  if (!('serviceWorker' in navigator)) return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (!isToPage(data) || data.type === 'push-changed') return;
    // Sent before the sign-out and come after it: what the cameras see is nobody's business then.
    if (data.type === 'push' && client.session.current.peek()) showNotice(data.notice);
    // The worker has checked it; so does everything that leads somewhere.
    if (data.type === 'navigate') navigate(safePath(data.path));
    ports[0]?.postMessage(true);
  });
  navigator.serviceWorker.startMessages();
  registerWorker(workerPath).then(
    (registration) => {
      tellServiceWorker(i18next.language);
      appUpdate.watch(registration);
    },
    // No offline page and no notifications then; everything else works. The notifications' setting says why when asked.
    () => {},
  );
}

/** A message that came while this page is looked at: a toast that opens the camera at the time. */
function showNotice({ type, title, body, cameraTitle, cameraId, at }: PushNotice): void {
  const text = (type === null ? body : cameraTitle) ?? undefined;
  showToast('default', type === null ? (title ?? 'Watchpost') : i18next.t(`notifications.types.${type}`), {
    text,
    ...(cameraId !== null && { id: `camera-${cameraId}`, camera: { cameraId, at: at ?? browserClock.now() } }),
  });
}
