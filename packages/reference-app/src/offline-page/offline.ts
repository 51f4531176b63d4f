import { systemClock } from '@watchpost/sdk-core';
import { localTexts } from '../shared/browser/storage.ts';
import type { ToWorker } from '../shared/worker/worker-messages.ts';

/** Wait after the first failed request, ms; doubled after each further one, up to the maximum. */
const minRetryDelayMs = 2000;
const maxRetryDelayMs = 30_000;

const theme = localTexts.read('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;

const button = document.querySelector('#again');
const status = document.querySelector<HTMLElement>('#status');
let retryDelayMs = minRetryDelayMs;
let cancel = (): void => {};
let isLooking = false;

/** Sends a HEAD request for this page; the service worker passes it to the network. */
async function look(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  cancel();
  say('trying');
  const isBack = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  isLooking = false;
  if (isBack) return reopen();
  say('waiting');
  cancel = systemClock.after(retryDelayMs, () => void look());
  retryDelayMs = Math.min(retryDelayMs * 2, maxRetryDelayMs);
}

function reopen(): void {
  // The network works but may be slow, so the worker should wait longer.
  navigator.serviceWorker?.controller?.postMessage({ type: 'extend-timeout' } satisfies ToWorker);
  location.reload();
}

function say(what: 'waiting' | 'trying'): void {
  button?.setAttribute('aria-busy', String(what === 'trying'));
  const text = status?.dataset[what];
  if (status && text !== undefined) status.textContent = text;
}

button?.addEventListener('click', () => void look());
addEventListener('online', () => void look());
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') void look();
});
cancel = systemClock.after(retryDelayMs, () => void look());
