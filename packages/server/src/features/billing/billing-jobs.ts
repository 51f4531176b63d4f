import type { Clock } from '@watchpost/contract/timing/clock';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';

const intervalMs = 30_000;

/** Runs the work of billing that no request does. */
export interface BillingJobs {
  /** Runs all jobs now and every half minute. */
  start(): void;
  /** Runs all jobs soon. */
  wake(): void;
  /** Runs all jobs, after those that are running; never rejects. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export interface BillingJobsDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** In their order; one that fails does not stop the next. */
  readonly jobs: Readonly<Record<string, () => Promise<void>>>;
}

export function createBillingJobs({ clock, log, jobs }: BillingJobsDeps): BillingJobs {
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;
  let isStarted = false;
  let isClosed = false;
  let cancelTimer = (): void => undefined;

  const runAll = async (): Promise<void> => {
    isWaiting = false;
    cancelTimer();
    for (const [job, work] of Object.entries(jobs)) {
      if (isClosed) return;
      await work().catch((error: unknown) => log.warn({ err: error, job }, 'A job of billing failed; retrying'));
    }
    if (isStarted && !isClosed) cancelTimer = clock.after(intervalMs, () => void run());
  };
  const run = (): Promise<void> => {
    if (isWaiting || isClosed) return running;
    isWaiting = true;
    running = running.then(() => inBackground(runAll));
    return running;
  };

  return {
    start: () => {
      isStarted = true;
      void run();
    },
    wake: () => {
      if (isStarted) void run();
    },
    run,
    close: async () => {
      isClosed = true;
      cancelTimer();
      await running;
    },
  };
}
