import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import type { TelegramMessagesTable, TelegramStretchesTable } from '../../../db/telegram-tables.ts';
import { newId } from '../../../kernel/ids.ts';

/** A message that this process is sending. */
export type LeasedMessage = TelegramMessagesTable & {
  readonly lease: string;
  /** An earlier attempt ended with its process, perhaps after Telegram had taken the message. */
  readonly wasCutOff: boolean;
};

/** What a message says of a camera. */
interface MessageCamera {
  readonly title: string;
  /** IANA name. */
  readonly timeZone: string;
}

/** What a message needs to know when it is sent. */
export interface Destination {
  readonly chatId: string;
  readonly customerId: string;
  readonly locale: string;
  readonly timeZone: string | null;
  readonly camera: MessageCamera;
  readonly isReachable: boolean;
  readonly quietUntil: number | null;
  /** False when its user has switched these events off for this chat. */
  readonly isWanted: boolean;
  readonly sentAt: number | null;
}

/** The messages that wait, in the database. Only the process with the lease of a message ends it. */
export interface TelegramOutbox {
  /** Takes the message that has been due longest; null for none. @param busy chats that are being written to */
  claim(busy: readonly string[]): Promise<LeasedMessage | null>;
  /** Returns when the next message of another chat is due, Unix ms; null for none. */
  nextDueAt(busy: readonly string[]): Promise<number | null>;
  /** Null when the chat's account or the camera is gone. */
  destination(message: LeasedMessage): Promise<Destination | null>;
  drop(message: LeasedMessage): Promise<void>;
  /** Returns the latest message of the chat about a place; null for none. */
  stretch(chat: string, place: string): Promise<TelegramStretchesTable | null>;
  /** Returns null when the camera is gone. */
  cameraOf(cameraId: string): Promise<MessageCamera | null>;
  /** Returns the name of the line or zone of an event; null for none. */
  labelOf(eventId: string): Promise<string | null>;
  /** @param stretch the message that is updated from now on; null when its events are not grouped */
  sent(message: LeasedMessage, stretch: TelegramStretchesTable | null): Promise<void>;
  /** The message became part of an earlier one. */
  joined(message: LeasedMessage, stretch: TelegramStretchesTable): Promise<void>;
  /** @param countsAsAttempt false when Telegram only asked to wait */
  postpone(message: LeasedMessage, delayMs: number, countsAsAttempt: boolean): Promise<void>;
  /** Lets all messages of the chat wait. */
  postponeChat(message: LeasedMessage, delayMs: number): Promise<void>;
}

/** Longer than an attempt; after a crash its message is sent again when this is over, ms. */
const leaseMs = 120_000;

