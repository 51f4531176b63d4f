import type { Clock } from '@watchpost/contract/timing/clock';
import { inBackground } from '../limits/database-wait.ts';

/** What has to be done one thing after the other, such as the messages of a chat. */
export interface Lane {
  readonly id: string;
  /** Does what is due. Rejects when the database fails: what was claimed is due again by itself. */
  readonly run: () => Promise<void>;
}

/** Runs the lanes in which something is due. */
export interface Lanes {
  /** Looks for something to do; call it after anything was added. */
  wake(): void;
  /** Resolves when no lane runs: for tests. */
  idle(): Promise<void>;
  /** Lets the lanes that run end within a short time; everything else stays queued for the next start. */
  close(): Promise<void>;
  /** Aborted when that time is over. */
  readonly stopping: AbortSignal;
}

export interface LanesOptions {
  readonly clock: Clock;
  /** How many run at the same time. */
  readonly concurrency: number;
  /** Is done before each look. @returns when to look again, Unix ms; null for no such time */
  readonly prepare?: (isClosed: () => boolean) => Promise<number | null>;
  /** Takes what has been due longest; null for nothing. @param busy the lanes that run */
  readonly claim: (busy: readonly string[]) => Promise<Lane | null>;
  /** Returns when the next lane that is not busy is due, Unix ms; null for none. */
  readonly nextDueAt: (busy: readonly string[]) => Promise<number | null>;
  readonly onInterrupted: (error: unknown, id: string) => void;
  /** What is due could not be read: that is repeated. */
  readonly onUnreadable: (error: unknown) => void;
}

/** Delay after a database failure, ms. */
const databaseRetryMs = 5000;
/** Another process may have crashed meanwhile: this one takes over what it left, ms. */
const maxPauseMs = 10 * 60_000;
const minPauseMs = 50;
/** Time for what runs when the server stops, ms. */
const shutdownTimeoutMs = 3000;

export function createLanes({ clock, concurrency, prepare, claim, nextDueAt, onInterrupted, onUnreadable }: LanesOptions): Lanes {
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let working: Promise<void> = Promise.resolve();
  let isWorking = false;
  let wasWoken = false;
  let isClosed = false;
  let cancelTimer = (): void => undefined;

  const start = ({ id, run }: Lane): void => {
    let hasFailed = false;
    const done = run()
      .catch((error: unknown) => {
        hasFailed = true;
        onInterrupted(error, id);
      })
      .finally(() => {
        running.delete(id);
        if (hasFailed) later(databaseRetryMs);
        else wake();
      });
    running.set(id, done);
  };

  /** Starts everything that is due, then waits for the next. */
  const work = async (): Promise<void> => {
    try {
      while (wasWoken && !isClosed) {
        wasWoken = false;
        const againAt = prepare ? await prepare(() => isClosed) : null;
        while (running.size < concurrency && !isClosed) {
          const lane = await claim([...running.keys()]);
          if (!lane) break;
          start(lane);
        }
        // With all lanes in use, the first to end looks again.
        const laneAt = running.size < concurrency ? await nextDueAt([...running.keys()]) : null;
        const dueAt = Math.min(againAt ?? Number.POSITIVE_INFINITY, laneAt ?? Number.POSITIVE_INFINITY);
        if (!wasWoken) later(Math.max(minPauseMs, dueAt - clock.now()));
      }
    } catch (error) {
      onUnreadable(error);
      later(databaseRetryMs);
    } finally {
      // In the same step as the last check of wasWoken, so that no wake-up is lost in between.
      isWorking = false;
    }
  };
  const wake = (): void => {
    wasWoken = true;
    if (isWorking || isClosed) return;
    isWorking = true;
    cancelTimer();
    // Not within the time that a request may wait for the database.
    working = inBackground(work);
  };
  const later = (delay: number): void => {
    cancelTimer();
    if (!isClosed) cancelTimer = clock.after(Math.min(delay, maxPauseMs), wake);
  };

  return {
    wake,
    idle: async () => {
      while (isWorking || running.size > 0) await Promise.all([working, ...running.values()]);
    },
    close: async () => {
      isClosed = true;
      cancelTimer();
      await working;
      const cancel = clock.after(shutdownTimeoutMs, () => stopping.abort());
      await Promise.all(running.values());
      cancel();
    },
    stopping: stopping.signal,
  };
}
