import type { Clock } from '@watchpost/contract/timing/clock';
import type { TestNotification } from './test-cards.ts';

const firstRetryMs = 200;
const maxRetryMs = 5000;
/** Attempts for one notification; the true services give up after days. */
const maxAttempts = 50;
const answerTimeoutMs = 10_000;

/** What a provider has to report, in the order of what happened. */
interface NotificationQueue {
  /** @param make signs it, at the time of each attempt */
  push(make: () => TestNotification): void;
  /** Those that were not sent yet. */
  take(): TestNotification[];
  /** From now on they are posted there one after the other, each until it is accepted. */
  deliverTo(url: string): void;
  close(): Promise<void>;
}

export function createNotificationQueue(clock: Pick<Clock, 'after'>): NotificationQueue {
  let queue: (() => TestNotification)[] = [];
  let target: string | null = null;
  let attempts = 0;
  let working: Promise<void> | null = null;
  let cancelRetry = (): void => undefined;
  const closing = new AbortController();

  const send = async (url: string, { headers, body }: TestNotification): Promise<boolean> => {
    try {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(answerTimeoutMs)]);
      const answer = await fetch(url, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body, signal });
      await answer.body?.cancel();
      return answer.ok;
    } catch {
      return false;
    }
  };
  const work = async (): Promise<void> => {
    for (let next = queue[0]; next !== undefined && target !== null && !closing.signal.aborted; next = queue[0]) {
      const isAccepted = await send(target, next());
      attempts += 1;
      if (!isAccepted && attempts < maxAttempts) {
        if (!closing.signal.aborted) cancelRetry = clock.after(Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(attempts, 10)), run);
        return;
      }
      attempts = 0;
      queue = queue.filter((make) => make !== next);
    }
  };
  const run = (): void => {
    cancelRetry();
    if (target === null) return;
    working ??= work().finally(() => {
      working = null;
    });
  };

  return {
    push: (make) => {
      queue.push(make);
      // A notification that is refused holds up the later ones: its retry is due already.
      if (queue.length === 1) run();
    },
    take: () => {
      const taken = queue.map((make) => make());
      queue = [];
      return taken;
    },
    deliverTo: (url) => {
      target = url;
      attempts = 0;
      run();
    },
    close: async () => {
      closing.abort();
      cancelRetry();
      await working;
    },
  };
}
