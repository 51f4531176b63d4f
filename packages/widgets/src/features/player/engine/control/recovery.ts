import type { ClockPort } from '@watchpost/sdk-core';

/** What is done about a picture that does not come or stands still; the transport itself has sought again already. */
export type RecoveryStep = 'wait' | 'reopen' | 'next-transport';

export interface Recovery {
  /** Asked when a picture is overdue. `isOnline`: the camera sends, as far as the server knows. */
  next(isOnline: boolean): RecoveryStep;
  /** A picture is there and moves. */
  onPicture(): void;
}

/** A transport that has shown a picture so long ago (ms) is trusted again. */
const trustAfter = 10_000;

/** Open again first; when that brings nothing either, the next way. A camera that is away is no fault of the way. */
export function createRecovery(clock: Pick<ClockPort, 'monotonic'>): Recovery {
  let opened = 0;
  let shownAt: number | null = null;
  return {
    next(isOnline) {
      if (!isOnline) return 'wait';
      if (shownAt !== null && clock.monotonic() - shownAt > trustAfter) opened = 0;
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
