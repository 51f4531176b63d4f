import type { Db } from '../../db/database.ts';

/** An e-mail message; text and HTML have the same content. */
export interface Mail {
  readonly to: string;
  /** The address for replies; the sender when missing. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Pictures inside the message, shown by its HTML as `cid:`; nothing is loaded from elsewhere. */
  readonly pictures?: readonly MailPicture[];
}

/** A JPEG. */
export interface MailPicture {
  /** Word characters, dots and dashes. */
  readonly contentId: string;
  readonly base64: string;
}

/** The mail server rejects this e-mail message for good: retrying is useless. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** Delivers e-mail messages. Drivers: the outbox folder (default) and SMTP. */
export interface Mailer {
  /**
   * Resolves when the message is delivered to the mail server or the folder.
   * @param id the same for every attempt, so that mail clients recognize a message that arrives twice
   * @throws {MailRefusedError} when it never can be
   */
  send(mail: Mail, id: string): Promise<void>;
  close(): Promise<void>;
}

export interface EmailMessageOptions {
  /** Delivery attempts end after this time; three days by default. */
  readonly expiresAfterMs?: number;
}

/** Queues every e-mail message of the server in the database: it survives failures and restarts, and is sent after the response. */
export interface MailQueue {
  add(mail: Mail, options?: EmailMessageOptions): Promise<void>;
  /** As `add`, within a transaction: sent only if that commits. Call `wake` afterwards. */
  addWithin(transaction: Db, mail: Mail, options?: EmailMessageOptions): Promise<void>;
  /** Sends the messages that are due. */
  wake(): void;
  /** Waits for the message being sent; the others stay queued for the next start. */
  close(): Promise<void>;
}
