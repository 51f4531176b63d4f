import { browserClock } from '../shared/browser/clock.ts';
import { currentWorkerLocale } from './worker-locale.ts';
import { cacheName, isUnreachable, outdatedCaches } from './worker-shell.ts';
import type { Shell } from './worker-shell.ts';

/** How long a page may take before the offline page is shown, ms; after that page has asked for patience, the second. */
const pageTimeout = 6000;
const patientTimeout = 30_000;

/** The offline page brings its own policy: it is not the server that sends it. */
const policy = "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'";

/** Fetches everything of this build; fails as a whole, and the browser tries again later. */
export async function storeShell(shell: Shell): Promise<void> {
  const cache = await caches.open(cacheName(shell));
  const paths = [...shell.assets, ...Object.values(shell.offline)];
  await cache.addAll(paths.map((path) => new Request(path, { credentials: 'same-origin' })));
}

export async function removeOldShells(shell: Shell): Promise<void> {
  const outdated = outdatedCaches(await caches.keys(), cacheName(shell));
  await Promise.all(outdated.map((name) => caches.delete(name)));
}

/** From the cache of any build: the name says what is inside. */
export async function answerAsset(request: Request): Promise<Response> {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

let patientUntil = 0;

/** The next page may take longer. */
export function bePatient(): void {
  patientUntil = browserClock.now() + patientTimeout;
}

/** The page from the network, always: an old one is never shown. The offline page when nothing comes in time. */
export async function answerPage(request: Request, preloaded: Promise<Response | undefined>, shell: Shell): Promise<Response> {
  const limit = browserClock.now() < patientUntil ? patientTimeout : pageTimeout;
  patientUntil = 0;
  let cancel = (): void => {};
  const late = new Promise<null>((resolve) => (cancel = browserClock.after(limit, () => resolve(null))));
  const network = preloaded.then((response) => response ?? fetch(request)).catch(() => null);
  const response = await Promise.race([network, late]);
  cancel();
  return response && !isUnreachable(response.status) ? response : offlinePage(shell, response);
}

async function offlinePage(shell: Shell, otherwise: Response | null): Promise<Response> {
  const page = await caches.match(shell.offline[await currentWorkerLocale()]);
  if (!page) return otherwise ?? Response.error();
  return new Response(await page.blob(), {
    status: 503,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff', 'Referrer-Policy': 'no-referrer' },
  });
}
