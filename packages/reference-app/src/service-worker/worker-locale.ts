import { basePath } from './worker-base.ts';
import { pickWorkerLocale } from './worker-texts.ts';
import type { WorkerLocale } from './worker-texts.ts';

declare const self: ServiceWorkerGlobalScope;

/** A worker has no localStorage and loses its variables when it is stopped, so a cache stores the text. */
const settingsCache = 'watchpost-settings';
const localeKey = `${basePath}/service-worker/locale`;

export async function keepLocale(locale: string): Promise<void> {
  const cache = await caches.open(settingsCache);
  await cache.put(localeKey, new Response(locale));
}

export async function currentWorkerLocale(): Promise<WorkerLocale> {
  // A browser whose storage is damaged still shows its messages.
  const stored = await caches.match(localeKey, { cacheName: settingsCache }).catch(() => undefined);
  return pickWorkerLocale((await stored?.text()) ?? null, self.navigator.languages);
}
