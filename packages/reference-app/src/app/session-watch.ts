import type { Client, ClockPort } from '@watchpost/sdk-core';

/** Delay before this tab reloads after another tab signed in or out, ms (specification 1, section 4). */
export const reloadDelayMs = 500;

export interface SessionWatchHandlers {
  /** The session expired: notify the user and ask them to sign in again. */
  readonly onExpired: () => void;
  readonly onChangedElsewhere: () => void;
}

/** Observes the session for as long as the page lives; returns a function that stops. */
export function watchSession(
  session: Pick<Client['session'], 'onEnded' | 'onSubjectChanged'>,
  clock: Pick<ClockPort, 'after'>,
  handlers: SessionWatchHandlers,
): () => void {
  let cancelReload: (() => void) | null = null;
  const stopEnded = session.onEnded((reason) => {
    if (reason === 'expired') handlers.onExpired();
  });
  const stopChanged = session.onSubjectChanged(() => {
    cancelReload?.();
    cancelReload = clock.after(reloadDelayMs, handlers.onChangedElsewhere);
  });
  return () => {
    stopEnded();
    stopChanged();
    cancelReload?.();
  };
}
