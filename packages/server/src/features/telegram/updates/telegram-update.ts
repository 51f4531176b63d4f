import { z } from 'zod';

const chat = z.object({
  id: z.int(),
  type: z.string(),
  title: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
});
const user = z.object({ id: z.int(), language_code: z.string().optional() });

/** The parts of an update that the bot reads (https://core.telegram.org/bots/api#update). */
export const telegramUpdateSchema: z.ZodType<TelegramUpdate> = z.object({
  update_id: z.int(),
  message: z.object({ chat, from: user.optional(), text: z.string().optional(), migrate_to_chat_id: z.int().optional() }).optional(),
  callback_query: z.object({ id: z.string(), from: user, data: z.string().optional(), message: z.object({ chat }).optional() }).optional(),
  my_chat_member: z.object({ chat, from: user, new_chat_member: z.object({ status: z.string() }) }).optional(),
});

export interface TelegramUpdate {
  readonly update_id: number;
  readonly message?: TelegramText | undefined;
  readonly callback_query?: TelegramPress | undefined;
  readonly my_chat_member?: TelegramMembership | undefined;
}
export interface TelegramChatData {
  readonly id: number;
  readonly type: string;
  readonly title?: string | undefined;
  readonly first_name?: string | undefined;
  readonly last_name?: string | undefined;
}
interface TelegramUser {
  readonly id: number;
  readonly language_code?: string | undefined;
}
export interface TelegramText {
  readonly chat: TelegramChatData;
  /** Absent in channels. */
  readonly from?: TelegramUser | undefined;
  readonly text?: string | undefined;
  readonly migrate_to_chat_id?: number | undefined;
}
export interface TelegramPress {
  readonly id: string;
  readonly from: TelegramUser;
  readonly data?: string | undefined;
  /** Absent when the message is too old. */
  readonly message?: { readonly chat: TelegramChatData } | undefined;
}
export interface TelegramMembership {
  readonly chat: TelegramChatData;
  readonly from: TelegramUser;
  readonly new_chat_member: { readonly status: string };
}
