export { announceByTelegram, readEventPicture } from './telegram-events.ts';
export { createTelegramModule } from './telegram-module.ts';
export type { TelegramModule } from './telegram-module.ts';