export function createTelegramOutbox({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }): TelegramOutbox {
  const due = (busy: readonly string[]) =>
    db
      .selectFrom('telegram_messages')
      .$if(busy.length > 0, (query) => query.where('chat', 'not in', busy))
      .orderBy('due_at')
      .orderBy('id')
      .limit(1);

  const cameraOf = async (cameraId: string): Promise<MessageCamera | null> => {
    const row = await db.selectFrom('cameras').select(['title', 'time_zone']).where('id', '=', cameraId).executeTakeFirst();
    return row ? { title: row.title, timeZone: row.time_zone } : null;
  };
  const end = async (transaction: Db, { id, lease }: LeasedMessage): Promise<void> => {
    await transaction.deleteFrom('telegram_messages').where('id', '=', id).where('lease', '=', lease).execute();
  };
  /** Whether a message is kept: not for a chat or a camera that was removed meanwhile. */
  const isKept = async (transaction: Db, chat: string, cameraIds: readonly string[]): Promise<boolean> => {
    const known = await transaction.selectFrom('telegram_chats').select('id').where('id', '=', chat).executeTakeFirst();
    const cameras = await transaction.selectFrom('cameras').select('id').where('id', 'in', cameraIds).execute();
    return known !== undefined && cameras.length === new Set(cameraIds).size;
  };
  const keep = async (transaction: Db, stretch: TelegramStretchesTable): Promise<void> => {
    const { chat: _chat, place: _place, ...change } = stretch;
    await transaction
      .insertInto('telegram_stretches')
      .values(stretch)
      .onConflict((conflict) => conflict.columns(['chat', 'place']).doUpdateSet(change))
      .execute();
  };

  return {
    claim: async (busy) => {
      for (;;) {
        const now = clock.now();
        const next = await due(busy).select(['id', 'lease']).where('due_at', '<=', now).executeTakeFirst();
        if (!next) return null;
        const lease = newId('lease');
        const claimed = await db
          .updateTable('telegram_messages')
          .set({ lease, due_at: now + leaseMs })
          .where('id', '=', next.id)
          .where('due_at', '<=', now)
          .returningAll()
          .executeTakeFirst();
        // Another process was faster: there may be others.
        if (claimed) return { ...claimed, lease, wasCutOff: next.lease !== null };
      }
    },
    nextDueAt: async (busy) => (await due(busy).select('due_at').executeTakeFirst())?.due_at ?? null,
    destination: async ({ chat, camera_id: cameraId, event_type: type }) => {
      const row = await db
        .selectFrom('telegram_chats')
        .innerJoin('customers', 'customers.id', 'telegram_chats.customer_id')
        .leftJoin('telegram_chat_events', (join) =>
          join
            .onRef('telegram_chat_events.chat', '=', 'telegram_chats.id')
            .on('telegram_chat_events.camera_id', '=', cameraId)
            .on('telegram_chat_events.event_type', '=', type),
        )
        .selectAll('telegram_chats')
        .select(['customers.locale', 'customers.time_zone', 'telegram_chat_events.is_enabled as is_wanted', 'telegram_chat_events.sent_at'])
        .where('telegram_chats.id', '=', chat)
        .where('customers.deleted_at', 'is', null)
        .executeTakeFirst();
      const camera = await cameraOf(cameraId);
      if (!row || !camera) return null;
      return {
        chatId: row.chat_id,
        customerId: row.customer_id,
        locale: row.locale,
        timeZone: row.time_zone,
        camera,
        isReachable: row.is_enabled === 1 && row.is_blocked === 0 && row.is_kicked === 0,
        quietUntil: row.quiet_until,
        isWanted: row.is_wanted !== 0,
        sentAt: row.sent_at,
      };
    },
    drop: (message) => end(db, message),
    stretch: async (chat, place) =>
      (await db.selectFrom('telegram_stretches').selectAll().where('chat', '=', chat).where('place', '=', place).executeTakeFirst()) ??
      null,
    cameraOf,
    labelOf: async (eventId) => (await db.selectFrom('events').select('label').where('id', '=', eventId).executeTakeFirst())?.label ?? null,
    sent: (message, stretch) =>
      db.transaction().execute(async (transaction) => {
        const { chat, camera_id: cameraId, event_type: type } = message;
        await end(transaction, message);
        const sent = { sent_at: clock.now() };
        if (!(await isKept(transaction, chat, [cameraId]))) return;
        await transaction
          .insertInto('telegram_chat_events')
          .values({ chat, camera_id: cameraId, event_type: type, is_enabled: 1, ...sent })
          .onConflict((conflict) => conflict.columns(['chat', 'camera_id', 'event_type']).doUpdateSet(sent))
          .execute();
        if (stretch) await keep(transaction, stretch);
      }),
    joined: (message, stretch) =>
      db.transaction().execute(async (transaction) => {
        await end(transaction, message);
        if (await isKept(transaction, stretch.chat, [stretch.camera_id])) await keep(transaction, stretch);
      }),
    postpone: async ({ id, lease, attempts }, delayMs, countsAsAttempt) => {
      await db
        .updateTable('telegram_messages')
        .set({ lease: null, due_at: clock.now() + delayMs, attempts: attempts + (countsAsAttempt ? 1 : 0) })
        .where('id', '=', id)
        .where('lease', '=', lease)
        .execute();
    },
    postponeChat: async ({ chat }, delayMs) => {
      const until = clock.now() + delayMs;
      await db
        .updateTable('telegram_messages')
        .set({ due_at: until })
        .where('chat', '=', chat)
        .where('lease', 'is', null)
        .where('due_at', '<', until)
        .execute();
    },
  };
}
