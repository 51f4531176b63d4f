import type { ErrorCode, Locale } from '@watchpost/contract/kernel';

/** Error codes of push in a browser (specification 1, section 8); the texts are in the feature. */
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

/** The server's codes, and those that only a client meets: no answer, a canceled call, a text that can't be copied, a platform without WebSocket, and push. */
export type WatchpostErrorCode = ErrorCode | 'network' | 'aborted' | 'copy-failed' | 'no-websocket' | PushErrorCode;

/** What a `WatchpostError` carries beside its code. */
export interface WatchpostErrorOptions {
  readonly message?: string;
  /** HTTP status; null when there was no answer. */
  readonly status?: number | null;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds to wait before another attempt, from `Retry-After`. */
  readonly retryAfterSeconds?: number | null;
  readonly cause?: unknown;
  /** The text that errorText() returns, for codes whose texts only a part of the package contains. */
  readonly texts?: Readonly<Record<Locale, string>>;
}

const brand = '@watchpost/sdk-core/error';

/**
 * The one error that this package throws. `instanceof` is true for errors of other copies of the package, too: those of elements that the page
 * loaded by script, or of another version in a partner's bundle.
 * @example
 * try { await client.cameras.get(id); }
 * catch (error) { if (error instanceof WatchpostError && error.code === 'not-found') showNotFound(); else throw error; }
 */
export class WatchpostError extends Error {
  /** A field: where a page has frozen `Error.prototype`, assigning it would throw. */
  override name: string = 'WatchpostError';
  /** Marks errors of every copy and version of this package. */
  readonly brand: typeof brand = brand;
  /** What went wrong, for a program; `errorText` has the words for a user. */
  readonly code: WatchpostErrorCode;
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** More about it, by code: `fields` of `invalid-request`, `max` of `limit-reached`. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Seconds to wait before another attempt; null if the server named none. */
  readonly retryAfterSeconds: number | null;
  /** The text that `errorText` returns, by language; null for the general one of the code. */
  readonly texts: Readonly<Record<Locale, string>> | null;

  constructor(code: WatchpostErrorCode, options: WatchpostErrorOptions = {}) {
    super(options.message ?? clientMessages[code] ?? code, { cause: options.cause });
    this.code = code;
    this.status = options.status ?? null;
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.texts = options.texts ?? null;
  }

  static override [Symbol.hasInstance](value: unknown): value is WatchpostError {
    return typeof value === 'object' && value !== null && 'brand' in value && value.brand === brand;
  }
}

/** Errors that can occur without the server; all others carry the server's message in the caller's language. */
const clientMessages: Partial<Record<WatchpostErrorCode, string>> = {
  network: 'Network request error',
  aborted: 'The request was given up.',
  'session-expired': 'Authorization session are expired.',
};

/** Converts an aborted fetch, a failed fetch or an error of ours to a WatchpostError. */
export function toWatchpostError(error: unknown, signal?: AbortSignal): WatchpostError {
  if (error instanceof WatchpostError) return error;
  if (signal?.aborted) return new WatchpostError('aborted', { cause: error });
  return new WatchpostError('network', { cause: error });
}
