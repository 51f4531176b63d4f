import { defaultLocale, locales } from '@watchpost/contract/kernel';
import type { feedbackFields } from '@watchpost/contract/schemas/feedback';
import type { z } from 'zod';
import type { MailQueue } from '../../adapters/mail/port.ts';
import type { Viewer } from '../../kernel/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Db } from '../../db/database.ts';
import { feedbackLetter } from './feedback-letter.ts';
import { createFeedbackRepository } from './feedback-repository.ts';

const hour = 60 * 60 * 1000;
const messagesAnHour = 10;

export interface FeedbackService {
  /** Keeps a message and mails it to the provider; the same id again changes nothing. @throws {AppError} too-many-requests */
  send(viewer: Viewer, fields: z.output<typeof feedbackFields>): Promise<void>;
}

export interface FeedbackServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail: MailQueue;
  /** Where it is mailed to; null: it is kept in the database only. */
  readonly feedbackEmail: string | null;
}

export function createFeedbackService({ db, clock, log, mail, feedbackEmail }: FeedbackServiceDeps): FeedbackService {
  return {
    send: async ({ customerId, deviceId, locale }, { id, message, email, customerId: claimedCustomer, deviceId: claimedDevice }) => {
      const now = clock.now();
      // Kept and handed to the mail, or neither.
      await db.transaction().execute(async (transaction) => {
        const repository = createFeedbackRepository(transaction);
        const row = { customer_id: customerId, id, device_id: deviceId, email, message, claimed_customer_id: claimedCustomer, claimed_device_id: claimedDevice, created_at: now };
        if (!(await repository.insert(row))) return;
        const { total, oldest } = await repository.countSince(customerId, now - hour);
        if (total > messagesAnHour) throw new AppError('too-many-requests', { retryAfter: (oldest + hour - now) / 1000 });
        if (feedbackEmail === null) return log.info({ feedback: id }, 'Feedback was kept in the database; set FEEDBACK_EMAIL to get it by mail');
        const author = await repository.author(customerId, deviceId);
        await mail.addWithin(transaction, feedbackLetter(feedbackEmail, { id, customerId, author, answerTo: email, message, locale: locales.find((known) => known === locale) ?? defaultLocale }));
      });
      mail.wake();
    },
  };
}
