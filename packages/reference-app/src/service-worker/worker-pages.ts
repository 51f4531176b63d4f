import { browserClock } from '../shared/browser/clock.ts';
import type { ToPage } from '../shared/worker/worker-messages.ts';

declare const self: ServiceWorkerGlobalScope;

/** A page that lives answers well within this, ms; one that sleeps, or runs a version that knows no such message, never does. */
const answerTimeout = 800;

/** Open pages of this site, the one in use first. */
export async function openPages(): Promise<readonly WindowClient[]> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const rank = (page: WindowClient): number => (page.focused ? 0 : page.visibilityState === 'visible' ? 1 : 2);
  return pages.toSorted((one, other) => rank(one) - rank(other));
}

/** Sends a message and tells whether the page took it on itself. */
export function askPage(page: WindowClient, message: ToPage): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const stop = browserClock.after(answerTimeout, () => settle(false));
    const settle = (answer: boolean): void => {
      stop();
      port1.close();
      resolve(answer);
    };
    port1.addEventListener('message', ({ data }) => settle(data === true));
    port1.start();
    page.postMessage(message, [port2]);
  });
}

/** Brings a page of ours to this path: one that is open, without loading it anew where it can, or a new one. */
export async function showPath(path: string): Promise<void> {
  for (const page of await openPages()) {
    // Refused where the click is not taken for one; the page goes to the place all the same.
    const focused = await page.focus().catch(() => page);
    if (await askPage(focused, { type: 'navigate', path })) return;
    // Not controlled by this worker, or gone meanwhile: the next one.
    if (await focused.navigate(path).catch(() => null)) return;
  }
  await self.clients.openWindow(path);
}
