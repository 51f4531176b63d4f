import type { Clock } from '@watchpost/contract/timing/clock';
import { newId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Seal } from '../../kernel/seal.ts';
import type { Db } from '../../db/database.ts';
import type { EmailMessagesTable } from '../../db/schema.ts';
import { MailRefusedError, type EmailMessageOptions, type Mail, type Mailer, type MailQueue } from './port.ts';

const second = 1000;
const minute = 60 * second;
/** Delays before the second attempt, the third and so on; the last one repeats. */
const retryDelaysMs = [second, 5 * second, 30 * second, 2 * minute, 10 * minute, 60 * minute];
const threeDaysMs = 3 * 24 * 60 * minute;
/** Longer than an attempt takes: until then no other server tries the same message. */
const claimMs = minute;
/** Delay after a database failure. */
const databaseRetryMs = 5 * second;

export interface MailQueueDeps {
  readonly db: Db;
  readonly mailer: Mailer;
  /** E-mail messages contain codes, so they are encrypted in the database. */
  readonly seal: Seal;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether several servers send from this database. One that runs alone sends at once what it was sending when it was killed. */
  readonly isShared?: boolean;
}

/**
 * Sends the queued messages one at a time, the longest overdue first. Of several servers one sends a message. It may arrive twice if that
 * one is killed before it is deleted, but it is never lost.
 */
export function createMailQueue({ db, mailer, seal, clock, log, isShared = false }: MailQueueDeps): MailQueue {
  let working: Promise<void> = Promise.resolve();
  let isWorking = false;
  let wasWoken = false;
  let isClosed = false;
  let cancelTimer = (): void => undefined;

  const attempt = async ({ id, sealed, attempts, expires_at: expiresAt }: EmailMessagesTable): Promise<void> => {
    const forget = (): Promise<unknown> => db.deleteFrom('letters').where('id', '=', id).execute();
    const isLate = expiresAt <= clock.now();
    const mail = isLate ? null : openEmailMessage(seal, sealed, id);
    if (!mail) {
      log.error(
        { emailMessage: id, attempts },
        isLate
          ? 'An e-mail message is given up: it could not be sent in time'
          : 'An e-mail message is given up: it was encrypted with another key',
      );
      await forget();
      return;
    }
    try {
      await mailer.send(mail, id);
      await forget();
    } catch (error) {
      const isRefused = error instanceof MailRefusedError;
      log.error({ err: error, emailMessage: id, willRetry: !isRefused }, 'An e-mail message could not be sent');
      if (isRefused) return void (await forget());
      const pause = retryDelaysMs[Math.min(attempts, retryDelaysMs.length - 1)] ?? minute;
      await db
        .updateTable('letters')
        .set({ attempts: attempts + 1, next_attempt_at: clock.now() + pause })
        .where('id', '=', id)
        .execute();
    }
  };

  /** @returns whether this server sends it, and no other one */
  const claim = async ({ id, attempts, next_attempt_at }: EmailMessagesTable): Promise<boolean> => {
    const claimed = await db
      .updateTable('letters')
      .set({ next_attempt_at: clock.now() + claimMs })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .where('next_attempt_at', '=', next_attempt_at)
      .returning('id')
      .executeTakeFirst();
    return claimed !== undefined;
  };

  /** Sends all due messages, then waits for the next. */
  const work = async (): Promise<void> => {
    try {
      while (wasWoken && !isClosed) {
        wasWoken = false;
        const next = await db
          .selectFrom('letters')
          .selectAll()
          .orderBy('next_attempt_at')
          .orderBy('created_at')
          .limit(1)
          .executeTakeFirst();
        if (!next || isClosed) continue;
        const delay = next.next_attempt_at - clock.now();
        if (delay > 0) {
          later(delay);
          continue;
        }
        if (!isShared || (await claim(next))) await attempt(next);
        wasWoken = true;
      }
    } catch (error) {
      log.warn({ err: error }, 'The queued e-mail messages could not be read');
      later(databaseRetryMs);
    } finally {
      // In the same step as the last check of wasWoken, so that no wake-up is lost in between.
      isWorking = false;
    }
  };
  const wake = (): void => {
    wasWoken = true;
    if (isWorking || isClosed) return;
    isWorking = true;
    cancelTimer();
    working = work();
  };
  const later = (delay: number): void => {
    cancelTimer();
    if (!isClosed) cancelTimer = clock.after(Math.min(delay, 60 * minute), wake);
  };

  const addWithin = async (transaction: Db, mail: Mail, { expiresAfterMs = threeDaysMs }: EmailMessageOptions = {}): Promise<void> => {
    const id = newId('mail');
    const now = clock.now();
    await transaction
      .insertInto('letters')
      .values({
        id,
        sealed: seal.close(JSON.stringify(mail), id),
        attempts: 0,
        next_attempt_at: now,
        expires_at: now + expiresAfterMs,
        created_at: now,
      })
      .execute();
  };

  return {
    addWithin,
    add: async (mail, options) => {
      await addWithin(db, mail, options);
      wake();
    },
    wake,
    close: async () => {
      isClosed = true;
      cancelTimer();
      await working;
      await mailer.close();
    },
  };
}

function openEmailMessage(seal: Seal, sealed: string, id: string): Mail | null {
  try {
    // Sealed under its id by addWithin() above, so it is what was written there.
    return JSON.parse(seal.open(sealed, id)) as Mail;
  } catch {
    return null;
  }
}
