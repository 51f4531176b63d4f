import type { Mail, Mailer } from '../../adapters/mail/port.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';

const pauses = [1000, 5000, 30_000];

/** Sends letters after the answer has gone out, one after the other, so that an answer's time tells nothing. */
export interface MailQueue {
  add(mail: Mail): void;
  /** Gives up what waits to be tried again; waits for the letter that is being sent. */
  close(): Promise<void>;
}

export function createMailQueue({ mailer, clock, log }: { mailer: Mailer; clock: Clock; log: Logger }): MailQueue {
  const cancels = new Set<() => void>();
  let tail: Promise<void> = Promise.resolve();

  const attempt = (mail: Mail, number: number): void => {
    tail = tail.then(async () => {
      try {
        await mailer.send(mail);
      } catch (error) {
        const pause = pauses[number];
        log.error({ err: error, willRetry: pause !== undefined }, 'A letter could not be sent');
        if (pause !== undefined) later(pause, () => attempt(mail, number + 1));
      }
    });
  };
  const later = (delay: number, call: () => void): void => {
    const cancel = clock.after(delay, () => {
      cancels.delete(cancel);
      call();
    });
    cancels.add(cancel);
  };

  return {
    // Not in the request's own turn of the event loop.
    add: (mail) => later(0, () => attempt(mail, 0)),
    close: async () => {
      for (const cancel of cancels) cancel();
      cancels.clear();
      await tail;
      await mailer.close();
    },
  };
}
