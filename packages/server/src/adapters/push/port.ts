import type { PushConfiguration, PushMessage } from '@watchpost/contract/schemas/notifications';

/** The destination of a subscription's messages. */
interface PushAddress {
  /** Two tokens with the same id are the same subscription of one browser. */
  readonly id: string;
  /** The push service, `https://push.example`: concurrency is limited per service, and a log names no more of an address than this. */
  readonly service: string;
}

/** How the push service handles a message that it can't deliver immediately. */
export interface PushDelivery {
  /** Seconds for which delivery is useful. */
  readonly ttl: number;
  /** `high` wakes a phone in power-saving mode. */
  readonly urgency: 'normal' | 'high';
  /** A newer message of the same topic replaces an undelivered one; at most 32 characters of base64url. */
  readonly topic: string | null;
}

/** `gone`: the subscription has ended and will never accept a message again. */
export type PushOutcome = 'sent' | 'gone';

/** The push service did not accept the message. */
export class PushError extends Error {
  override readonly name = 'PushError';
  /** A retry would fail the same way. */
  readonly isFinal: boolean;
  /** When the push service allows a retry, ms from now; null when it does not say. */
  readonly retryAfter: number | null;

  constructor(message: string, options: { isFinal: boolean; retryAfter?: number | null; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.isFinal = options.isFinal;
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** Sends messages to the push services of browsers. Drivers: Web Push with the server's own keys (default) and Firebase. */
export interface PushSender {
  /** Changes when earlier subscriptions become unusable: another driver, other keys, another project. */
  readonly id: string;
  /** What a browser needs to subscribe. */
  readonly configuration: PushConfiguration;
  /** Parses the token that a browser sent; null when this sender can't deliver there or must not. */
  parse(token: string): PushAddress | null;
  /** Makes one attempt, bounded by a timeout, without a retry. @throws {PushError} */
  send(token: string, message: PushMessage, delivery: PushDelivery): Promise<PushOutcome>;
  /** Closes all connections; pending requests fail. */
  close(): Promise<void>;
}
