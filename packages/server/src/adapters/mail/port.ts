/** One letter; text and HTML say the same. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Sends mail. Drivers: the outbox folder (default) and SMTP. */
export interface Mailer {
  /** Resolves when the letter is handed over; rejects when it could not be. */
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
