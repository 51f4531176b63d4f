import type { ClockPort } from '@watchpost/sdk-core';

/** The remedy for a picture that is overdue or has stalled. The transport itself has already sought once. */
type RecoveryStep = 'wait' | 'reopen' | 'next-transport';

export interface Recovery {
  /** @param isOnline the camera sends, according to the server */
  next(isOnline: boolean): RecoveryStep;
  /** The picture is there and moves. */
  onPicture(): void;
}

/** A transport that has shown a picture for this long, ms, is trusted again. */
const trustAfterMs = 10_000;

/** Reopens first; if that does not help, moves to the next transport. An offline camera is not the transport's fault. */
export function createRecovery(clock: Pick<ClockPort, 'monotonic'>): Recovery {
  let opened = 0;
  let shownAt: number | null = null;
  return {
    next(isOnline) {
      if (!isOnline) return 'wait';
      if (shownAt !== null && clock.monotonic() - shownAt > trustAfterMs) opened = 0;
      shownAt = null;
      opened += 1;
      if (opened === 1) return 'reopen';
      opened = 0;
      return 'next-transport';
    },
    onPicture() {
      shownAt ??= clock.monotonic();
    },
  };
}
