import type { Locale } from '@watchpost/contract/kernel';
import type { Mail } from '../../adapters/mail/port.ts';
import { composeEmailMessage } from '../../kernel/email-messages/email-message.ts';
import type { FeedbackAuthor } from './feedback-repository.ts';

const texts = {
  en: {
    subject: (email: string) => `Feedback from ${email}`,
    heading: 'Feedback',
    account: 'Account',
    customer: 'Customer',
    answerTo: 'Answer to',
    device: 'Device',
    number: 'Number',
  },
  ru: {
    subject: (email: string) => `Отзыв от ${email}`,
    heading: 'Отзыв',
    account: 'Аккаунт',
    customer: 'Клиент',
    answerTo: 'Ответить на',
    device: 'Устройство',
    number: 'Номер',
  },
} as const;

export interface FeedbackEmailMessage {
  readonly id: string;
  readonly customerId: string;
  readonly author: FeedbackAuthor;
  /** Where the user wants the answer; may be any address. */
  readonly answerTo: string;
  readonly message: string;
  readonly locale: Locale;
}

/** Composes the message to the provider; a reply to it goes to the user. */
export function feedbackEmailMessage(to: string, { id, customerId, author, answerTo, message, locale }: FeedbackEmailMessage): Mail {
  const { subject, heading, account, customer, answerTo: answerLabel, device, number } = texts[locale];
  const deviceName = [author.browser, author.system].filter((name) => name !== null).join(', ');
  return {
    to,
    replyTo: answerTo,
    ...composeEmailMessage({
      locale,
      subject: subject(author.email),
      heading,
      parts: [
        { kind: 'quote', text: message },
        {
          kind: 'facts',
          rows: [
            [account, author.email],
            ...(answerTo === author.email ? [] : ([[answerLabel, answerTo]] as const)),
            [customer, customerId],
            ...(deviceName === '' ? [] : ([[device, deviceName]] as const)),
            [number, id],
          ],
        },
      ],
    }),
  };
}
