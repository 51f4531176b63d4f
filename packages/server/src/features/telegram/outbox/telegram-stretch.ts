import { alertRank, isOfStretch } from '@watchpost/contract/protocols/alerts';
import type { TelegramMessagesTable, TelegramStretchesTable } from '../../../db/telegram-tables.ts';

/** A chat's message about a place, before Telegram has given it an id. */
export type NextStretch = Omit<TelegramStretchesTable, 'message_id' | 'has_picture'>;

/** What becomes of an event: a message of its own, a change of the latest one, or only a higher number for its next change. */
export type StretchStep =
  | { readonly kind: 'message'; readonly next: NextStretch }
  | { readonly kind: 'update'; readonly next: NextStretch; readonly before: TelegramStretchesTable; readonly isShown: boolean }
  | { readonly kind: 'count'; readonly next: TelegramStretchesTable };

type EventOfChat = Pick<TelegramMessagesTable, 'chat' | 'camera_id' | 'event_id' | 'event_type' | 'event_at' | 'event_score'>;

/**
 * Decides what an event is in a chat.
 * @param before the latest message about the place; null for none
 * @param isDue whether enough time has passed since the last alert of its kind
 * @returns null when it is not to be mentioned
 */
export function stepOf(event: EventOfChat, place: string, before: TelegramStretchesTable | null, isDue: boolean): StretchStep | null {
  const { chat, camera_id, event_id, event_type, event_at, event_score } = event;
  const shown = { camera_id, event_id, event_type, event_at, event_score };
  if (!before || !isOfStretch({ startedAt: before.started_at, lastAt: before.last_at }, event_at)) {
    return isDue ? { kind: 'message', next: { chat, place, ...shown, event_count: 1, started_at: event_at, last_at: event_at } } : null;
  }
  const { message_id: _id, has_picture: _has, ...earlier } = before;
  const counted = { event_count: before.event_count + 1, last_at: Math.max(before.last_at, event_at) };
  const gain = alertRank(event_type) - alertRank(before.event_type);
  // Motion goes on while a person is there.
  if (gain < 0) return { kind: 'count', next: { ...before, ...counted } };
  // An edited message makes no sound: a person who comes after motion is a message.
  if (gain > 0 && isDue) return { kind: 'message', next: { ...earlier, ...shown, ...counted } };
  const isShown = gain > 0 || (event_score ?? 0) > (before.event_score ?? 0);
  return { kind: 'update', before, isShown, next: { ...earlier, ...(isShown && shown), ...counted } };
}
