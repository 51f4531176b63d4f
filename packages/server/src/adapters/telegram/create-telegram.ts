import type { ServerConfig } from '../../kernel/config.ts';
import type { TelegramApi } from './port.ts';

/** Returns how to call Telegram; null, and nothing is loaded, without a bot. */
export async function createTelegram({ telegram }: Pick<ServerConfig, 'telegram'>): Promise<TelegramApi | null> {
  if (!telegram) return null;
  const { createGrammyApi } = await import('./grammy.ts');
  return createGrammyApi(telegram);
}
