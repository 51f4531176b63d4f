import type { Client } from '@watchpost/sdk-core';
import type { Clock } from '../shared/browser/clock.ts';

/** A change of who is signed in, made in another tab, reloads this one after so many milliseconds (specification 1, section 4). */
export const reloadDelay = 500;

export interface SessionWatchHandlers {
  /** The session ended by itself: tell the person and ask to sign in again. */
  readonly onExpired: () => void;
  readonly onChangedElsewhere: () => void;
}

/** Follows the session for as long as the page lives; returns how to stop. */
export function watchSession(session: Pick<Client['session'], 'onEnded' | 'onSubjectChanged'>, clock: Pick<Clock, 'after'>, handlers: SessionWatchHandlers): () => void {
  let cancelReload: (() => void) | null = null;
  const stopEnded = session.onEnded((reason) => {
    if (reason === 'expired') handlers.onExpired();
  });
  const stopChanged = session.onSubjectChanged(() => {
    cancelReload?.();
    cancelReload = clock.after(reloadDelay, handlers.onChangedElsewhere);
  });
  return () => {
    stopEnded();
    stopChanged();
    cancelReload?.();
  };
}
