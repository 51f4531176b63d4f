import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RouterProvider } from 'react-router/dom';
import { ClientProvider } from '../shared/client.tsx';
import { PrimitivesRoot } from '../shared/ui/primitives-root.tsx';
import { client } from './client.ts';
import { queryClient } from './query-client.ts';
import { router } from './router.tsx';

export function App(): ReactNode {
  return (
    <ClientProvider client={client}>
      <QueryClientProvider client={queryClient}>
        <PrimitivesRoot router={router}>
          <RouterProvider router={router} />
        </PrimitivesRoot>
      </QueryClientProvider>
    </ClientProvider>
  );
}
