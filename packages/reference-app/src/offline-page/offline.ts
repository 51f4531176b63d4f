import { browserClock } from '../shared/browser/clock.ts';
import { localTexts } from '../shared/browser/storage.ts';
import type { ToWorker } from '../shared/worker/worker-messages.ts';

/** How long to wait after the first failed look, ms; each further one doubles it, up to the longest. */
const firstPause = 2000;
const longestPause = 30_000;

const theme = localTexts.read('theme');
if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;

const button = document.querySelector('#again');
const status = document.querySelector<HTMLElement>('#status');
let pause = firstPause;
let cancel = (): void => {};
let isLooking = false;

/** Asks for the head of this very page; the service worker leaves that to the network. */
async function look(): Promise<void> {
  if (isLooking) return;
  isLooking = true;
  cancel();
  say('trying');
  const isBack = await fetch(location.href, { method: 'HEAD', cache: 'no-store' }).then(({ ok }) => ok, () => false);
  isLooking = false;
  if (isBack) return reopen();
  say('waiting');
  cancel = browserClock.after(pause, () => void look());
  pause = Math.min(pause * 2, longestPause);
}

function reopen(): void {
  // The network may be slow: this page has just shown that it is there.
  navigator.serviceWorker?.controller?.postMessage({ type: 'patience' } satisfies ToWorker);
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
cancel = browserClock.after(pause, () => void look());
