import { data, redirect } from 'react-router';
import type { LoaderFunctionArgs } from 'react-router';
import { cameraListQuery } from '../features/cameras/index.ts';
import { locationsQuery } from '../features/locations/index.ts';
import { paths } from '../shared/navigation/paths.ts';
import { hasValidParameters, redirects, screens } from '../shared/navigation/routes.ts';
import type { RedirectName, ScreenName } from '../shared/navigation/routes.ts';
import { safePath } from '../shared/navigation/safe-path.ts';
import { client } from './client.ts';
import { queryClient } from './query-client.ts';
import { withoutBasePath } from '../shared/navigation/base-path.ts';

/** Where users without a session are sent. It keeps the requested address, except for the root. */
export function signInPath(pathname: string, search: string): string {
  const wanted = safePath(pathname + search);
  return wanted === paths.dashboard ? paths.signIn : `${paths.signIn}?returnUrl=${encodeURIComponent(wanted)}`;
}

/**
 * Creates the loader of a screen: an address with invalid parameters is unknown, a private one requires a session, and
 * signed-in users skip the sign-in page.
 */
export function openScreen(name: ScreenName): (request: LoaderFunctionArgs) => null {
  return ({ request, params }) => {
    const { pathname, search, searchParams } = new URL(request.url);
    if (!screens[name].explainsParameters && !hasValidParameters(name, params)) throw data(null, { status: 404 });
    const hasSession = client.session.current.peek() !== null;
    if (name === 'signIn' && hasSession) throw redirect(safePath(searchParams.get('returnUrl')));
    if (screens[name].access === 'private' && !hasSession) throw redirect(signInPath(withoutBasePath(pathname), search));
    // Requested while the screen's chunk loads; the screen waits for neither.
    if (name === 'dashboard') {
      void queryClient.prefetchQuery(cameraListQuery(client));
      void queryClient.prefetchQuery(locationsQuery(client));
    }
    return null;
  };
}

/** Creates the loader of a short address, which keeps its query. */
export function followRedirect(name: RedirectName): (request: LoaderFunctionArgs) => Response {
  return ({ request }) => redirect(paths[redirects[name]] + new URL(request.url).search);
}
