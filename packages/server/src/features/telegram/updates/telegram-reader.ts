import { backOffDelay } from '@watchpost/contract/timing/back-off';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import { TelegramError, type TelegramApi, type TelegramBotIdentity } from '../../../adapters/telegram/port.ts';
import { newId } from '../../../kernel/ids.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { TelegramInbox } from './telegram-inbox.ts';

/** Keeps the bot connected: learns its name, then reads its updates, or lets Telegram deliver them, unless another node does. */
export interface TelegramReader {
  start(): void;
  close(): Promise<void>;
}

export interface TelegramReaderDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly api: Pick<TelegramApi, 'identify' | 'updates' | 'setWebhook' | 'removeWebhook'>;
  readonly inbox: TelegramInbox;
  /** False on a node that only learns the bot's name. */
  readonly readsUpdates: boolean;
  /** Null to read updates by long polling. */
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  readonly onIdentity: (identity: TelegramBotIdentity, signal: AbortSignal) => Promise<void>;
  /** 0 to 1. */
  readonly random: () => number;
}

/** Telegram answers when there is an update, or after this, s. */
const pollSeconds = 50;
/** Longer than a poll: a process that crashed is followed by another one after this, ms. */
const leaseMs = 90_000;
/** How often another process looks whether it can read, ms. */
const standbyMs = 10_000;
const retries = { minMs: 2000, maxMs: 60_000, floorMs: 1000 };
/** A token that is refused is tried again after this, ms: the operator may have given the bot a new one elsewhere. */
const refusedMs = 10 * 60_000;
/** Another reader is no alarm before it has lasted for this many attempts: an earlier server may be about to stop. */
const conflictsBeforeAlarm = 6;

export function createTelegramReader(deps: TelegramReaderDeps): TelegramReader {
  const { clock, log, api, inbox, readsUpdates, webhook, onIdentity, random } = deps;
  const stopping = new AbortController();
  const { signal } = stopping;
  const lease = newId('lease');
  let running: Promise<void> = Promise.resolve();
  let failures = 0;

  /** @returns how long to wait, ms */
  const afterFailure = (error: unknown): number => {
    failures += 1;
    const kind = error instanceof TelegramError ? error.failure.kind : null;
    if (error instanceof TelegramError && error.failure.kind === 'too-many') return error.failure.retryAfterMs;
    if (kind === 'unauthorized') {
      log.error('Telegram does not accept TELEGRAM_BOT_TOKEN: nobody gets alerts there. Take the token from @BotFather and restart.');
      return refusedMs;
    }
    if (kind === 'conflict') {
      if (failures === conflictsBeforeAlarm)
        log.error('Another program reads the updates of this Telegram bot. Each server needs a bot of its own.');
    } else if (failures === 1) log.warn({ err: error }, 'The Telegram bot is not connected; retrying');
    return backOffDelay(failures - 1, random(), retries);
  };

  /** Repeats a step until it succeeds or the server stops. */
  const until = async (step: () => Promise<void>): Promise<void> => {
    while (!signal.aborted) {
      try {
        await step();
        if (failures > 0) log.info('The Telegram bot is connected');
        failures = 0;
        return;
      } catch (error) {
        if (!signal.aborted) await wait(clock, afterFailure(error), signal);
      }
    }
  };

  const read = async (): Promise<void> => {
    if (!(await inbox.lease(lease, leaseMs))) return wait(clock, standbyMs, signal);
    const updates = await api.updates(await inbox.next(), pollSeconds, signal);
    // It may have been lost during a long poll; then the node that has it gets the same updates.
    if (!(await inbox.lease(lease, leaseMs))) return;
    for (const update of updates) await inbox.receive(update, lease);
  };

  const run = async (): Promise<void> => {
    await until(async () => onIdentity(await api.identify(signal), signal));
    if (!readsUpdates) return;
    if (webhook) return until(() => api.setWebhook(webhook.url, webhook.secret, signal));
    // Updates can't be read while an earlier webhook is set.
    await until(() => api.removeWebhook(signal));
    while (!signal.aborted) await until(read);
    await inbox.release(lease);
  };

  return {
    start: () => {
      running = inBackground(run).catch((error: unknown) => log.error({ err: error }, 'The Telegram bot has stopped'));
    },
    close: async () => {
      stopping.abort();
      await running;
    },
  };
}
