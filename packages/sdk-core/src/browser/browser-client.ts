import type { ClientOptions } from '../client-core.ts';
import { createClient } from '../client.ts';
import type { Client } from '../client.ts';
import { createBrowserClientCore } from './browser-client-core.ts';

/**
 * Creates a client for a page: `localStorage` keeps the session, all tabs share it, a Web Lock serializes refreshes,
 * the language is the browser's unless given, and the client reconnects immediately when the network returns.
 *
 * On a server that renders pages it is inert, so that a module can create it for both: it has no session, stores nothing and
 * sends no request, and each call fails with `network`. A program with a session of its own uses createClient.
 * @example
 * const client = createBrowserClient();
 * await client.session.requestCode('anna@example.com');
 */
export function createBrowserClient(options: ClientOptions = {}): Client {
  return createClient({}, createBrowserClientCore(options));
}
