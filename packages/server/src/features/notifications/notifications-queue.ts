import { PushError, type PushOutcome } from '../../adapters/push/port.ts';
import type { Clock } from '../../kernel/clock.ts';

/** `sent` and `gone` as the push service says; `unwanted`: nobody is to have it any more; the others were never delivered. */
export type PushResult = PushOutcome | 'unwanted' | 'failed' | 'expired' | 'replaced' | 'dropped';

/** One message to one subscription. */
export interface PushJob {
  /** A newer job of the same key takes the place of one that still waits. */
  readonly key: string;
  /** The push service, which concurrency is counted by. */
  readonly service: string;
  /** After so long it is of no use, ms. */
  readonly usefulFor: number;
  /** How often it is tried at most. */
  readonly attempts: number;
  /** Rejects with a PushError; anything else is tried again too. */
  send(): Promise<PushOutcome | 'unwanted'>;
  /** Called once. @param reason why it failed */
  ended(result: PushResult, reason?: unknown): void;
}

export interface PushQueue {
  add(job: PushJob): void;
  /** Jobs that wait, to be sent or to be sent again. */
  readonly waiting: number;
  /** Drops what waits and gives what is under way a moment to end. */
  close(): Promise<void>;
}

export interface PushQueueOptions {
  readonly clock: Clock;
  /** 0 to 1. */
  readonly random: () => number;
  /** Jobs that may wait; the oldest gives way. */
  readonly capacity?: number;
  /** Messages under way at a time: in all, to one push service, and to all services that did not answer quickly the last time. */
  readonly concurrency?: number;
  readonly concurrencyOfService?: number;
  readonly concurrencyOfDoubtful?: number;
}

/** Between attempts, ms; each up to half as long again, so that a thousand messages do not come back at once. */
const pauses = [1_000, 5_000, 30_000, 120_000];
/** What asks for more patience than this is given up: the next event is newer, ms. */
const longestPause = 15 * 60_000;
/** For what is under way when the server stops, ms. */
const farewell = 3_000;
/** An answer, whatever it says, within this is a quick one, ms. */
const quick = 3_000;
const provenKept = 200;

interface Entry {
  readonly job: PushJob;
  readonly deadline: number;
  attempt: number;
}

/**
 * Sends messages, a bounded number at a time and fewer to each push service. Browsers name these services: those that are new
 * or slow share a small part, so that a thousand made-up ones that never answer hold up nobody else.
 * Kept in memory: what a restart loses, the archive still shows.
 */
export function createPushQueue(options: PushQueueOptions): PushQueue {
  const { clock, random, capacity = 10_000, concurrency = 48, concurrencyOfService = 24, concurrencyOfDoubtful = 16 } = options;
  /** Everything that waits, oldest first; with the cancelling of its pause when it is to be tried again. */
  const waiting = new Map<string, { readonly entry: Entry; readonly cancel: (() => void) | null }>();
  /** Ready to be sent, by service; a service takes its turn and goes to the end. */
  const ready = new Map<string, Map<string, Entry>>();
  const running = new Map<string, number>();
  /** Services that answered quickly the last time, the latest last. */
  const proven = new Set<string>();
  let doubtful = 0;
  const underWay = new Set<Promise<void>>();
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
    const asked = error instanceof PushError ? (error.retryAfter ?? 0) : 0;
    const pause = Math.max(asked, Math.round((pauses[Math.min(entry.attempt, pauses.length) - 1] ?? 0) * (1 + random() / 2)));
    const isHopeless = (error instanceof PushError && error.isFinal) || entry.attempt >= job.attempts || pause > longestPause;
    if (isHopeless) return job.ended('failed', error);
    if (isClosed) return job.ended('dropped');
    if (clock.monotonic() + pause > entry.deadline) return job.ended('expired', error);
    // Something newer came while this was under way.
    if (waiting.has(job.key)) return job.ended('replaced');
    const cancel = clock.after(pause, () => {
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
    if (clock.monotonic() - startedAt < quick) proven.add(service);
    const [oldest] = proven;
    if (proven.size > provenKept && oldest !== undefined) proven.delete(oldest);
  };

  const start = (entry: Entry): void => {
    const { service } = entry.job;
    running.set(service, (running.get(service) ?? 0) + 1);
    const isDoubtful = !proven.has(service);
    if (isDoubtful) doubtful += 1;
    const attempt = run(entry).finally(() => {
      underWay.delete(attempt);
      if (isDoubtful) doubtful -= 1;
      const left = (running.get(service) ?? 1) - 1;
      if (left > 0) running.set(service, left);
      else running.delete(service);
      pump();
    });
    underWay.add(attempt);
  };

  /** The next job of the first service that has room; the service goes to the end. */
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
    while (!isClosed && underWay.size < concurrency) {
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
      enqueue({ job, deadline: clock.monotonic() + job.usefulFor, attempt: 0 });
      trim();
    },
    get waiting() {
      return waiting.size;
    },
    close: async () => {
      isClosed = true;
      for (const key of [...waiting.keys()]) drop(key, 'dropped');
      const { promise: patience, resolve } = Promise.withResolvers<void>();
      const cancel = clock.after(farewell, resolve);
      await Promise.race([Promise.all(underWay), patience]);
      cancel();
    },
  };
}
