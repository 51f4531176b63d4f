export { createTelegramApi } from './telegram-api.ts';
export type { TelegramApi, TelegramChatEvents } from './telegram-api.ts';
