import type { ChannelTest } from '@watchpost/contract/schemas/notifications';
import { wait, type Clock } from '@watchpost/contract/timing/clock';
import { MailRefusedError, type Mailer } from '../../adapters/mail/port.ts';
import type { Db } from '../../db/database.ts';
import { notSetUp, type TestChannel } from '../../features/notifications/index.ts';
import type { TelegramModule } from '../../features/telegram/index.ts';
import { composeEmailMessage } from '../../kernel/email-messages/email-message.ts';
import { newId } from '../../kernel/ids.ts';

interface ChannelTestsDeps {
  readonly db: Db;
  readonly clock: Clock;
  /** Null without a mail server. */
  readonly sendNow: Mailer['send'] | null;
  readonly telegram: () => Pick<TelegramModule, 'selfTest'>;
}

const texts = {
  en: {
    subject: 'A test from Watchpost',
    heading: 'It arrives',
    text: 'You asked for a test: e-mail messages from Watchpost reach this address.',
  },
  ru: {
    subject: 'Проверка от Watchpost',
    heading: 'Письма доходят',
    text: 'Вы запустили проверку: письма от Watchpost приходят на этот адрес.',
  },
} as const;
/** A mail server that does not answer is waited for in the queue, not by a person. */
const mailTimeoutMs = 20_000;

/** Tests the bot and e-mail. */
export function createChannelTests({ db, clock, sendNow, telegram }: ChannelTestsDeps): TestChannel {
  const testMail: TestChannel = async ({ customerId, locale }) => {
    const customer = await db.selectFrom('customers').select('email').where('id', '=', customerId).executeTakeFirst();
    if (!sendNow || !customer) return [notSetUp('email')];
    const { subject, heading, text } = texts[locale];
    const mail = { to: customer.email, ...composeEmailMessage({ locale, subject, heading, parts: [{ kind: 'text', text }] }) };
    const begunAt = clock.monotonic();
    const ended = new AbortController();
    const late = wait(clock, mailTimeoutMs, ended.signal).then(() => 'unreachable' as const);
    const reason = await Promise.race([late, sendNow(mail, newId('mail')).then(() => null, reasonOf)]);
    ended.abort();
    const tookMs = Math.round(clock.monotonic() - begunAt);
    return [{ channel: 'email', name: customer.email, isThisDevice: false, ...resultOf(reason, tookMs) }];
  };
  const testBot: TestChannel = async (to) => {
    const results = (await telegram().selfTest?.(to)) ?? [];
    if (results.length === 0) return [notSetUp('telegram')];
    return results.map(({ chat, reason, tookMs }) => ({
      channel: 'telegram',
      name: chat.name,
      isThisDevice: false,
      ...resultOf(reason, tookMs),
    }));
  };

  return async (to) => (await Promise.all([testBot(to), testMail(to)])).flat();
}

function reasonOf(error: unknown): 'refused' | 'unreachable' {
  return error instanceof MailRefusedError ? 'refused' : 'unreachable';
}

function resultOf(reason: ChannelTest['reason'], tookMs: number): Pick<ChannelTest, 'state' | 'reason' | 'tookMs'> {
  return reason === null ? { state: 'sent', reason, tookMs } : { state: 'failed', reason };
}
