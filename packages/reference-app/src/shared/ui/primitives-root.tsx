import { PrimitivesProvider } from '@watchpost/widgets/primitives';
import { useCallback, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What is asked of the router: where we are, and when that changes. */
export interface RouteSource {
  readonly state: { readonly location: { readonly pathname: string } };
  subscribe(listener: () => void): () => void;
}

/** Tells the primitives the app's language and page: built-in labels are translated, poppers close on another page. */
export function PrimitivesRoot({ router, children }: { readonly router: RouteSource; readonly children: ReactNode }): ReactNode {
  const { i18n } = useTranslation();
  const subscribe = useCallback((listener: () => void) => router.subscribe(listener), [router]);
  // The path only: the player writes its time into the query.
  const routeKey = useSyncExternalStore(subscribe, () => router.state.location.pathname);
  return <PrimitivesProvider locale={i18n.language === 'ru' ? 'ru' : 'en'} routeKey={routeKey}>{children}</PrimitivesProvider>;
}
