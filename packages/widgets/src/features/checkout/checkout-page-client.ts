import { createBrowserClient } from '@watchpost/sdk-core/browser';
import type { Client, Locale } from '@watchpost/sdk-core';

/** The client of a page that passes none: it uses the session that the user has in this browser on the page's origin. */
export function createPageClient(server: string, locale: () => Locale): Client {
  return createBrowserClient({ baseUrl: server, locale });
}
