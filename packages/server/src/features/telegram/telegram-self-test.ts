import type { Locale } from '@watchpost/contract/kernel';
import type { TelegramChat } from '@watchpost/contract/schemas/telegram';
import type { Clock } from '@watchpost/contract/timing/clock';
import { TelegramError, type TelegramApi } from '../../adapters/telegram/port.ts';
import type { Db } from '../../db/database.ts';
import type { TelegramChats } from './telegram-chats.ts';
import { plainMessage } from './telegram-message.ts';
import { telegramTexts } from './telegram-texts.ts';

/** What a test message to one chat came to. */
interface TelegramChatTest {
  readonly chat: TelegramChat;
  /** Null when it was sent. */
  readonly reason: 'blocked' | 'kicked' | 'refused' | 'unreachable' | null;
  /** How long Telegram took to answer, ms. */
  readonly tookMs: number;
}

/** Sends a test to each enabled chat of an account, also where the bot was blocked: perhaps it is not any more. */
export type TelegramSelfTest = (to: { readonly customerId: string; readonly locale: Locale }) => Promise<TelegramChatTest[]>;

interface TelegramSelfTestDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly api: Pick<TelegramApi, 'send'>;
  readonly chats: Pick<TelegramChats, 'list' | 'places' | 'setReach'>;
}

const timeoutMs = 15_000;

export function createTelegramSelfTest({ db, clock, api, chats }: TelegramSelfTestDeps): TelegramSelfTest {
  const test = async (chatId: string, locale: Locale): Promise<TelegramChatTest['reason']> => {
    const limit = new AbortController();
    const cancel = clock.after(timeoutMs, () => limit.abort());
    try {
      await api.send(chatId, plainMessage(telegramTexts[locale].test), limit.signal);
      await chats.setReach(db, chatId, 'open');
      return null;
    } catch (error) {
      const kind = error instanceof TelegramError ? error.failure.kind : 'unreachable';
      if (kind !== 'blocked' && kind !== 'kicked') return kind === 'refused' ? kind : 'unreachable';
      await chats.setReach(db, chatId, kind);
      return kind;
    } finally {
      cancel();
    }
  };

  return async ({ customerId, locale }) => {
    const [listed, places] = await Promise.all([chats.list(customerId), chats.places(customerId)]);
    const enabled = listed.filter(({ isEnabled }) => isEnabled);
    return Promise.all(
      enabled.map(async (chat) => {
        const begunAt = clock.monotonic();
        const reason = await test(places.get(chat.id) ?? '', locale);
        return { chat, reason, tookMs: Math.round(clock.monotonic() - begunAt) };
      }),
    );
  };
}
