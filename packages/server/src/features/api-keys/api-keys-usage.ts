import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';

interface KeyUse {
  /** Unix milliseconds, to the minute. */
  readonly at: number;
  readonly address: string;
}

/** Remembers when keys were last used, and stores it from time to time instead of with each request. */
export interface ApiKeyUsage {
  note(keyId: string, address: string): void;
  /** Returns a use that is not stored yet. */
  pending(keyId: string): KeyUse | undefined;
  /** Stores what is pending; never rejects, what could not be stored stays. */
  flush(): Promise<void>;
  start(): void;
  close(): Promise<void>;
}

const flushIntervalMs = 30_000;
const minuteMs = 60_000;
/** Beyond it, the key that was noted first is forgotten: it will be used again. */
const capacity = 10_000;

export function createApiKeyUsage({ db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Logger }): ApiKeyUsage {
  const uses = new Map<string, KeyUse>();
  let running: Promise<void> | null = null;
  let stop = (): void => undefined;

  const store = async (): Promise<void> => {
    for (const [id, use] of uses) {
      await db.updateTable('api_keys').set({ last_used_at: use.at, last_used_ip: use.address }).where('id', '=', id).execute();
      if (uses.get(id) === use) uses.delete(id);
    }
  };
  const flush = (): Promise<void> =>
    (running ??= inBackground(store)
      .catch((error: unknown) => log.warn({ err: error }, 'The last use of API keys could not be stored; retrying'))
      .finally(() => (running = null)));

  return {
    note: (keyId, address) => {
      uses.set(keyId, { at: Math.floor(clock.now() / minuteMs) * minuteMs, address });
      const [oldest] = uses.keys();
      if (uses.size > capacity && oldest !== undefined) uses.delete(oldest);
    },
    pending: (keyId) => uses.get(keyId),
    flush,
    start: () => void (stop = callEvery(clock, flushIntervalMs, () => void flush())),
    close: async () => {
      stop();
      await running;
      await flush();
    },
  };
}
