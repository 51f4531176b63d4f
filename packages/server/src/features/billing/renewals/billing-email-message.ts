import { pickLocale } from '@watchpost/contract/kernel';
import type { Mail } from '../../../adapters/mail/port.ts';
import { formatDay } from '../../../kernel/email-messages/email-message-dates.ts';
import { composeEmailMessage, type EmailMessagePart } from '../../../kernel/email-messages/email-message.ts';
import { billingEmailTexts, type BillingProblem } from './billing-email-texts.ts';

interface Owner {
  readonly email: string;
  readonly locale: string;
  readonly time_zone: string | null;
}

interface BillingFacts {
  readonly problem: BillingProblem;
  /** Titles. */
  readonly cameras: readonly string[];
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  /** Until when it can be paid, or until when recordings are kept, Unix ms. */
  readonly until: number;
  /** Where the app is reached; null when unknown. */
  readonly appOrigin: string | null;
}

const maxCameras = 20;

/** Composes the message to a customer whose plan was not paid. */
export function billingEmailMessage(owner: Owner, { problem, cameras, amount, currency, until, appOrigin }: BillingFacts): Mail {
  const locale = pickLocale(owner.locale);
  const texts = billingEmailTexts[locale];
  const { subject, heading, text, next } = texts[problem];
  const shown = cameras.slice(0, maxCameras).join(', ') + (cameras.length > maxCameras ? ', …' : '');
  const parts: EmailMessagePart[] = [
    { kind: 'text', text: text(formatDay(until, { locale, timeZone: owner.time_zone })) },
    {
      kind: 'facts',
      rows: [
        [texts.cameras, shown],
        [texts.amount, formatAmount(amount, currency, locale)],
      ],
    },
    { kind: 'text', text: next },
  ];
  if (appOrigin !== null) parts.push({ kind: 'link', label: texts.link, url: `${appOrigin}/settings/payments-and-billing` });
  return { to: owner.email, ...composeEmailMessage({ locale, subject, heading, parts }) };
}

/** @param amount minor units */
function formatAmount(amount: number, currency: string, locale: string): string {
  // A whole amount is shown without its zeros, any other with both digits.
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
