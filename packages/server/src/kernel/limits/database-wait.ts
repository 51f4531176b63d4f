import { AsyncLocalStorage } from 'node:async_hooks';
import { systemClock, type Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../app-error.ts';

/** How long one request may still wait for the database. Concurrent queries are counted once. */
export interface DatabaseWait {
  readonly leftMs: number;
  /** Marks the start of a query; the result marks its end. */
  begin(): () => void;
  /** Marks that the answer is being sent: later work runs in the background. */
  end(): void;
  readonly isOver: boolean;
}

/** Limit for all queries of a request together: with its other work, 503 is answered within 2 s. */
const requestWaitMs = 1500;

const waits = new AsyncLocalStorage<DatabaseWait | null>();

export function createDatabaseWait(clock: Pick<Clock, 'monotonic'> = systemClock, totalMs: number = requestWaitMs): DatabaseWait {
  let spentMs = 0;
  let queries = 0;
  let since = 0;
  let isOver = false;
  return {
    get leftMs() {
      return totalMs - spentMs - (queries > 0 ? clock.monotonic() - since : 0);
    },
    begin: () => {
      if (queries === 0) since = clock.monotonic();
      queries += 1;
      return () => {
        queries -= 1;
        if (queries === 0) spentMs += clock.monotonic() - since;
      };
    },
    end: () => void (isOver = true),
    get isOver() {
      return isOver;
    },
  };
}

/** Runs `work`, and everything it starts, within the time limit of one request. */
export function withDatabaseWait<T>(wait: DatabaseWait, work: () => T): T {
  return waits.run(wait, work);
}

/** Runs work that must be finished, however long the database takes, such as deleting half a million rows. */
export function inBackground<T>(work: () => T): T {
  return waits.run(null, work);
}

/** Returns the limit of the current request; null for background work. */
export function currentDatabaseWait(): DatabaseWait | null {
  const wait = waits.getStore();
  return wait && !wait.isOver ? wait : null;
}

/**
 * Waits for a database operation that other requests may share, no longer than the current request may wait.
 * @throws {AppError} unavailable when it takes longer; the operation itself continues
 */
export async function waitForDatabase<T>(shared: Promise<T>, clock: Pick<Clock, 'after'> = systemClock): Promise<T> {
  const wait = currentDatabaseWait();
  if (!wait) return shared;
  const done = wait.begin();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const cancel = clock.after(Math.max(0, wait.leftMs), () =>
    reject(new AppError('unavailable', { message: 'The database is too slow.', retryAfter: 2 })),
  );
  try {
    return await Promise.race([shared, late]);
  } finally {
    cancel();
    done();
  }
}
