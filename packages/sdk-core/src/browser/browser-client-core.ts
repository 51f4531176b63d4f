import { pickLocale } from '@watchpost/contract/kernel';
import { createClientCore } from '../client-core.ts';
import type { ClientCore, ClientOptions } from '../client-core.ts';
import { resolveBaseUrl } from '../kernel/base-url.ts';
import {
  browserLanguages,
  createLocalStorage,
  createNetworkHints,
  createStorageEvents,
  createWebLocks,
  readCookie,
} from './browser-ports.ts';

/**
 * The part of createBrowserClient that signs a user in, for a sign-in page that loads the features later.
 * @example
 * const core = createBrowserClientCore();
 * const signedIn = await core.session.confirmCode({ email, code });
 * const { createClient } = await import('@watchpost/sdk-core');
 * const client = createClient({}, core);
 */
export function createBrowserClientCore(options: ClientOptions = {}): ClientCore {
  if (typeof document === 'undefined') return createInertCore(options);
  const { origin, pathname } = new URL(`${resolveBaseUrl(options.baseUrl ?? '')}/`);
  const folder = pathname.slice(1);
  return createClientCore({
    ...options,
    storage: options.storage ?? createLocalStorage(folder),
    locks: options.locks ?? createWebLocks(),
    crossTab: options.crossTab ?? createStorageEvents(folder),
    network: options.network ?? createNetworkHints(),
    locale: options.locale ?? pickLocale(browserLanguages()),
    // Cookies of the page must not leave its origin.
    cookie: options.cookie ?? (origin === location.origin ? readCookie : undefined),
  });
}

/** On a server, one client of a module serves all requests: a session in it would be shared by all users. */
function createInertCore({ baseUrl, clock, locale }: ClientOptions): ClientCore {
  const refuse = (): never => {
    throw new TypeError('createBrowserClient sends nothing on a server. Take createClient there.');
  };
  // This URL is never requested; without a page, a relative one could not be resolved.
  return createClientCore({
    clock,
    locale,
    baseUrl: baseUrl && URL.canParse(baseUrl) ? baseUrl : 'http://localhost',
    fetch: async () => refuse(),
    webSocket: refuse,
  });
}
