import { backOffDelay } from '@watchpost/contract/timing/back-off';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { SourceEnd } from '../../media-types.ts';

/** Cameras lock an account after 3 to 10 wrong passwords within half an hour or an hour. */
const limits = { minMs: 60_000, maxMs: 60 * 60_000 };
/**
 * A password that has worked is called wrong only after so many refusals in a row: cameras also answer 401 while they have too many
 * sessions, and those that were left open end within a minute or two.
 */
const maxDoubts = 3;

/** While one channel of a recorder tries a refused password again, the others wait for the result: longer than any camera takes, ms. */
const attemptMs = 15_000;

type RefusalCode = 'camera-denies-access' | 'camera-wrong-password';

interface Refusal {
  readonly code: RefusalCode;
  /** How long to wait before the password may be sent again, ms. */
  readonly waitMs: number;
}

/** What a restart must not forget: otherwise each one sends a refused password again, and the camera locks its account. */
export interface PasswordRefusals {
  /** In a row. */
  readonly count: number;
  /** When the password may be sent again, Unix ms. */
  readonly retryAt: number;
}

/** Judges what it means that a camera refuses the password, for all channels that share it: a recorder locks their one account. */
export interface PasswordTrial {
  /** Returns null unless the password was refused last; sends nothing. */
  refusal(): Refusal | null;
  /** Returns null if the password may be sent now; then no other channel sends a refused one until the result is known. */
  begin(): Refusal | null;
  /** The camera delivers, so the password is right. */
  onDelivery(): void;
  /** Returns what an end means instead; null for any other end than a refusal. */
  judge(end: SourceEnd): Refusal | null;
  /** Takes over what an earlier run of the server has seen. */
  recall(refusals: PasswordRefusals): void;
}

/**
 * Creates the trial of a password that worked when the camera was added. It is sent ever more rarely while it is refused, whatever else
 * happens in between: only a delivery proves it again.
 * @param onChange called with what to remember; null once the password has worked
 */
export function createPasswordTrial(
  clock: Pick<Clock, 'monotonic' | 'now'>,
  onChange: (refusals: PasswordRefusals | null) => void = () => undefined,
): PasswordTrial {
  let refusals = 0;
  /** Until when it is not sent, and until when its last refusal counts for all channels that sent it at the same time; monotonic ms. */
  let until = Number.NEGATIVE_INFINITY;
  let refusedUntil = Number.NEGATIVE_INFINITY;
  const refusalUntil = (end: number): Refusal => ({
    code: refusals > maxDoubts ? 'camera-wrong-password' : 'camera-denies-access',
    waitMs: end - clock.monotonic(),
  });
  return {
    refusal: () => (refusals === 0 ? null : refusalUntil(Math.max(until, clock.monotonic()))),
    begin: () => {
      const now = clock.monotonic();
      if (refusals === 0) return null;
      if (now < until) return refusalUntil(until);
      until = now + attemptMs;
      return null;
    },
    onDelivery: () => {
      // Called for each picture.
      if (refusals === 0) return;
      refusals = 0;
      until = Number.NEGATIVE_INFINITY;
      refusedUntil = Number.NEGATIVE_INFINITY;
      onChange(null);
    },
    judge: ({ code }) => {
      if (code !== 'camera-wrong-password') return null;
      const now = clock.monotonic();
      if (now >= refusedUntil) {
        refusals += 1;
        refusedUntil = now + backOffDelay(refusals - 1, 1, limits);
        onChange({ count: refusals, retryAt: clock.now() + (refusedUntil - now) });
      }
      until = refusedUntil;
      return refusalUntil(until);
    },
    recall: ({ count, retryAt }) => {
      if (count <= refusals) return;
      refusals = count;
      // The clock may have been set meanwhile: no wait is longer than the longest.
      refusedUntil = clock.monotonic() + Math.min(limits.maxMs, Math.max(0, retryAt - clock.now()));
      until = refusedUntil;
    },
  };
}
