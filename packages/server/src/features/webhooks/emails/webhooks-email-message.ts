import { pickLocale } from '@watchpost/contract/kernel';
import type { Mail } from '../../../adapters/mail/port.ts';
import type { WebhooksTable } from '../../../db/webhook-tables.ts';
import { formatTime } from '../../../kernel/email-messages/email-message-dates.ts';
import { composeEmailMessage, type EmailMessagePart } from '../../../kernel/email-messages/email-message.ts';
import { webhookEmailTexts, type WebhookProblem } from './webhooks-email-texts.ts';

export type { WebhookProblem } from './webhooks-email-texts.ts';

interface Owner {
  readonly email: string;
  readonly locale: string;
  readonly time_zone: string | null;
}

interface WebhookFacts {
  readonly webhook: Pick<WebhooksTable, 'url' | 'failing_since'>;
  readonly problem: WebhookProblem;
  /** Where the app is reached; null when unknown. */
  readonly appOrigin: string | null;
}

/** Composes the message to the owner of a webhook that does not work. It names the host only: the address may contain a secret. */
export function webhookEmailMessage(owner: Owner, { webhook, problem, appOrigin }: WebhookFacts): Mail {
  const locale = pickLocale(owner.locale);
  const texts = webhookEmailTexts[locale];
  const { subject, heading, text, next } = texts[problem];
  const { host } = new URL(webhook.url);
  const rows: (readonly [string, string])[] = [[texts.host, host]];
  if (problem !== 'gone' && webhook.failing_since !== null)
    rows.push([texts.since, formatTime(webhook.failing_since, { locale, timeZone: owner.time_zone })]);
  const parts: EmailMessagePart[] = [
    { kind: 'text', text: text(host) },
    { kind: 'facts', rows },
    { kind: 'text', text: next },
  ];
  if (appOrigin !== null) parts.push({ kind: 'link', label: texts.link, url: `${appOrigin}/settings/developers` });
  return { to: owner.email, ...composeEmailMessage({ locale, subject: subject(host), heading, parts }) };
}
