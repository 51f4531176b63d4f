import type { Clock } from '@watchpost/contract/timing/clock';
import { PushError, type PushOutcome } from '../../adapters/push/port.ts';

/**
 * `sent` and `gone` are the push service's answers; `unwanted`: the recipient has lost access or signed out; the others were never
 * delivered.
 */
export type PushResult = PushOutcome | 'unwanted' | 'failed' | 'expired' | 'replaced' | 'dropped';

/** The delivery of one message to one subscription. */
export interface PushJob {
  /** A newer job of the same key replaces one that still waits. */
  readonly key: string;
  /** The push service, by which concurrency is limited. */
  readonly service: string;
  /** The message is useless after this time, ms. */
  readonly expiresAfterMs: number;
  /** Maximum number of attempts. */
  readonly attempts: number;
  /** Makes one attempt. Rejects with a PushError; any other error is retried too. */
  send(): Promise<PushOutcome | 'unwanted'>;
  /** Called once at the end. @param reason why it failed */
  ended(result: PushResult, reason?: unknown): void;
}

export interface PushQueue {
  add(job: PushJob): void;
  /** Jobs that wait for their first attempt or a retry. */
  readonly waiting: number;
  /** Drops waiting jobs and lets pending attempts end within a short time. */
  close(): Promise<void>;
}

export interface PushQueueOptions {
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
  /** Maximum waiting jobs; beyond it the oldest is dropped. */
  readonly capacity?: number;
  /** Concurrent attempts: in all, to one push service, and to all services that did not answer quickly the last time. */
  readonly concurrency?: number;
  readonly concurrencyOfService?: number;
  readonly concurrencyOfDoubtful?: number;
}

/** Delays between attempts, ms; each is extended by up to half, so that a thousand messages are not retried simultaneously. */
const retryDelaysMs = [1_000, 5_000, 30_000, 120_000];
/** A message is dropped when the push service requests a longer delay: the next event is newer. */
const maxRetryDelayMs = 15 * 60_000;
/** Time for pending attempts when the server stops, ms. */
const shutdownTimeoutMs = 3_000;
/** Any answer within this time counts as quick, ms. */
const quickAnswerMs = 3_000;
const maxProven = 200;

interface Entry {
  readonly job: PushJob;
  readonly deadline: number;
  attempt: number;
}

/**
 * Sends messages with limited concurrency, in all and per push service. Browsers choose these services, so new and slow ones share a small
 * part of it: a thousand invented ones that never answer delay no other. Kept in memory: messages lost at a restart are still in the
 * archive.
 */
export function createPushQueue(options: PushQueueOptions): PushQueue {
  const { clock, random, capacity = 10_000, concurrency = 48, concurrencyOfService = 24, concurrencyOfDoubtful = 16 } = options;
  /** Everything that waits, oldest first; with a function that cancels its delay before a retry. */
  const waiting = new Map<string, { readonly entry: Entry; readonly cancel: (() => void) | null }>();
  /** Jobs that are ready, by service; a service takes its turn and goes to the end. */
  const ready = new Map<string, Map<string, Entry>>();
  const running = new Map<string, number>();
  /** Services that answered quickly the last time, the latest last. */
  const proven = new Set<string>();
  let doubtful = 0;
  const inFlight = new Set<Promise<void>>();
  let isClosed = false;

  const drop = (key: string, result: PushResult): void => {
    const known = waiting.get(key);
    if (!known) return;
    known.cancel?.();
    waiting.delete(key);
    const lane = ready.get(known.entry.job.service);
    lane?.delete(key);
    if (lane?.size === 0) ready.delete(known.entry.job.service);
    known.entry.job.ended(result);
  };

  const enqueue = (entry: Entry): void => {
    const { key, service } = entry.job;
    waiting.set(key, { entry, cancel: null });
    const lane = ready.get(service) ?? new Map<string, Entry>();
    lane.set(key, entry);
    ready.set(service, lane);
    pump();
  };

  const tryAgain = (entry: Entry, error: unknown): void => {
    const { job } = entry;
    const retryAfterMs = error instanceof PushError ? (error.retryAfter ?? 0) : 0;
    const delayMs = Math.max(
      retryAfterMs,
      Math.round((retryDelaysMs[Math.min(entry.attempt, retryDelaysMs.length) - 1] ?? 0) * (1 + random() / 2)),
    );
    const hasFailed = (error instanceof PushError && error.isFinal) || entry.attempt >= job.attempts || delayMs > maxRetryDelayMs;
    if (hasFailed) return job.ended('failed', error);
    if (isClosed) return job.ended('dropped');
    if (clock.monotonic() + delayMs > entry.deadline) return job.ended('expired', error);
    // A newer message arrived during the attempt.
    if (waiting.has(job.key)) return job.ended('replaced');
    const cancel = clock.after(delayMs, () => {
      waiting.delete(job.key);
      enqueue(entry);
    });
    waiting.set(job.key, { entry, cancel });
    trim();
  };

  const run = async (entry: Entry): Promise<void> => {
    entry.attempt += 1;
    const startedAt = clock.monotonic();
    try {
      entry.job.ended(await entry.job.send());
    } catch (error) {
      tryAgain(entry, error);
    }
    const { service } = entry.job;
    proven.delete(service);
    if (clock.monotonic() - startedAt < quickAnswerMs) proven.add(service);
    const [oldest] = proven;
    if (proven.size > maxProven && oldest !== undefined) proven.delete(oldest);
  };

  const start = (entry: Entry): void => {
    const { service } = entry.job;
    running.set(service, (running.get(service) ?? 0) + 1);
    const isDoubtful = !proven.has(service);
    if (isDoubtful) doubtful += 1;
    const attempt = run(entry).finally(() => {
      inFlight.delete(attempt);
      if (isDoubtful) doubtful -= 1;
      const left = (running.get(service) ?? 1) - 1;
      if (left > 0) running.set(service, left);
      else running.delete(service);
      pump();
    });
    inFlight.add(attempt);
  };

  /** Returns the next job of the first service with capacity; the service goes to the end. */
  const next = (): Entry | null => {
    for (const [service, lane] of ready) {
      if ((running.get(service) ?? 0) >= concurrencyOfService || (doubtful >= concurrencyOfDoubtful && !proven.has(service))) continue;
      const [first] = lane.values();
      ready.delete(service);
      if (!first) continue;
      lane.delete(first.job.key);
      if (lane.size > 0) ready.set(service, lane);
      return first;
    }
    return null;
  };

  const pump = (): void => {
    while (!isClosed && inFlight.size < concurrency) {
      const entry = next();
      if (!entry) return;
      waiting.delete(entry.job.key);
      if (clock.monotonic() > entry.deadline) entry.job.ended('expired');
      else start(entry);
    }
  };

  const trim = (): void => {
    const [oldest] = waiting.keys();
    if (waiting.size > capacity && oldest !== undefined) drop(oldest, 'dropped');
  };

  return {
    add: (job) => {
      if (isClosed) return job.ended('dropped');
      drop(job.key, 'replaced');
      enqueue({ job, deadline: clock.monotonic() + job.expiresAfterMs, attempt: 0 });
      trim();
    },
    get waiting() {
      return waiting.size;
    },
    close: async () => {
      isClosed = true;
      for (const key of [...waiting.keys()]) drop(key, 'dropped');
      const { promise: timedOut, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(shutdownTimeoutMs, resolve);
      await Promise.race([Promise.all(inFlight), timedOut]);
      cancel();
    },
  };
}
