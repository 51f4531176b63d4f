import { useEffect } from 'react';
import { useBlocker } from 'react-router';

/** Guards unsaved changes: the screen's dialog inside the app, the browser's prompt for the whole page. */
export function useLeaveGuard(isChanged: boolean): ReturnType<typeof useBlocker> {
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isChanged]);
  return useBlocker(({ currentLocation, nextLocation }) => isChanged && currentLocation.pathname !== nextLocation.pathname);
}
