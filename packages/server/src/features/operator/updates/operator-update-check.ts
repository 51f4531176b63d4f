import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../../kernel/log.ts';
import type { ReadNewestVersion } from './operator-registry-versions.ts';

/** Looks for a newer version, only where the operator allows it, and only when an operator looks at their page. */
interface UpdateCheck {
  /** Returns the newest version that is known, and looks again in the background after a day; null when it isn't known or not allowed. */
  newest(): string | null;
  close(): Promise<void>;
}

interface UpdateCheckDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly log: Logger;
  /** Called at each use, because operators change it. */
  readonly isAllowed: () => boolean;
  readonly readNewest: ReadNewestVersion;
}

const ageMs = 86_400_000;
/** After a failure, ms. */
const retryMs = 3_600_000;
const timeoutMs = 10_000;

export function createUpdateCheck({ clock, log, isAllowed, readNewest }: UpdateCheckDeps): UpdateCheck {
  let newest: string | null = null;
  let dueAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> | null = null;
  const stop = new AbortController();

  const look = async (): Promise<void> => {
    const late = new AbortController();
    const cancel = clock.after(timeoutMs, () => late.abort(new Error('The registry did not answer within 10 s')));
    dueAt = clock.monotonic() + retryMs;
    try {
      newest = await readNewest(AbortSignal.any([late.signal, stop.signal]));
      dueAt = clock.monotonic() + ageMs;
    } catch (error) {
      if (!stop.signal.aborted) log.info({ err: error }, 'The newest version is not known; asked again in an hour');
    } finally {
      cancel();
      looking = null;
    }
  };
  return {
    newest: () => {
      if (!isAllowed()) return null;
      if (looking === null && !stop.signal.aborted && clock.monotonic() >= dueAt) looking = look();
      return newest;
    },
    close: async () => {
      stop.abort(new Error('The server stops'));
      await looking;
    },
  };
}
