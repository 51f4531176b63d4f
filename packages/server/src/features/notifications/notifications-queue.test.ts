import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { PushError, type PushOutcome } from '../../adapters/push/port.ts';
import { createPushQueue, type PushJob, type PushQueue, type PushResult } from './notifications-queue.ts';

let clock: ManualClock;
beforeEach(() => {
  clock = createManualClock();
});
const createQueue = (over: Partial<Parameters<typeof createPushQueue>[0]> = {}): PushQueue =>
  createPushQueue({ clock, random: () => 0, ...over });
/** Runs everything that is ready. */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

/** Creates a job whose attempts the test ends, and records its result. */
function createJob(over: Partial<PushJob> = {}) {
  const attempts: PromiseWithResolvers<PushOutcome>[] = [];
  const results: PushResult[] = [];
  const job: PushJob = {
    key: `key ${Math.random()}`,
    service: 'https://push.example',
    expiresAfterMs: 3_600_000,
    attempts: 5,
    send: () => {
      const attempt = Promise.withResolvers<PushOutcome>();
      attempts.push(attempt);
      return attempt.promise;
    },
    ended: (result) => {
      results.push(result);
      return undefined;
    },
    ...over,
  };
  const answer = async (outcome: PushOutcome | PushError): Promise<void> => {
    const attempt = attempts.at(-1);
    if (typeof outcome === 'string') attempt?.resolve(outcome);
    else attempt?.reject(outcome);
    await settle();
  };
  return { job, attempts, results, answer };
}
const overloaded = (retryAfter: number | null = null) => new PushError('503', { isFinal: false, retryAfter });

describe('a failed attempt', () => {
  test('is retried with growing pauses, five times in all', async () => {
    const queue = createQueue();
    const { job, attempts, results, answer } = createJob();
    queue.add(job);
    for (const [index, pause] of [1_000, 5_000, 30_000, 120_000].entries()) {
      expect(attempts).toHaveLength(index + 1);
      await answer(overloaded());
      clock.advance(pause - 1);
      expect(attempts).toHaveLength(index + 1);
      clock.advance(1);
    }
    expect(attempts).toHaveLength(5);
    await answer(overloaded());
    expect(results).toEqual(['failed']);
    expect(clock.pending).toBe(0);
  });

  test('is retried as late as the push service asks, and not at all when that is too late', async () => {
    const queue = createQueue();
    const first = createJob();
    queue.add(first.job);
    await first.answer(overloaded(60_000));
    clock.advance(59_999);
    expect(first.attempts).toHaveLength(1);
    clock.advance(1);
    expect(first.attempts).toHaveLength(2);
    await first.answer(overloaded(16 * 60_000));
    expect(first.results).toEqual(['failed']);

    const short = createJob({ expiresAfterMs: 30_000 });
    queue.add(short.job);
    await short.answer(overloaded(60_000));
    expect(short.results).toEqual(['expired']);
    expect(clock.pending).toBe(0);
  });

  test('is not retried when final; the pauses of many jobs differ', async () => {
    const queue = createQueue({ random: () => 0.5 });
    const final = createJob();
    queue.add(final.job);
    await final.answer(new PushError('403', { isFinal: true }));
    expect(final.results).toEqual(['failed']);
    const other = createJob();
    queue.add(other.job);
    await other.answer(overloaded());
    clock.advance(1_249);
    expect(other.attempts).toHaveLength(1);
    clock.advance(1);
    expect(other.attempts).toHaveLength(2);
  });
});

