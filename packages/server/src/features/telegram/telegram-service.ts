import type { EventType } from '@watchpost/contract/schemas/events';
import type { TelegramChat, TelegramChatNotifications, TelegramToken } from '@watchpost/contract/schemas/telegram';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import type { TelegramChats } from './telegram-chats.ts';
import type { TelegramCodes } from './telegram-codes.ts';

/** One chat's settings for events of one type of one camera. */
interface ChatEvents {
  readonly customerId: string;
  readonly cameraId: string;
  readonly eventType: EventType;
  readonly chatId: string;
}

/** What an account can do with its chats. */
export interface TelegramService {
  /** @throws {AppError} too-many-requests */
  createToken(customerId: string): Promise<TelegramToken>;
  chats(customerId: string): Promise<TelegramChat[]>;
  /** @throws {AppError} not-found */
  disable(customerId: string, chatId: string): Promise<void>;
  /** @throws {AppError} not-found for a chat of another account */
  notifications(events: ChatEvents): Promise<TelegramChatNotifications>;
  /** @throws {AppError} not-found for a chat of another account */
  updateNotifications(events: ChatEvents, isEnabled: boolean): Promise<TelegramChatNotifications>;
}

export interface TelegramServiceDeps {
  readonly clock: Clock;
  readonly codes: TelegramCodes;
  readonly chats: TelegramChats;
  /** Returns the bot's name; null until Telegram has answered. */
  readonly botName: () => string | null;
}

/** A window with the modal open asks once in 10 minutes; this leaves room for repeated tries. */
const codeLimit = { windowMs: 10 * 60_000, maxCount: 30 };

export function createTelegramService({ clock, codes, chats, botName }: TelegramServiceDeps): TelegramService {
  const limit = createWindowLimit({ clock, ...codeLimit });
  return {
    createToken: async (customerId) => {
      limit(customerId);
      return { ...(await codes.create(customerId)), botName: botName() };
    },
    chats: chats.list,
    disable: async (customerId, chatId) => {
      if (!(await chats.disable(customerId, chatId))) throw new AppError('not-found');
    },
    notifications: async ({ customerId, chatId, cameraId, eventType }) => {
      const found = await chats.notifications(customerId, chatId, cameraId, eventType);
      if (!found) throw new AppError('not-found');
      return found;
    },
    updateNotifications: async ({ customerId, chatId, cameraId, eventType }, isEnabled) => {
      if (!(await chats.setNotifications(customerId, chatId, cameraId, eventType, isEnabled))) throw new AppError('not-found');
      return { isEnabled };
    },
  };
}
