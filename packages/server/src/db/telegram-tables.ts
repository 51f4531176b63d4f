import type { EventType } from '@watchpost/contract/schemas/events';

type Flag = 0 | 1;

/** Codes that link a chat to an account; a hash, never the code. Deleted when used. */
interface TelegramCodesTable {
  code_hash: string;
  customer_id: string;
  expires_at: number;
  created_at: number;
}

/** A chat that an account has linked. A group can be linked by several accounts: each has its own row. */
export interface TelegramChatsTable {
  id: string;
  customer_id: string;
  /** Telegram's id of the chat. */
  chat_id: string;
  name: string;
  kind: 'private' | 'group';
  is_enabled: Flag;
  is_blocked: Flag;
  is_kicked: Flag;
  /** Nothing is sent before this time; null for no pause. */
  quiet_until: number | null;
  updated_at: number;
  created_at: number;
}

/** What a chat is sent of a camera's events of one type; without a row, all of them. */
interface TelegramChatEventsTable {
  chat: string;
  camera_id: string;
  event_type: EventType;
  is_enabled: Flag;
  /** When the last message about it was sent; null for never. */
  sent_at: number | null;
}

/** Messages that wait to be sent; a row is deleted when its message was sent. */
export interface TelegramMessagesTable {
  id: string;
  chat: string;
  camera_id: string;
  event_id: string;
  event_type: EventType;
  event_at: number;
  /** 0 to 1; null for motion. */
  event_score: number | null;
  attempts: number;
  /** When it is due, or the lease of a process that is sending it ends. */
  due_at: number;
  /** The attempt that is running; null for none. */
  lease: string | null;
  /** The message is useless after this time. */
  expires_at: number;
}

/** The latest message of a chat about a place, which is updated while things happen there. */
export interface TelegramStretchesTable {
  chat: string;
  /** A room of the chat's account, or a camera without one. */
  place: string;
  /** Telegram's id of the message. */
  message_id: string;
  has_picture: Flag;
  /** The event that the message shows: its camera, id, type and time. */
  camera_id: string;
  event_id: string;
  event_type: EventType;
  event_at: number;
  event_score: number | null;
  event_count: number;
  started_at: number;
  last_at: number;
}

/** How far the updates of a bot were handled, and by which process. */
interface TelegramReadersTable {
  bot_id: string;
  next_update: number;
  /** Time of the last update: Telegram restarts their numbering after a week without one. */
  read_at: number;
  lease: string | null;
  leased_until: number;
}

export interface TelegramTables {
  telegram_codes: TelegramCodesTable;
  telegram_chats: TelegramChatsTable;
  telegram_chat_events: TelegramChatEventsTable;
  telegram_messages: TelegramMessagesTable;
  telegram_readers: TelegramReadersTable;
  telegram_stretches: TelegramStretchesTable;
}
