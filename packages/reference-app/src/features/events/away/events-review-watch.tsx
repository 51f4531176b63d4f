import { useEffect, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { localTexts } from '../../../shared/browser/storage.ts';
import { useClient } from '../../../shared/client.tsx';
import { routeOf } from '../../../shared/navigation/routes.ts';
import type { RouteSource } from '../../../shared/ui/primitives-root.tsx';
import { unseenStretches } from '../../../shared/live/unseen-stretches.ts';
import { AwayCard } from './events-away-card.tsx';
import { useUnseenStretches } from './events-unseen.ts';
import { createVisits } from './events-visits.ts';

export interface ReviewWatchProps {
  readonly router: RouteSource;
  /** Returns what near cameras have in common, a room for example. */
  readonly placeOf: (cameraId: string) => string;
  readonly navigate: (path: string) => void;
}

/** During a session: counts what is to be reviewed, for the navigation, and sums up on the dashboard what happened since the last visit. */
export function ReviewWatch({ router, placeOf, navigate }: ReviewWatchProps): ReactNode {
  useTranslation();
  const client = useClient();
  const stretches = useUnseenStretches(placeOf);
  const pathname = useSyncExternalStore(
    (listener) => router.subscribe(listener),
    () => router.state.location.pathname,
  );
  const [since, dismiss] = useAway(client.serverNow);
  const count = stretches?.length ?? 0;
  useEffect(() => {
    unseenStretches.value = count;
    return () => {
      unseenStretches.value = 0;
    };
  }, [count]);
  const missed = since === null ? [] : (stretches ?? []).filter(({ startAt }) => startAt >= since);
  if (missed.length === 0 || routeOf(pathname) !== 'dashboard') return null;
  return <AwayCard stretches={missed} navigate={navigate} onDismiss={dismiss} />;
}

/** Returns since when the user was away before this visit, and forgets it on request. */
function useAway(now: () => number): readonly [since: number | null, dismiss: () => void] {
  const [visits] = useState(() => createVisits(localTexts, now));
  const [since, setSince] = useState(visits.back);
  useEffect(() => {
    const onVisibility = (): void => {
      if (document.visibilityState === 'hidden') return visits.left();
      const next = visits.back();
      if (next !== null) setSince(next);
    };
    const { left } = visits;
    document.addEventListener('visibilitychange', onVisibility);
    // Some browsers close a page without hiding it first.
    addEventListener('pagehide', left);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      removeEventListener('pagehide', left);
    };
  }, [visits]);
  return [since, () => setSince(null)];
}
