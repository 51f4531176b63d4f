import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createTestClient, signIn } from '@watchpost/sdk-core/testing';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { ClientProvider } from '../shared/client.tsx';
import { startTranslations } from '../shared/i18n/i18n.ts';

/** Creates the app's wrapper for screens, with a server in memory and a signed-in user. */
export async function createAppAround(email: string): Promise<(inner: ReactNode) => ReactNode> {
  await startTranslations();
  const { client, server } = createTestClient();
  await signIn(client, server, email);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  return (inner) => (
    <ClientProvider client={client}>
      <QueryClientProvider client={queries}>
        <MemoryRouter>{inner}</MemoryRouter>
      </QueryClientProvider>
    </ClientProvider>
  );
}
