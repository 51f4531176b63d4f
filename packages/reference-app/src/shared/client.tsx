import type { Client } from '@watchpost/sdk-core';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

/** The page's client: the sign-in page has only the session, every other page has all features. */
export type PageClient = Pick<Client, 'session'> & Partial<Client>;

const ClientContext = createContext<PageClient | null>(null);

export function ClientProvider({ client, children }: { client: PageClient; children: ReactNode }): ReactNode {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** Returns the client, for components that the sign-in page shows too. */
export function usePageClient(): PageClient {
  const client = useContext(ClientContext);
  if (!client) throw new Error('usePageClient() is used outside of <ClientProvider>. Wrap the screen in it, as app/page-frame.tsx does.');
  return client;
}

/** Returns the app's client with all features. */
export function useClient(): Client {
  const client = usePageClient();
  if (!isComplete(client)) throw new Error('useClient() is used on the sign-in page, which has the session alone. Take usePageClient().');
  return client;
}

function isComplete(client: PageClient): client is Client {
  return client.cameras !== undefined;
}
