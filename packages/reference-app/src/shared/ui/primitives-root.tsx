import { PrimitivesProvider } from '@watchpost/widgets/primitives';
import { useCallback, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** The part of the router that is needed: the current location and its changes. */
export interface RouteSource {
  readonly state: { readonly location: { readonly pathname: string } };
  subscribe(listener: () => void): () => void;
}

/** Passes the app's language and page to the primitives: built-in labels are translated, poppers close on navigation. */
export function PrimitivesRoot({ router, children }: { readonly router: RouteSource; readonly children: ReactNode }): ReactNode {
  const { i18n } = useTranslation();
  const subscribe = useCallback((listener: () => void) => router.subscribe(listener), [router]);
  // Only the path, because the player writes its time into the query.
  const routeKey = useSyncExternalStore(subscribe, () => router.state.location.pathname);
  return (
    <PrimitivesProvider locale={i18n.language === 'ru' ? 'ru' : 'en'} routeKey={routeKey}>
      {children}
    </PrimitivesProvider>
  );
}
