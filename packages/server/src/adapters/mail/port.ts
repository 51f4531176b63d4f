import type { Db } from '../../db/database.ts';

/** One letter; text and HTML say the same. */
export interface Mail {
  readonly to: string;
  /** Where an answer goes; to the sender when it is missing. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail server will never take this letter: trying again is of no use. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** Hands letters over. Drivers: the outbox folder (default) and SMTP. */
export interface Mailer {
  /**
   * Resolves when the letter is handed over; rejects when it could not be.
   * @param id the same for every attempt, so that a letter that arrives twice is seen to be one
   * @throws {MailRefusedError} when it never can be
   */
  send(mail: Mail, id: string): Promise<void>;
  close(): Promise<void>;
}

export interface LetterOptions {
  /** After so long it is of no use any more, ms; three days when it is missing. */
  readonly usefulFor?: number;
}

/** Every letter of the server goes through it: kept until it is sent, over failures and restarts, and sent after the answer has gone out. */
export interface MailQueue {
  add(mail: Mail, options?: LetterOptions): Promise<void>;
  /** As `add`, within a transaction: sent only if that commits. Call `wake` afterwards. */
  addWithin(transaction: Db, mail: Mail, options?: LetterOptions): Promise<void>;
  /** Looks for letters that wait. */
  wake(): void;
  /** Waits for the letter that is being sent; the rest stays for the next start. */
  close(): Promise<void>;
}
