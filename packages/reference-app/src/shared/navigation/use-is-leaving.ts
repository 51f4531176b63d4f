import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router';
import type { Location, NavigateOptions } from 'react-router';
import { withoutBasePath } from './base-path.ts';

/**
 * Returns a function that says where the user is or is on the way to. It reads the router's own state, because a hook knows of a
 * navigation only once React has rendered it, which takes seconds on a busy machine. It works for a page that has gone, too. No public
 * API gives that state to a component: React Router exports its context under a name that may change with a version.
 */
export function useNextAddress(): () => Pick<Location, 'pathname' | 'search'> {
  const router = useContext(DataRouterContext)?.router;
  const { pathname, search } = useLocation();
  return useCallback(() => {
    if (!router) return { pathname, search };
    const next = router.state.navigation.location ?? router.state.location;
    return { pathname: withoutBasePath(next.pathname), search: next.search };
  }, [router, pathname, search]);
}

/**
 * Returns a function that says whether the user is on the way to another page. Whatever writes its state into the address then
 * would undo that navigation, and the press would be lost.
 */
export function useIsLeaving(): () => boolean {
  const next = useNextAddress();
  const { pathname } = useLocation();
  return useCallback(() => next().pathname !== pathname, [next, pathname]);
}

/**
 * Navigates where an answer of the server leads, as `useNavigate` does, but only for users who are still on the page that asked:
 * nothing takes them back from where they have gone meanwhile.
 */
export function useNavigateFromHere(): (path: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate();
  const isLeaving = useIsLeaving();
  return useCallback(
    async (path: string, options?: NavigateOptions) => {
      if (!isLeaving()) await navigate(path, options);
    },
    [navigate, isLeaving],
  );
}
