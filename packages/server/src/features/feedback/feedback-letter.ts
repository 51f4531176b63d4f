import type { Locale } from '@watchpost/contract/kernel';
import type { Mail } from '../../adapters/mail/port.ts';
import { composeLetter } from '../../kernel/letters/letter.ts';
import type { FeedbackAuthor } from './feedback-repository.ts';

const texts = {
  en: { subject: (email: string) => `Feedback from ${email}`, heading: 'Feedback', account: 'Account', customer: 'Customer', answerTo: 'Answer to', device: 'Device', number: 'Number' },
  ru: { subject: (email: string) => `Отзыв от ${email}`, heading: 'Отзыв', account: 'Аккаунт', customer: 'Клиент', answerTo: 'Ответить на', device: 'Устройство', number: 'Номер' },
} as const;

export interface FeedbackLetter {
  readonly id: string;
  readonly customerId: string;
  readonly author: FeedbackAuthor;
  /** Where the person wants the answer; they may write any address. */
  readonly answerTo: string;
  readonly message: string;
  readonly locale: Locale;
}

/** To the provider; an answer to it goes to the person. */
export function feedbackLetter(to: string, { id, customerId, author, answerTo, message, locale }: FeedbackLetter): Mail {
  const { subject, heading, account, customer, answerTo: answerLabel, device, number } = texts[locale];
  const deviceName = [author.browser, author.system].filter((name) => name !== null).join(', ');
  return {
    to,
    replyTo: answerTo,
    ...composeLetter({
      locale,
      subject: subject(author.email),
      heading,
      parts: [
        { kind: 'quote', text: message },
        {
          kind: 'facts',
          rows: [[account, author.email], ...(answerTo === author.email ? [] : ([[answerLabel, answerTo]] as const)), [customer, customerId], ...(deviceName === '' ? [] : ([[device, deviceName]] as const)), [number, id]],
        },
      ],
    }),
  };
}
