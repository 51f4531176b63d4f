import { errorMessages } from '@watchpost/contract/kernel';
import type { ErrorCode, Locale } from '@watchpost/contract/kernel';

/** What may go wrong with push in a browser (specification 1, section 8); the texts are with the feature. */
export type PushErrorCode =
  | 'push-permission-blocked'
  | 'push-permission-dismissed'
  | 'push-unsupported-browser'
  | 'push-storage-unsupported'
  | 'push-worker-failed'
  | 'push-subscribe-failed'
  | 'push-update-failed'
  | 'push-unsubscribe-failed'
  | 'push-no-token'
  | 'push-config-missing'
  | 'push-installation-not-registered'
  | 'push-installation-not-found'
  | 'push-installation-failed'
  | 'push-offline';

/** Codes of the server, and those that only a client meets: no answer at all, a call given up by its caller, a text that can't be copied, and push. */
export type WatchpostErrorCode = ErrorCode | 'network' | 'aborted' | 'copy-failed' | PushErrorCode;

export interface WatchpostErrorOptions {
  readonly message?: string;
  /** HTTP status; null when there was no answer. */
  readonly status?: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds to wait before another try, from `Retry-After`. */
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
  /** What errorText() says, for codes whose texts only a part of the package knows. */
  readonly texts?: Readonly<Record<Locale, string>>;
}

/**
 * The one error that this package throws.
 * @example
 * try { await client.cameras.get(id); }
 * catch (error) { if (error instanceof WatchpostError && error.code === 'not-found') showNotFound(); else throw error; }
 */
export class WatchpostError extends Error {
  readonly code: WatchpostErrorCode;
  readonly status: number | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | null;
  readonly texts: Readonly<Record<Locale, string>> | null;

  constructor(code: WatchpostErrorCode, options: WatchpostErrorOptions = {}) {
    super(options.message ?? clientMessages[code] ?? code, { cause: options.cause });
    this.name = 'WatchpostError';
    this.code = code;
    this.status = options.status ?? null;
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.texts = options.texts ?? null;
  }
}

/** Errors that can arise without the server; everything else carries the server's message in the caller's language. */
const clientMessages: Partial<Record<WatchpostErrorCode, string>> = {
  'network': 'Network request error',
  'aborted': 'The request was given up.',
  'session-expired': 'Authorization session are expired.',
};

const clientTexts: Readonly<Record<Locale, Readonly<Record<'network' | 'aborted', string>>>> = {
  en: { network: 'Network request error', aborted: 'The request was given up.' },
  ru: { network: 'Ошибка сетевого запроса', aborted: 'Запрос отменён.' },
};

/**
 * What an error says to a person, in their language. Anything that is not a WatchpostError reads like an unknown failure.
 * @example toast(errorText(error, 'ru')) // 'Ошибка сетевого запроса'
 */
export function errorText(error: unknown, locale: Locale): string {
  if (!(error instanceof WatchpostError)) return errorMessages[locale]['internal-error'];
  if (error.texts) return error.texts[locale];
  const { code } = error;
  if (code === 'network' || code === 'aborted') return clientTexts[locale][code];
  return errorMessages[locale][isServerCode(code) ? code : 'internal-error'];
}

function isServerCode(code: WatchpostErrorCode): code is ErrorCode {
  return Object.hasOwn(errorMessages.en, code);
}

/** An aborted fetch, a failed fetch or something of ours, as a WatchpostError. */
export function toWatchpostError(error: unknown, signal?: AbortSignal): WatchpostError {
  if (error instanceof WatchpostError) return error;
  if (signal?.aborted) return new WatchpostError('aborted', { cause: error });
  return new WatchpostError('network', { cause: error });
}
