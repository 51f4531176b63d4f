import type { Locale } from '@watchpost/contract/kernel';

/** The bot as Telegram names it. */
export interface TelegramBotIdentity {
  readonly id: string;
  /** Without `@`. */
  readonly name: string;
}

/** A button below a message: a link, or one that calls the bot back. */
export type TelegramButton =
  | { readonly text: string; readonly url: string }
  /** @param data at most 64 bytes; the bot receives it when the button is pressed */
  | { readonly text: string; readonly data: string };

export interface TelegramMessage {
  /** Plain text: nothing in it is markup. At most 4096 UTF-16 units, with a picture 1024. */
  readonly text: string;
  /** Length of the bold beginning, UTF-16 units; 0 for none. */
  readonly boldLength: number;
  /** A JPEG; null for none. */
  readonly picture: Uint8Array | null;
  /** An MP4 file instead of a picture. */
  readonly video?: Uint8Array | undefined;
  /** Arrives without a sound. */
  readonly isSilent?: boolean | undefined;
  /** Rows of buttons. */
  readonly buttons: readonly (readonly TelegramButton[])[];
}

/** A message that was sent. */
export interface EarlierMessage {
  readonly id: string;
  readonly hasPicture: boolean;
}

/** A command in the menu of a chat, without its slash. */
interface TelegramCommand {
  readonly command: string;
  readonly description: string;
}

/** What Telegram answers when a message or a call is refused. */
export type TelegramFailure =
  /** The person has blocked the bot, or is no longer there. */
  | { readonly kind: 'blocked' }
  /** The bot is not in the chat, or the chat does not exist. */
  | { readonly kind: 'kicked' }
  /** The group became a supergroup with another id. */
  | { readonly kind: 'moved'; readonly chatId: string }
  | { readonly kind: 'too-many'; readonly retryAfterMs: number }
  /** Another process reads this bot's updates, or a webhook is set. */
  | { readonly kind: 'conflict' }
  /** The token is not, or no longer, a bot's. */
  | { readonly kind: 'unauthorized' }
  /** An edited message says so already. */
  | { readonly kind: 'unchanged' }
  /** Telegram did not accept the content; a retry would not change that. */
  | { readonly kind: 'refused' }
  /** No answer, or a failure of Telegram's own. */
  | { readonly kind: 'unreachable' };

/** Telegram did not do what was asked. Its text never has the token, which is part of every address of the Bot API. */
export class TelegramError extends Error {
  override readonly name = 'TelegramError';
  readonly failure: TelegramFailure;

  constructor(failure: TelegramFailure, message: string) {
    super(message);
    this.failure = failure;
  }
}

/** Calls the Bot API; each call is one attempt. Driver: grammY. All calls reject with a TelegramError. */
export interface TelegramApi {
  identify(signal: AbortSignal): Promise<TelegramBotIdentity>;
  /**
   * Waits for updates; they are repeated until a later call has a higher `offset`.
   * @param offset id of the first update that is wanted; 0 for the oldest that Telegram keeps
   */
  updates(offset: number, timeoutSeconds: number, signal: AbortSignal): Promise<readonly unknown[]>;
  /** Makes Telegram call an address, one update at a time. @param secret sent with each call, in a header */
  setWebhook(url: string, secret: string, signal: AbortSignal): Promise<void>;
  /** Ends an earlier webhook, so that updates can be read. */
  removeWebhook(signal: AbortSignal): Promise<void>;
  /** Sets the commands in the menu of every chat. @param locale language of its users; null for all others */
  describe(commands: readonly TelegramCommand[], locale: Locale | null, signal: AbortSignal): Promise<void>;
  /** @returns Telegram's id of the message */
  send(chatId: string, message: TelegramMessage, signal: AbortSignal): Promise<string>;
  /**
   * Replaces what an earlier message says, without a sound.
   * @param message its picture replaces that of the message; null keeps it, and a message without one gets none
   */
  edit(chatId: string, earlier: EarlierMessage, message: TelegramMessage, signal: AbortSignal): Promise<void>;
  /** Ends the waiting state of a pressed button. @param text shown for a moment */
  answerButton(queryId: string, text: string, signal: AbortSignal): Promise<void>;
}