describe('a newer message of the same key', () => {
  test('replaces one that waits for its turn or for a retry', async () => {
    const queue = createQueue({ concurrency: 1 });
    const blocking = createJob();
    queue.add(blocking.job);
    const [old, newer] = [createJob({ key: 'yard' }), createJob({ key: 'yard' })];
    queue.add(old.job);
    queue.add(newer.job);
    expect(old.results).toEqual(['replaced']);
    await blocking.answer('sent');
    expect([old.attempts.length, newer.attempts.length]).toEqual([0, 1]);

    await newer.answer(overloaded());
    const newest = createJob({ key: 'yard' });
    queue.add(newest.job);
    expect(newer.results).toEqual(['replaced']);
    await newest.answer('sent');
    clock.advance(10_000);
    expect(newer.attempts).toHaveLength(1);
    expect(queue.waiting).toBe(0);
  });

  test('replaces one that is being sent: that one is not retried', async () => {
    const queue = createQueue();
    const [old, newer] = [createJob({ key: 'yard' }), createJob({ key: 'yard' })];
    queue.add(old.job);
    queue.add(newer.job);
    expect(old.results).toEqual([]);
    // Both are being sent: each ends by itself.
    await newer.answer(overloaded());
    await old.answer(overloaded());
    expect(old.results).toEqual(['replaced']);
    clock.advance(1_000);
    await newer.answer('sent');
    expect(newer.results).toEqual(['sent']);
  });
});

