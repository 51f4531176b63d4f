import { errorStatus, type ErrorCode } from '@watchpost/contract/kernel';

/** The server's only error class: an error code of the contract, with details for the log. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Sent to the client, so it must not contain secrets, paths or stacks. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Seconds for Retry-After. */
  readonly retryAfter: number | undefined;
  /** The HTTP status: the code's own, unless a standard demands another. */
  readonly status: number;

  constructor(
    code: ErrorCode,
    options: { message?: string; details?: Readonly<Record<string, unknown>>; retryAfter?: number; status?: number; cause?: unknown } = {},
  ) {
    super(options.message ?? code, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.retryAfter = options.retryAfter;
    this.status = options.status ?? errorStatus[code];
  }
}
