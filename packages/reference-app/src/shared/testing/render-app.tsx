import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { Client } from '@watchpost/sdk-core';
import { createTestClient, signIn } from '@watchpost/sdk-core/testing';
import type { FakeServer, TestClientOptions } from '@watchpost/sdk-core/testing';
import { act, cleanup, render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { startTranslations } from '../i18n/i18n.ts';
import { ClientProvider } from '../client.tsx';
import { Toaster } from '../ui/toast.tsx';

export interface RenderedApp {
  readonly client: Client;
  readonly server: FakeServer;
  /** Takes the page away as a reload does: state is lost, storage stays. */
  unmount(): void;
}

export interface RenderAppOptions extends TestClientOptions {
  /** Who is signed in; nobody by default. */
  readonly email?: string;
  /** A client made before, as after a reload. */
  readonly client?: Client;
}

/** What the tests need and jsdom does not have. */
function standIns(): void {
  const dialog = HTMLDialogElement.prototype;
  dialog.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true;
  };
  dialog.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
  };
  globalThis.matchMedia ??= (media) => Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener: () => undefined, removeListener: () => undefined });
}

/** Renders a screen in what the app puts around every screen, on a server in memory. */
export async function renderApp(screen: ReactNode, { email, client: given, ...options }: RenderAppOptions = {}): Promise<RenderedApp> {
  standIns();
  if (!i18next.isInitialized) await startTranslations();
  const made = createTestClient(options);
  const { server } = made;
  const client = given ?? made.client;
  if (email !== undefined) await signIn(client, server, email);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  const { unmount } = render(
    <ClientProvider client={client}>
      <QueryClientProvider client={queries}>
        {screen}
        <Toaster />
      </QueryClientProvider>
    </ClientProvider>,
  );
  return { client, server, unmount };
}

/** After each test: nothing rendered, nothing kept. */
export function forgetApp(): void {
  act(() => cleanup());
  localStorage.clear();
  sessionStorage.clear();
}
