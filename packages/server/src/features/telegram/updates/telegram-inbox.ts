import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { TelegramApi } from '../../../adapters/telegram/port.ts';
import type { HandleUpdate, TelegramReply } from './telegram-handler.ts';
import { telegramUpdateSchema } from './telegram-update.ts';

/** Handles updates, each once, whichever process receives it. */
export interface TelegramInbox {
  /**
   * Handles one update and replies. Rejects only when the database fails; then nothing was handled.
   * @param lease of the process that reads the updates; null when Telegram delivers them
   */
  receive(update: unknown, lease: string | null): Promise<void>;
  /** Returns the id of the first update that was not handled yet; 0 when Telegram may have restarted its numbering. */
  next(): Promise<number>;
  /** Takes or prolongs the right to read updates. @returns false while another process has it */
  lease(lease: string, durationMs: number): Promise<boolean>;
  release(lease: string): Promise<void>;
}

export interface TelegramInboxDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly api: Pick<TelegramApi, 'send' | 'answerButton'>;
  /** The part of the token before its colon. */
  readonly botId: string;
  readonly handle: HandleUpdate;
}

/** After a week without updates, Telegram counts from a random number. */
const countsAnewAfterMs = 6 * 24 * 60 * 60_000;
const replyTimeoutMs = 15_000;
/** A picture or a clip is made first. */
const laterTimeoutMs = 60_000;

export function createTelegramInbox({ db, clock, log, api, botId, handle }: TelegramInboxDeps): TelegramInbox {
  const reply = async (one: TelegramReply): Promise<void> => {
    const abort = new AbortController();
    const cancel = clock.after(one.kind === 'later' ? laterTimeoutMs : replyTimeoutMs, () => abort.abort());
    try {
      if (one.kind === 'answer') await api.answerButton(one.queryId, one.text, abort.signal);
      else await api.send(one.chatId, one.kind === 'later' ? await one.compose() : one.message, abort.signal);
    } catch (error) {
      // What was asked for is stored; only the words are missing. A late answer to a button is refused, too.
      log.info({ err: error }, 'A reply of the Telegram bot was not delivered');
    } finally {
      cancel();
    }
  };

  const isKnown = (row: { readonly next_update: number; readonly read_at: number } | undefined, id: number): boolean =>
    row !== undefined && id < row.next_update && clock.now() - row.read_at < countsAnewAfterMs;

  const ensureRow = async (executor: Db): Promise<void> => {
    await executor
      .insertInto('telegram_readers')
      .values({ bot_id: botId, next_update: 0, read_at: clock.now(), lease: null, leased_until: 0 })
      .onConflict((conflict) => conflict.column('bot_id').doNothing())
      .execute();
  };

  return {
    receive: async (raw, lease) => {
      const parsed = telegramUpdateSchema.safeParse(raw);
      if (!parsed.success) {
        log.warn('An update of Telegram can’t be read; it is skipped');
        return;
      }
      const update = parsed.data;
      const replies = await db.transaction().execute(async (transaction) => {
        await ensureRow(transaction);
        // An update locks its row on both databases: the same update is not handled twice at the same time.
        const row = await transaction
          .updateTable('telegram_readers')
          .set((eb) => ({ next_update: eb.ref('next_update') }))
          .where('bot_id', '=', botId)
          .returningAll()
          .executeTakeFirst();
        if (isKnown(row, update.update_id) || (lease !== null && row?.lease !== lease)) return [];
        await transaction
          .updateTable('telegram_readers')
          .set({ next_update: update.update_id + 1, read_at: clock.now() })
          .where('bot_id', '=', botId)
          .execute();
        return handle(transaction, update);
      });
      for (const one of replies) await reply(one);
    },
    next: async () => {
      const row = await db.selectFrom('telegram_readers').selectAll().where('bot_id', '=', botId).executeTakeFirst();
      return row && clock.now() - row.read_at < countsAnewAfterMs ? row.next_update : 0;
    },
    lease: async (lease, durationMs) => {
      const now = clock.now();
      await ensureRow(db);
      const held = await db
        .updateTable('telegram_readers')
        .set({ lease, leased_until: now + durationMs })
        .where('bot_id', '=', botId)
        .where(({ or, eb }) => or([eb('lease', '=', lease), eb('leased_until', '<=', now)]))
        .returning('bot_id')
        .executeTakeFirst();
      return held !== undefined;
    },
    release: async (lease) => {
      await db
        .updateTable('telegram_readers')
        .set({ lease: null, leased_until: 0 })
        .where('bot_id', '=', botId)
        .where('lease', '=', lease)
        .execute();
    },
  };
}
