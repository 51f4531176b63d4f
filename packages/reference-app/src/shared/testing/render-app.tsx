import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { installStandIns } from '@watchpost/widgets/primitives/testing';
import type { Client } from '@watchpost/sdk-core';
import { createFakeClock, createTestClient, signIn } from '@watchpost/sdk-core/testing';
import type { FakeServer, TestClientOptions } from '@watchpost/sdk-core/testing';
import { act, cleanup, render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { startTranslations } from '../i18n/i18n.ts';
import { ClientProvider } from '../client.tsx';
import { Toaster } from '../ui/toaster.tsx';

export interface PreparedApp {
  readonly client: Client;
  readonly server: FakeServer;
  /** Wraps a screen as the app does. */
  around(screen: ReactNode): ReactNode;
}

export interface RenderedApp extends PreparedApp {
  /** Unmounts like a reload: state is lost, storage stays. */
  unmount(): void;
}

export interface RenderAppOptions extends TestClientOptions {
  /** The user who is signed in; absent: no session. */
  readonly email?: string;
  /** An existing client, as after a reload. */
  readonly client?: Client;
}

/** Creates a server in memory, a client and the app's texts, for suites that render by themselves. */
export async function prepareApp({ email, client: given, ...options }: RenderAppOptions = {}): Promise<PreparedApp> {
  installStandIns();
  await startTranslations();
  // The server's clock shows what the test set for the page's.
  const made = createTestClient({ clock: createFakeClock(Date.now()), ...options });
  const { server } = made;
  const client = given ?? made.client;
  if (email !== undefined) await signIn(client, server, email);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  return {
    client,
    server,
    around: (screen) => (
      <ClientProvider client={client}>
        <QueryClientProvider client={queries}>
          {screen}
          <Toaster />
        </QueryClientProvider>
      </ClientProvider>
    ),
  };
}

/** Renders a screen with a server in memory. */
export async function renderApp(screen: ReactNode, options: RenderAppOptions = {}): Promise<RenderedApp> {
  const app = await prepareApp(options);
  const { unmount } = render(app.around(screen));
  return { ...app, unmount };
}

/** Cleans up after each test: unmounts and clears storage. */
export function forgetApp(): void {
  act(() => cleanup());
  localStorage.clear();
  sessionStorage.clear();
}
