import type { PushConfiguration, PushMessage } from '@watchpost/contract/schemas/notifications';

/** Where the messages of a subscription go. */
export interface PushAddress {
  /** Two tokens with the same id are one subscription of one browser. */
  readonly id: string;
  /** The push service, `https://push.example`: what concurrency is counted by, and all that a log may say of an address. */
  readonly service: string;
}

/** What the push service does with a message that it can't deliver at once. */
export interface PushDelivery {
  /** How long it is worth delivering, s. */
  readonly ttl: number;
  /** `high` wakes a phone that saves its battery. */
  readonly urgency: 'normal' | 'high';
  /** A newer message of the same topic takes the place of an undelivered one; at most 32 characters of base64url. */
  readonly topic: string | null;
}

/** `gone`: the subscription has ended and never takes a message again. */
export type PushOutcome = 'sent' | 'gone';

/** The message was not taken. */
export class PushError extends Error {
  override readonly name = 'PushError';
  /** Trying again gives the same answer. */
  readonly isFinal: boolean;
  /** When the push service wants to be asked again, ms from now; null when it does not say. */
  readonly retryAfter: number | null;

  constructor(message: string, options: { isFinal: boolean; retryAfter?: number | null; cause?: unknown }) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.isFinal = options.isFinal;
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** Hands messages to the push services of browsers. Drivers: Web Push with the server's own keys (default) and Firebase. */
export interface PushSender {
  /** Changes when earlier subscriptions can't be served any more: another way of delivery, other keys, another project. */
  readonly id: string;
  /** What a browser needs to subscribe. */
  readonly configuration: PushConfiguration;
  /** The address in a token that a browser sent; null when this sender can't or may not deliver there. */
  parse(token: string): PushAddress | null;
  /** One attempt, with an end: it neither waits for longer than its time-out nor tries again. @throws {PushError} */
  send(token: string, message: PushMessage, delivery: PushDelivery): Promise<PushOutcome>;
  /** Hangs up; what is under way fails. */
  close(): Promise<void>;
}
