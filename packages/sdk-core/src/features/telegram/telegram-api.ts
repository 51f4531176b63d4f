import {
  createTelegramToken,
  disableTelegramChat,
  getTelegramChatNotifications,
  listTelegramChats,
  updateTelegramChatNotifications,
} from '@watchpost/contract/endpoints/telegram';
import type { CameraEvent } from '@watchpost/contract/schemas/events';
import type {
  TelegramChat,
  TelegramChatNotifications,
  TelegramToken,
  UpdateTelegramChatNotificationsBody,
} from '@watchpost/contract/schemas/telegram';
import { WatchpostError } from '../../kernel/errors.ts';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** The events of one type of one camera, as one chat receives them. */
export interface TelegramChatEvents {
  readonly cameraId: string;
  readonly eventType: CameraEvent['type'];
  readonly chatId: string;
}

/** The Telegram bot, which sends the user's alerts to the chats that they link. Times are Unix milliseconds. */
export interface TelegramApi {
  /**
   * Creates a code that links a chat: the user sends it to the bot, or follows `https://t.me/<botName>?start=<token>`. It works once, for
   * 10 minutes.
   * @param options a signal aborts the call, for a window that is closed
   * @throws {WatchpostError} `not-found` on a server without a bot, `too-many-requests`, `aborted`
   * @example
   * const { token, botName } = await client.telegram.createToken({ signal });
   * show(`${token.slice(0, 4)} – ${token.slice(4)}`);
   */
  createToken(options?: CallOptions): Promise<TelegramToken>;
  /**
   * Lists the user's chats, deactivated ones included; null on a server without a bot.
   * @example const enabled = (await client.telegram.chats())?.filter(({ isEnabled }) => isEnabled);
   */
  chats(options?: CallOptions): Promise<TelegramChat[] | null>;
  /**
   * Deactivates a chat: nothing is sent there until it is linked again.
   * @throws {WatchpostError} `not-found`
   * @example await client.telegram.disable(chat.id);
   */
  disable(chatId: string, options?: CallOptions): Promise<void>;
  /**
   * Returns whether a chat receives events of this type from this camera.
   * @throws {WatchpostError} `not-found`
   * @example const { isEnabled } = await client.telegram.notifications({ cameraId, eventType: 'motion', chatId: chat.id });
   */
  notifications(events: TelegramChatEvents, options?: CallOptions): Promise<TelegramChatNotifications>;
  /**
   * Changes that.
   * @throws {WatchpostError} `not-found`
   * @example await client.telegram.updateNotifications({ cameraId, eventType: 'motion', chatId: chat.id }, { isEnabled: false });
   */
  updateNotifications(
    events: TelegramChatEvents,
    change: UpdateTelegramChatNotificationsBody,
    options?: CallOptions,
  ): Promise<TelegramChatNotifications>;
}

export function createTelegramApi(http: HttpClient): TelegramApi {
  const parametersOf = ({ cameraId, eventType, chatId }: TelegramChatEvents) => ({ id: cameraId, eventType, chatId });
  return {
    createToken: (options) => http.request(createTelegramToken, { ...options }),
    chats: async (options) => {
      try {
        return await http.request<TelegramChat[]>(listTelegramChats, { ...options });
      } catch (error) {
        if (error instanceof WatchpostError && error.code === 'not-found') return null;
        throw error;
      }
    },
    disable: async (chatId, options) => {
      await http.request(disableTelegramChat, { ...options, parameters: { chatId } });
    },
    notifications: (events, options) => http.request(getTelegramChatNotifications, { ...options, parameters: parametersOf(events) }),
    updateNotifications: (events, body, options) =>
      http.request(updateTelegramChatNotifications, { ...options, parameters: parametersOf(events), body }),
  };
}
