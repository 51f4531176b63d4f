import { z } from 'zod';
import { telegramCodeHalf } from '../../protocols/telegram-protocol.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';
import { eventType } from '../events/events-schemas.ts';

export const telegramTokenSchema = z.object({
  /** The code, without the dash between its halves. */
  token: z.string().length(2 * telegramCodeHalf),
  /** Unix milliseconds. */
  expiresAt: z.int(),
  /** The bot's name in Telegram, without `@`; null while Telegram can't be reached. */
  botName: z.string().nullable(),
});

export const telegramChatIdSchema = z.string().regex(/^[\w-]{1,64}$/);
/** Specification 1, section 3. */
export const telegramChatSchema = z.object({
  id: telegramChatIdSchema,
  /** The person's or the group's name in Telegram. */
  name: z.string(),
  kind: z.enum(['private', 'group']),
  /** When its state changed last, Unix milliseconds. */
  updatedAt: z.int(),
  /** False once it was deactivated. */
  isEnabled: z.boolean(),
  /** Its person has blocked the bot. Alerts go on by themselves when they unblock it. */
  isBlockedInChat: z.boolean(),
  /** The bot was removed from the group. Alerts go on by themselves when it is added again. */
  isKickedFromChat: z.boolean(),
});
export const telegramChatsSchema = z.array(telegramChatSchema);
export const telegramChatParameters = z.object({ chatId: telegramChatIdSchema });

export const telegramChatEventParameters = z.object({ id: cameraIdSchema, eventType, chatId: telegramChatIdSchema });
/** The specification shows no body. */
export const telegramChatNotificationsSchema = z.object({ isEnabled: z.boolean() });
export const updateTelegramChatNotificationsBody = z.strictObject(telegramChatNotificationsSchema.shape);

export type TelegramToken = z.infer<typeof telegramTokenSchema>;
export type TelegramChat = z.infer<typeof telegramChatSchema>;
export type TelegramChatNotifications = z.infer<typeof telegramChatNotificationsSchema>;
export type UpdateTelegramChatNotificationsBody = z.input<typeof updateTelegramChatNotificationsBody>;
