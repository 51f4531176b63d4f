import type { Client } from '@watchpost/sdk-core';
import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

const ClientContext = createContext<Client | null>(null);

export function ClientProvider({ client, children }: { client: Client; children: ReactNode }): ReactNode {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** The app's client of the server. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (!client) throw new Error('useClient() is used outside of <ClientProvider>. Wrap the screen in app/providers.tsx.');
  return client;
}
