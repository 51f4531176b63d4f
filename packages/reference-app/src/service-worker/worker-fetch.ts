import { systemClock } from '@watchpost/sdk-core';
import { basePath } from './worker-base.ts';
import { currentWorkerLocale } from './worker-locale.ts';
import { cacheName, isUnreachable, outdatedCaches } from './worker-shell.ts';
import type { Shell } from './worker-shell.ts';

/** Timeouts for a page before the offline page is shown, ms; the second applies once that page has asked for a longer wait. */
const pageTimeoutMs = 6000;
const extendedTimeoutMs = 30_000;

/** The offline page needs its own policy, because it does not come from the server. */
const policy =
  "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/** Caches all files of this build; rejects if one fails, and the browser tries again later. */
export async function storeShell(shell: Shell): Promise<void> {
  const cache = await caches.open(cacheName(shell, basePath));
  const paths = [...shell.assets, ...Object.values(shell.offline)];
  await cache.addAll(paths.map((path) => new Request(basePath + path, { credentials: 'same-origin' })));
}

export async function removeOldShells(shell: Shell): Promise<void> {
  const outdated = outdatedCaches(await caches.keys(), cacheName(shell, basePath), basePath);
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

/** Answers from the cache of any build: the name contains a hash of the content. */
export async function answerAsset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

let extendedUntil = 0;

/** Extends the timeout of the next page. */
export function extendTimeout(): void {
  extendedUntil = systemClock.monotonic() + extendedTimeoutMs;
}

/** Answers with the page from the network, never an old one, or with the offline page after a timeout. */
export async function answerPage(request: Request, preloaded: Promise<Response | undefined>, shell: Shell): Promise<Response> {
  const limit = systemClock.monotonic() < extendedUntil ? extendedTimeoutMs : pageTimeoutMs;
  extendedUntil = 0;
  let cancel = (): void => {};
  const late = new Promise<null>((resolve) => (cancel = systemClock.after(limit, () => resolve(null))));
  const network = preloaded.then((response) => response ?? fetch(request)).catch(() => null);
  const response = await Promise.race([network, late]);
  cancel();
  return response && !isUnreachable(response.status) ? response : offlinePage(shell, response);
}

async function offlinePage(shell: Shell, otherwise: Response | null): Promise<Response> {
  const page = await caches.match(basePath + shell.offline[await currentWorkerLocale()]);
  if (!page) return otherwise ?? Response.error();
  // Its own files are named as at the root.
  const text = (await page.text()).replaceAll(/(?<=\s(?:href|src)=")\/(?!\/)/g, `${basePath}/`);
  return new Response(text, {
    status: 503,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  });
}
