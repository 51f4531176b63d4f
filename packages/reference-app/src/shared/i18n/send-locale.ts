import type { ToWorker } from '../worker/worker-messages.ts';

/** Sends the language to the service worker, now or once there is one; does nothing in browsers without service workers. */
export function sendLocaleToWorker(locale: string): void {
  // Browsers have no service workers over plain HTTP.
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'locale', locale } satisfies ToWorker));
}