describe('the limits', () => {
  test('bound all jobs, and those of one service more tightly; a hanging service delays no other', async () => {
    const queue = createQueue({ concurrency: 6, concurrencyOfService: 2 });
    const jobs = (service: string) => Array.from({ length: 10 }, () => createJob({ service }));
    const [slow, quick] = [jobs('https://slow.example'), jobs('https://quick.example')];
    for (const { job } of [...slow, ...quick]) queue.add(job);
    const running = (list: typeof slow) => list.filter(({ attempts, results }) => attempts.length > results.length).length;
    expect([running(slow), running(quick)]).toEqual([2, 2]);
    for (const { answer } of quick) await answer('sent');
    expect(quick.every(({ results }) => results[0] === 'sent')).toBe(true);
    expect(running(slow)).toBe(2);
    expect(queue.waiting).toBe(8);
  });

  test('give new and slow services a small share, however many they are; responsive ones share the rest', async () => {
    const queue = createQueue({ concurrency: 6, concurrencyOfService: 3, concurrencyOfDoubtful: 2 });
    const running = (list: ReturnType<typeof createJob>[]) =>
      list.filter(({ attempts, results }) => attempts.length > results.length).length;
    const first = createJob({ service: 'https://good.example' });
    queue.add(first.job);
    await first.answer('sent');
    const hostile = Array.from({ length: 20 }, (_, index) => createJob({ service: `https://${index}.evil.example`, attempts: 1 }));
    const good = Array.from({ length: 4 }, () => createJob({ service: 'https://good.example' }));
    for (const { job } of [...hostile, ...good]) queue.add(job);
    expect([running(hostile), running(good)]).toEqual([2, 3]);
    // A good service that becomes slow is doubtful too: it gets its turn when one of the others has ended.
    clock.advance(3_000);
    for (const { answer } of good.slice(0, 3)) await answer('sent');
    expect([running(hostile), running(good)]).toEqual([2, 0]);
    for (const { answer } of hostile.slice(0, 2)) await answer(new PushError('timeout', { isFinal: false }));
    for (const { answer } of hostile.slice(2)) await answer(new PushError('timeout', { isFinal: false }));
    expect(running(good)).toBe(1);
  });

  test('let services take turns when all together exceed the limit', async () => {
    const queue = createQueue({ concurrency: 1, concurrencyOfService: 1 });
    const order: string[] = [];
    const job = (service: string, key: string): PushJob => createJob({ service, key, send: async () => (order.push(key), 'sent') }).job;
    const gate = createJob({ service: 'gate' });
    queue.add(gate.job);
    for (const key of ['a1', 'a2', 'a3']) queue.add(job('a', key));
    for (const key of ['b1', 'b2']) queue.add(job('b', key));
    await gate.answer('sent');
    await settle();
    await settle();
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  test('drop the oldest job when too many wait', async () => {
    const queue = createQueue({ capacity: 3, concurrency: 1 });
    const jobs = Array.from({ length: 6 }, () => createJob());
    for (const { job } of jobs) queue.add(job);
    expect(jobs.map(({ results }) => results)).toEqual([[], ['dropped'], ['dropped'], [], [], []]);
    expect(queue.waiting).toBe(3);
  });

  test('drop a job that waited too long', async () => {
    const queue = createQueue({ concurrency: 1 });
    const blocking = createJob();
    const stale = createJob({ expiresAfterMs: 5_000 });
    queue.add(blocking.job);
    queue.add(stale.job);
    clock.advance(5_001);
    await blocking.answer('sent');
    expect([stale.attempts.length, stale.results]).toEqual([0, ['expired']]);
  });

  test('any sequence of answers ends every job once and leaves nothing behind', async () => {
    const outcomes = fc.constantFrom<PushOutcome | PushError>(
      'sent',
      'gone',
      overloaded(),
      overloaded(40_000),
      new PushError('400', { isFinal: true }),
    );
    const plan = fc.array(
      fc.record({
        key: fc.constantFrom('a', 'b', 'c', 'd'),
        service: fc.constantFrom('x', 'y'),
        answers: fc.array(outcomes, { minLength: 5, maxLength: 5 }),
        wait: fc.nat(60_000),
      }),
      { maxLength: 30 },
    );
    await fc.assert(
      fc.asyncProperty(plan, async (steps) => {
        clock = createManualClock();
        const queue = createQueue({ capacity: 5, concurrency: 3, concurrencyOfService: 2 });
        const all = steps.map(({ key, service, answers }) => {
          const results: PushResult[] = [];
          let attempt = 0;
          const send = async (): Promise<PushOutcome> => {
            const answer = answers[attempt] ?? 'sent';
            attempt += 1;
            if (answer instanceof PushError) throw answer;
            return answer;
          };
          return { job: createJob({ key, service, send, ended: (result) => void results.push(result) }).job, results };
        });
        for (const [index, { job }] of all.entries()) {
          queue.add(job);
          clock.advance(steps[index]?.wait ?? 0);
          await settle();
          expect(queue.waiting).toBeLessThanOrEqual(5);
        }
        for (let turn = 0; turn < 10; turn += 1) {
          clock.advance(300_000);
          await settle();
        }
        expect(all.map(({ results }) => results.length)).toEqual(all.map(() => 1));
        expect([queue.waiting, clock.pending]).toEqual([0, 0]);
      }),
    );
  });
});

describe('closing', () => {
  test('defers waiting jobs, lets pending attempts end, and accepts no more jobs', async () => {
    const queue = createQueue({ concurrency: 1 });
    const [running, waiting, late] = [createJob(), createJob(), createJob()];
    queue.add(running.job);
    queue.add(waiting.job);
    let isClosed = false;
    const closing = queue.close().then(() => {
      isClosed = true;
    });
    expect(waiting.results).toEqual(['deferred']);
    await settle();
    expect(isClosed).toBe(false);
    await running.answer('sent');
    await closing;
    queue.add(late.job);
    expect([running.results, late.results]).toEqual([['sent'], ['deferred']]);
    expect(clock.pending).toBe(0);
  });

  test('waits no longer than 3 s, and a failure then causes no retry', async () => {
    const queue = createQueue();
    const running = createJob();
    queue.add(running.job);
    const closing = queue.close();
    clock.advance(3_000);
    await closing;
    await running.answer(overloaded());
    expect(running.results).toEqual(['deferred']);
    expect(clock.pending).toBe(0);
  });
});

describe('messages of one key', () => {
  test('are sent one after the other, and the next waits for what the last one stores', async () => {
    const queue = createQueue();
    const stored = Promise.withResolvers<void>();
    const first = createJob({ key: 'yard', ended: () => stored.promise });
    const [second, other] = [createJob({ key: 'yard' }), createJob()];
    for (const { job } of [first, second, other]) queue.add(job);
    expect([first, second, other].map(({ attempts }) => attempts.length)).toEqual([1, 0, 1]);
    await first.answer('sent');
    expect(second.attempts).toHaveLength(0);
    stored.resolve();
    await settle();
    expect(second.attempts).toHaveLength(1);
    await second.answer('sent');
    expect(second.results).toEqual(['sent']);
  });

  test('that an earlier run left are due when it planned them, and have the attempts that it left', async () => {
    const queue = createQueue();
    const { job, attempts, results, answer } = createJob({ resumed: { attempts: 4, delayMs: 10_000 } });
    queue.add(job);
    clock.advance(9_999);
    expect(attempts).toHaveLength(0);
    clock.advance(1);
    await answer(overloaded());
    expect(results).toEqual(['failed']);
  });
});
