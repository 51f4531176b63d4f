import type { Clock } from '@watchpost/contract/timing/clock';
import { PushError, type PushOutcome } from '../../adapters/push/port.ts';

/**
 * `sent` and `gone` are the push service's answers; `unwanted`: the recipient has lost access or signed out, or never heard of the
 * beginning that this message ends; `deferred`: it waits for the server's next start; the others were never delivered.
 */
export type PushResult = PushAttempt | 'failed' | 'expired' | 'replaced' | 'dropped' | 'deferred';
/** What one attempt came to. */
type PushAttempt = PushOutcome | 'unwanted';

/** The delivery of one message to one subscription. */
export interface PushJob {
  /** A newer job of the same key replaces one that still waits, and follows one that is being sent. */
  readonly key: string;
  /** The push service, by which concurrency is limited. */
  readonly service: string;
  /** The message is useless after this time, ms. */
  readonly expiresAfterMs: number;
  /** Maximum number of attempts. */
  readonly attempts: number;
  /** For a job that an earlier run of the server left: the attempts it made, and when the next one is due, ms from now. */
  readonly resumed?: { readonly attempts: number; readonly delayMs: number };
  /** Makes one attempt. Rejects with a PushError; any other error is retried too. */
  send(): Promise<PushAttempt>;
  /** Called when another attempt is planned. @param delayMs from now */
  postponed?(attempts: number, delayMs: number): Promise<void>;
  /** Called once at the end; the next message of the key waits for it. @param reason why it failed */
  ended(result: PushResult, reason?: unknown): Promise<void> | undefined;
}

export interface PushQueue {
  add(job: PushJob): void;
  /** Jobs that wait for their first attempt or a retry. */
  readonly waiting: number;
  /** Defers waiting jobs and lets pending attempts end within a short time. */
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
 * part of it: a thousand invented ones that never answer delay no other. Messages of one key are sent one after the other.
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
  /** Keys of the jobs that are being sent. */
  const sending = new Set<string>();
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
    void known.entry.job.ended(result);
  };

  const enqueue = (entry: Entry): void => {
    const { key, service } = entry.job;
    waiting.set(key, { entry, cancel: null });
    const lane = ready.get(service) ?? new Map<string, Entry>();
    lane.set(key, entry);
    ready.set(service, lane);
    pump();
  };

  const enqueueLater = (entry: Entry, delayMs: number): void => {
    const { key } = entry.job;
    const cancel = clock.after(delayMs, () => {
      waiting.delete(key);
      enqueue(entry);
    });
    waiting.set(key, { entry, cancel });
  };

  const tryAgain = (entry: Entry, error: unknown): Promise<void> | undefined => {
    const { job } = entry;
    const retryAfterMs = error instanceof PushError ? (error.retryAfter ?? 0) : 0;
    const delayMs = Math.max(
      retryAfterMs,
      Math.round((retryDelaysMs[Math.min(entry.attempt, retryDelaysMs.length) - 1] ?? 0) * (1 + random() / 2)),
    );
    const hasFailed = (error instanceof PushError && error.isFinal) || entry.attempt >= job.attempts || delayMs > maxRetryDelayMs;
    if (hasFailed) return job.ended('failed', error);
    if (clock.monotonic() + delayMs > entry.deadline) return job.ended('expired', error);
    // A newer message arrived during the attempt.
    if (waiting.has(job.key)) return job.ended('replaced');
    const postponed = job.postponed?.(entry.attempt, delayMs);
    if (isClosed) void job.ended('deferred');
    else enqueueLater(entry, delayMs);
    trim();
    return postponed;
  };

  const run = async (entry: Entry): Promise<void> => {
    entry.attempt += 1;
    const { job } = entry;
    const startedAt = clock.monotonic();
    const attempt = await job.send().then(
      (result) => () => job.ended(result),
      (error: unknown) => () => tryAgain(entry, error),
    );
    proven.delete(job.service);
    if (clock.monotonic() - startedAt < quickAnswerMs) proven.add(job.service);
    const [oldest] = proven;
    if (proven.size > maxProven && oldest !== undefined) proven.delete(oldest);
    await attempt();
  };

  const start = (entry: Entry): void => {
    const { key, service } = entry.job;
    sending.add(key);
    running.set(service, (running.get(service) ?? 0) + 1);
    const isDoubtful = !proven.has(service);
    if (isDoubtful) doubtful += 1;
    const attempt = run(entry).finally(() => {
      inFlight.delete(attempt);
      sending.delete(key);
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
      const first = firstOf(lane.values(), ({ job }) => !sending.has(job.key));
      if (!first) continue;
      lane.delete(first.job.key);
      ready.delete(service);
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
      if (clock.monotonic() > entry.deadline) void entry.job.ended('expired');
      else start(entry);
    }
  };

  const trim = (): void => {
    const [oldest] = waiting.keys();
    if (waiting.size > capacity && oldest !== undefined) drop(oldest, 'dropped');
  };

  return {
    add: (job) => {
      if (isClosed) return void job.ended('deferred');
      drop(job.key, 'replaced');
      const { attempts: attempt, delayMs } = job.resumed ?? { attempts: 0, delayMs: 0 };
      const entry = { job, deadline: clock.monotonic() + job.expiresAfterMs, attempt };
      if (delayMs > 0) enqueueLater(entry, delayMs);
      else enqueue(entry);
      trim();
    },
    get waiting() {
      return waiting.size;
    },
    close: async () => {
      isClosed = true;
      for (const key of [...waiting.keys()]) drop(key, 'deferred');
      const { promise: timedOut, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(shutdownTimeoutMs, resolve);
      await Promise.race([Promise.all(inFlight), timedOut]);
      cancel();
    },
  };
}

function firstOf(entries: Iterable<Entry>, isFree: (entry: Entry) => boolean): Entry | null {
  for (const entry of entries) if (isFree(entry)) return entry;
  return null;
}
