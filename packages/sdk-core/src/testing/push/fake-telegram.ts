import {
  createTelegramToken,
  disableTelegramChat,
  getTelegramChatNotifications,
  listTelegramChats,
  updateTelegramChatNotifications,
} from '@watchpost/contract/endpoints/telegram';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import { telegramCodeAlphabet, telegramCodeSeconds } from '@watchpost/contract/protocols/telegram';
import type { TelegramChat, TelegramToken } from '@watchpost/contract/schemas/telegram';
import type { ClockPort } from '../../kernel/ports.ts';

/** The in-memory server's Telegram bot. */
export interface FakeTelegramState {
  /** Null, as at first, for a server without a bot. */
  telegramChats: TelegramChat[] | null;
  /** Codes that were created, the latest last. */
  readonly telegramCodes: string[];
  /** Paths of the settings that are off. */
  readonly telegramMuted: Set<string>;
}

export function createFakeTelegram(): FakeTelegramState {
  return { telegramChats: null, telegramCodes: [], telegramMuted: new Set() };
}

/** Builds an enabled private chat; a test sets only the fields it depends on. */
export function buildTelegramChat(chat: Partial<TelegramChat> = {}): TelegramChat {
  return {
    id: 'chat-1',
    name: 'Anna',
    kind: 'private',
    updatedAt: 0,
    isEnabled: true,
    isBlockedInChat: false,
    isKickedFromChat: false,
    ...chat,
  };
}

/** Answers a call about the bot; null for any other call. */
export function answerTelegram(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  state: FakeTelegramState,
  clock: Pick<ClockPort, 'now'>,
): Response | ErrorCode | null {
  const calls = [
    createTelegramToken,
    listTelegramChats,
    disableTelegramChat,
    getTelegramChatNotifications,
    updateTelegramChatNotifications,
  ];
  if (!calls.some(is)) return null;
  const { telegramChats: chats, telegramCodes: codes, telegramMuted: muted } = state;
  if (!chats) return 'not-found';
  if (is(listTelegramChats)) return Response.json(chats);
  if (is(createTelegramToken)) {
    // The last character differs with each code, so that a test sees which one is shown.
    const token = `4F7K9QX${telegramCodeAlphabet[codes.length % telegramCodeAlphabet.length] ?? ''}`;
    codes.push(token);
    const answer: TelegramToken = { token, expiresAt: clock.now() + telegramCodeSeconds * 1000, botName: 'watchpost_bot' };
    return Response.json(answer);
  }
  const id = path.split('/').at(-2) ?? '';
  const chat = chats.find((one) => one.id === id);
  if (!chat) return 'not-found';
  if (is(disableTelegramChat)) {
    state.telegramChats = chats.map((one) => (one.id === id ? { ...one, isEnabled: false } : one));
    return new Response(null, { status: 204 });
  }
  if (is(updateTelegramChatNotifications)) {
    if (body['isEnabled'] === true) muted.delete(path);
    else muted.add(path);
  }
  return Response.json({ isEnabled: !muted.has(path) });
}
