import { pickLocale } from '@watchpost/contract/kernel';
import { createClient } from '../client.ts';
import type { Client, ClientOptions } from '../client.ts';
import { resolveBaseUrl } from '../kernel/base-url.ts';
import { browserLanguages, createLocalStorage, createNetworkHints, createStorageEvents, createWebLocks, readCookie } from './browser-ports.ts';

/**
 * A client for a page: the session is kept in `localStorage` and shared by the tabs, refreshes are serialised by a Web Lock,
 * the language is the browser's unless given, and going online reconnects at once.
 * @example
 * const client = createBrowserClient();
 * await client.session.requestCode('anna@example.com');
 */
export function createBrowserClient(options: ClientOptions = {}): Client {
  const sameOrigin = new URL(resolveBaseUrl(options.baseUrl ?? '')).origin === location.origin;
  return createClient({
    ...options,
    storage: options.storage ?? createLocalStorage(),
    locks: options.locks ?? createWebLocks(),
    crossTab: options.crossTab ?? createStorageEvents(),
    network: options.network ?? createNetworkHints(),
    locale: options.locale ?? pickLocale(browserLanguages()),
    // The page's own cookies are nobody else's business.
    cookie: options.cookie ?? (sameOrigin ? readCookie : undefined),
  });
}
