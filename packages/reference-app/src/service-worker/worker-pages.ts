import { systemClock } from '@watchpost/sdk-core';
import type { ToPage } from '../shared/worker/worker-messages.ts';
import { basePath, server } from './worker-base.ts';

declare const self: ServiceWorkerGlobalScope;

/** Timeout for a page's answer, ms: running pages answer well within it; suspended or older ones never do. */
const answerTimeoutMs = 800;

/** Returns the open pages of this site, the focused one first. */
export async function openPages(): Promise<readonly WindowClient[]> {
  const all = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  // Under a path, other pages of the origin are not of this app.
  const pages = all.filter(({ url }) => `${url}/`.startsWith(`${server}/`));
  const rank = (page: WindowClient): number => (page.focused ? 0 : page.visibilityState === 'visible' ? 1 : 2);
  return pages.toSorted((one, other) => rank(one) - rank(other));
}

/** Sends a message to a page. @returns whether the page handles it */
export function askPage(page: WindowClient, message: ToPage): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    const stop = systemClock.after(answerTimeoutMs, () => settle(false));
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

/** Opens this path of the app: in an open page, without a reload if possible, or in a new one. */
export async function showPath(path: string): Promise<void> {
  for (const page of await openPages()) {
    // Browsers refuse focus without a user gesture; the page navigates anyway.
    const focused = await page.focus().catch(() => page);
    if (await askPage(focused, { type: 'navigate', path })) return;
    // This worker does not control the page, or the page was closed: the next one is tried.
    if (await focused.navigate(basePath + path).catch(() => null)) return;
  }
  await self.clients.openWindow(basePath + path);
}
