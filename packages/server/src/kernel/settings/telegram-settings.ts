import { z } from 'zod';

/** The Telegram bot that sends alerts. */
export interface TelegramSettings {
  /** From @BotFather. With it, anyone could write in the bot's name. */
  readonly token: string;
  /** `https://api.telegram.org`, or the operator's own Bot API server. */
  readonly apiOrigin: string;
  /** Whether Telegram calls this server; otherwise the server asks Telegram. */
  readonly usesWebhook: boolean;
}

const defaultOrigin = 'https://api.telegram.org';

const token = z
  .string()
  .regex(/^\d{1,16}:[\w-]{30,100}$/, 'must be a token from @BotFather, like 123456789:AAE… (leave it out to run without a bot)')
  .optional();
const apiOrigin = z.string().refine(isOrigin, 'must be an origin like https://api.telegram.org, without a path').default(defaultOrigin);
const usesWebhook = z
  .enum(['0', '1', 'false', 'true', 'no', 'yes'], { error: 'must be 1 or 0' })
  .transform((value) => ['1', 'true', 'yes'].includes(value))
  .default(false);

/** For the schema of the environment. */
export const telegramVariables: {
  readonly TELEGRAM_BOT_TOKEN: z.ZodType<string | undefined, string | undefined>;
  readonly TELEGRAM_API_ORIGIN: z.ZodType<string, string | undefined>;
  readonly TELEGRAM_WEBHOOK: z.ZodType<boolean, string | undefined>;
} = { TELEGRAM_BOT_TOKEN: token, TELEGRAM_API_ORIGIN: apiOrigin, TELEGRAM_WEBHOOK: usesWebhook };

interface TelegramValues {
  readonly TELEGRAM_BOT_TOKEN?: string | undefined;
  readonly TELEGRAM_API_ORIGIN: string;
  readonly TELEGRAM_WEBHOOK: boolean;
}

/**
 * Reads the bot's settings.
 * @param publicOrigin where Telegram would call
 * @returns null without a token, or what is wrong
 */
export function readTelegram(values: TelegramValues, publicOrigin: string | null): TelegramSettings | null | { readonly problem: string } {
  const { TELEGRAM_BOT_TOKEN: botToken, TELEGRAM_API_ORIGIN: origin, TELEGRAM_WEBHOOK: isWebhook } = values;
  if (botToken === undefined) return null;
  // Telegram calls addresses with TLS only; a Bot API server of one's own may call any.
  const canBeCalled = publicOrigin !== null && (publicOrigin.startsWith('https:') || origin !== defaultOrigin);
  if (isWebhook && !canBeCalled) {
    return {
      problem:
        'TELEGRAM_WEBHOOK needs WATCHPOST_PUBLIC_ORIGIN with https://, because Telegram calls this server there.\nGive that address, or leave TELEGRAM_WEBHOOK out: the server then asks Telegram for messages and needs no address.',
    };
  }
  return { token: botToken, apiOrigin: origin, usesWebhook: isWebhook };
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value;
}
