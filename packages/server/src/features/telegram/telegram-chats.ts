import type { EventType } from '@watchpost/contract/schemas/events';
import type { TelegramChat, TelegramChatNotifications } from '@watchpost/contract/schemas/telegram';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { TelegramChatsTable } from '../../db/telegram-tables.ts';
import { newId } from '../../kernel/ids.ts';

/** A chat as Telegram describes it. */
export interface ChatPlace {
  /** Telegram's id. */
  readonly chatId: string;
  readonly name: string;
  readonly kind: 'private' | 'group';
}

/** Whether the bot can write to a chat. */
type ChatReach = 'open' | 'blocked' | 'kicked';

/** An account that has linked a chat. */
export interface ChatOwner {
  readonly customerId: string;
  readonly locale: string;
  /** IANA name; null when unknown. */
  readonly timeZone: string | null;
}

/** Stores the linked chats. What concerns the chat itself, such as a block, changes the rows of all accounts that have linked it. */
export interface TelegramChats {
  list(customerId: string): Promise<TelegramChat[]>;
  /** Returns Telegram's id of each chat, by its own. */
  places(customerId: string): Promise<ReadonlyMap<string, string>>;
  /** @returns false when the customer has no such chat */
  disable(customerId: string, id: string): Promise<boolean>;
  /** @returns null when the customer has no such chat */
  notifications(customerId: string, id: string, cameraId: string, type: EventType): Promise<TelegramChatNotifications | null>;
  /** @returns false when the customer has no such chat */
  setNotifications(customerId: string, id: string, cameraId: string, type: EventType, isEnabled: boolean): Promise<boolean>;
  /** Links a chat to an account, or enables it again. */
  link(transaction: Db, customerId: string, place: ChatPlace): Promise<void>;
  /** Returns who gets alerts in a chat, the first to link it first. */
  owners(executor: Db, chatId: string): Promise<ChatOwner[]>;
  setReach(executor: Db, chatId: string, reach: ChatReach): Promise<void>;
  /** A group has another id now; a user who has linked both keeps one. */
  move(transaction: Db, from: string, to: string): Promise<void>;
  /** @param until Unix ms; null ends the pause */
  setQuiet(executor: Db, chatId: string, until: number | null): Promise<void>;
}

export function createTelegramChats({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }): TelegramChats {
  const isOwn = async (customerId: string, id: string): Promise<boolean> => {
    const row = await db
      .selectFrom('telegram_chats')
      .select('id')
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst();
    return row !== undefined;
  };

  return {
    list: async (customerId) => {
      const rows = await db
        .selectFrom('telegram_chats')
        .selectAll()
        .where('customer_id', '=', customerId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return rows.map(chatOf);
    },
    places: async (customerId) => {
      const rows = await db.selectFrom('telegram_chats').select(['id', 'chat_id']).where('customer_id', '=', customerId).execute();
      return new Map(rows.map((row) => [row.id, row.chat_id]));
    },
    disable: async (customerId, id) => {
      const row = await db
        .updateTable('telegram_chats')
        .set({ is_enabled: 0, updated_at: clock.now() })
        .where('id', '=', id)
        .where('customer_id', '=', customerId)
        .returning('id')
        .executeTakeFirst();
      // What waits was meant for a chat that was enabled.
      if (row) await db.deleteFrom('telegram_messages').where('chat', '=', id).execute();
      return row !== undefined;
    },
    notifications: async (customerId, id, cameraId, type) => {
      if (!(await isOwn(customerId, id))) return null;
      const row = await db
        .selectFrom('telegram_chat_events')
        .select('is_enabled')
        .where('chat', '=', id)
        .where('camera_id', '=', cameraId)
        .where('event_type', '=', type)
        .executeTakeFirst();
      return { isEnabled: row?.is_enabled !== 0 };
    },
    setNotifications: async (customerId, id, cameraId, type, isEnabled) => {
      if (!(await isOwn(customerId, id))) return false;
      const change = { is_enabled: isEnabled ? (1 as const) : (0 as const) };
      await db
        .insertInto('telegram_chat_events')
        .values({ chat: id, camera_id: cameraId, event_type: type, sent_at: null, ...change })
        .onConflict((conflict) => conflict.columns(['chat', 'camera_id', 'event_type']).doUpdateSet(change))
        .execute();
      return true;
    },
    link: async (transaction, customerId, { chatId, name, kind }) => {
      const now = clock.now();
      const state = { name, kind, is_enabled: 1, is_blocked: 0, is_kicked: 0, quiet_until: null, updated_at: now } as const;
      await transaction
        .insertInto('telegram_chats')
        .values({ id: newId('tgc'), customer_id: customerId, chat_id: chatId, created_at: now, ...state })
        .onConflict((conflict) => conflict.columns(['customer_id', 'chat_id']).doUpdateSet(state))
        .execute();
    },
    owners: async (executor, chatId) => {
      const rows = await executor
        .selectFrom('telegram_chats')
        .innerJoin('customers', 'customers.id', 'telegram_chats.customer_id')
        .select(['customers.id', 'customers.locale', 'customers.time_zone'])
        .where('telegram_chats.chat_id', '=', chatId)
        .where('telegram_chats.is_enabled', '=', 1)
        .where('customers.deleted_at', 'is', null)
        .orderBy('telegram_chats.created_at')
        .orderBy('telegram_chats.id')
        .execute();
      return rows.map(({ id, locale, time_zone: timeZone }) => ({ customerId: id, locale, timeZone }));
    },
    setReach: async (executor, chatId, reach) => {
      const state = { is_blocked: reach === 'blocked' ? 1 : 0, is_kicked: reach === 'kicked' ? 1 : 0 } as const;
      await executor
        .updateTable('telegram_chats')
        .set({ ...state, updated_at: clock.now() })
        .where('chat_id', '=', chatId)
        // Its date is that of the block, not of every attempt since.
        .where(({ or, eb }) => or([eb('is_blocked', '<>', state.is_blocked), eb('is_kicked', '<>', state.is_kicked)]))
        .execute();
      if (reach === 'open') return;
      const chats = executor.selectFrom('telegram_chats').select('id').where('chat_id', '=', chatId);
      await executor.deleteFrom('telegram_messages').where('chat', 'in', chats).execute();
    },
    move: async (transaction, from, to) => {
      const linked = transaction.selectFrom('telegram_chats').select('customer_id').where('chat_id', '=', to);
      // The messages of the old row are sent by the new one, which got its own for everything since.
      await transaction.deleteFrom('telegram_chats').where('chat_id', '=', from).where('customer_id', 'in', linked).execute();
      await transaction.updateTable('telegram_chats').set({ chat_id: to, updated_at: clock.now() }).where('chat_id', '=', from).execute();
    },
    setQuiet: async (executor, chatId, until) => {
      await executor.updateTable('telegram_chats').set({ quiet_until: until }).where('chat_id', '=', chatId).execute();
    },
  };
}

function chatOf(row: TelegramChatsTable): TelegramChat {
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    updatedAt: row.updated_at,
    isEnabled: row.is_enabled === 1,
    isBlockedInChat: row.is_blocked === 1,
    isKickedFromChat: row.is_kicked === 1,
  };
}
