import { defaultLocale, locales } from '@watchpost/contract/kernel';
import type { feedbackFields } from '@watchpost/contract/schemas/feedback';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { z } from 'zod';
import type { MailQueue } from '../../adapters/mail/port.ts';
import type { Viewer } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Db } from '../../db/database.ts';
import { feedbackEmailMessage } from './feedback-email-message.ts';
import { createFeedbackRepository } from './feedback-repository.ts';

const hour = 60 * 60 * 1000;
const maxMessagesPerHour = 10;

export interface FeedbackService {
  /** Stores a message and mails it to the provider; the same id again changes nothing. @throws {AppError} too-many-requests */
  send(viewer: Viewer, fields: z.output<typeof feedbackFields>): Promise<void>;
}

export interface FeedbackServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly mail: MailQueue;
  /** The provider's address; null: messages are stored in the database only. */
  readonly feedbackEmail: string | null;
}

export function createFeedbackService({ db, clock, log, mail, feedbackEmail }: FeedbackServiceDeps): FeedbackService {
  return {
    send: async ({ customerId, deviceId, locale }, { id, message, email, customerId: claimedCustomer, deviceId: claimedDevice }) => {
      const now = clock.now();
      // Stored and queued in one transaction.
      await db.transaction().execute(async (transaction) => {
        const repository = createFeedbackRepository(transaction);
        const row = {
          customer_id: customerId,
          id,
          device_id: deviceId,
          email,
          message,
          claimed_customer_id: claimedCustomer,
          claimed_device_id: claimedDevice,
          created_at: now,
        };
        if (!(await repository.insert(row))) return;
        const { total, oldest } = await repository.countSince(customerId, now - hour);
        if (total > maxMessagesPerHour) throw new AppError('too-many-requests', { retryAfter: (oldest + hour - now) / 1000 });
        if (feedbackEmail === null)
          return log.info({ feedback: id }, 'Feedback was kept in the database; set FEEDBACK_EMAIL to get it by mail');
        const author = await repository.author(customerId, deviceId);
        await mail.addWithin(
          transaction,
          feedbackEmailMessage(feedbackEmail, {
            id,
            customerId,
            author,
            answerTo: email,
            message,
            locale: locales.find((known) => known === locale) ?? defaultLocale,
          }),
        );
      });
      mail.wake();
    },
  };
}
