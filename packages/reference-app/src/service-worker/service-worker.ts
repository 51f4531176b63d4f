import { isToWorker } from '../shared/worker/worker-messages.ts';
import { basePath, server } from './worker-base.ts';
import { answerAsset, answerPage, extendTimeout, removeOldShells, storeShell } from './worker-fetch.ts';
import { keepLocale } from './worker-locale.ts';
import { openNotice, receivePush, renewSubscription } from './worker-push.ts';
import { planFor } from './worker-shell.ts';
import type { Shell } from './worker-shell.ts';

declare const self: ServiceWorkerGlobalScope;
/** Written by build/service-worker.ts. */
declare const watchpostShell: Shell;

const shell = watchpostShell;
const assets = new Set(shell.assets);

self.addEventListener('install', (event) => event.waitUntil(storeShell(shell)));

// Never call skipWaiting() unasked: a new build activates on the user's request, or when the last tab closes.
self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([removeOldShells(shell), self.registration.navigationPreload?.enable(), self.clients.claim()]));
});

self.addEventListener('fetch', (event) => {
  const plan = planFor(event.request, server, assets);
  if (plan === 'asset') event.respondWith(answerAsset(event.request));
  if (plan === 'page') event.respondWith(answerPage(event.request, event.preloadResponse, shell));
});

self.addEventListener('message', (event) => {
  const { data } = event;
  if (!isToWorker(data)) return;
  if (data.type === 'locale') event.waitUntil(keepLocale(data.locale));
  if (data.type === 'activate') event.waitUntil(self.skipWaiting());
  if (data.type === 'has-asset')
    event.ports[0]?.postMessage(data.path.startsWith(basePath) && assets.has(data.path.slice(basePath.length)));
  if (data.type === 'extend-timeout') extendTimeout();
});

self.addEventListener('push', (event) => event.waitUntil(receivePush(event.data)));
self.addEventListener('notificationclick', (event) => event.waitUntil(openNotice(event.notification, event.action)));
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(event.oldSubscription)));
