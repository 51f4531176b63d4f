import { useCallback, useContext } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router';
import { withoutBasePath } from './base-path.ts';

/**
 * Returns a function that says whether the user is on the way to another page. Whatever writes its state into the address then
 * would undo that navigation, and the press would be lost. It reads the router's own state, because a hook knows of a navigation
 * only once React has rendered it, which takes seconds on a busy machine. No public API gives that state to a component: React
 * Router exports its context under a name that may change with a version.
 */
export function useIsLeaving(): () => boolean {
  const router = useContext(DataRouterContext)?.router;
  const { pathname } = useLocation();
  return useCallback(() => {
    if (!router) return false;
    const { location, navigation } = router.state;
    return withoutBasePath((navigation.location ?? location).pathname) !== pathname;
  }, [router, pathname]);
}
