import type { ToWorker } from '../worker/worker-messages.ts';

/** Tells the service worker the language, now or as soon as there is one; does nothing where a browser has none. */
export function tellServiceWorker(locale: string): void {
  // Over plain http a browser has no service workers at all.
  if (!('serviceWorker' in navigator)) return;
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'locale', locale } satisfies ToWorker));
}
