import type { ReactNode } from 'react';
import { ClientProvider } from '../shared/client.tsx';
import type { PageClient } from '../shared/client.tsx';
import { PrimitivesRoot } from '../shared/ui/primitives-root.tsx';
import type { RouteSource } from '../shared/ui/primitives-root.tsx';
import { TitleAnnouncer } from '../shell/title-announcer.tsx';

/** A page as main.tsx renders it: the sign-in page first, or the app. */
export interface Page {
  readonly client: PageClient;
  readonly router: RouteSource;
  readonly content: ReactNode;
}

/** Replaces the current page. */
export type ShowPage = (page: Page) => void;

/** Wraps every page. It stays mounted while the app replaces the sign-in page, so that screen readers announce the new title. */
export function PageFrame({ client, router, content }: Page): ReactNode {
  return (
    <ClientProvider client={client}>
      <PrimitivesRoot router={router}>
        {content}
        <TitleAnnouncer />
      </PrimitivesRoot>
    </ClientProvider>
  );
}
