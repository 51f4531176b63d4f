import type { Locale } from '@watchpost/contract/kernel';
import type { Mail } from '../../adapters/mail/port.ts';
import { composeEmailMessage, type EmailMessagePart } from '../../kernel/email-messages/email-message.ts';
import { formatDay, formatTime, type EmailMessageReader } from '../../kernel/email-messages/email-message-dates.ts';
import { texts, type CodeTexts } from './account-email-message-texts.ts';

/** Composes the message to the new address. @param code six digits */
export function newAddressEmailMessage(to: string, code: string, locale: Locale): Mail {
  return codeEmailMessage(to, code, locale, texts[locale].newAddress);
}

/** Composes the message to the account's own address. @param code six digits */
export function deletionCodeEmailMessage(to: string, code: string, locale: Locale): Mail {
  return codeEmailMessage(to, code, locale, texts[locale].deletionCode);
}

/** Composes the message to the old address. */
export function addressChangedEmailMessage(
  to: string,
  facts: { newEmail: string; at: number; contact: string | null; reader: EmailMessageReader },
): Mail {
  const { newEmail, at, contact, reader } = facts;
  const { locale } = reader;
  const { subject, heading, text, when, note, notYou } = texts[locale].addressChanged;
  return {
    to,
    ...composeEmailMessage({
      locale,
      subject,
      heading,
      parts: [
        { kind: 'text', text: text(hideAddress(newEmail)) },
        { kind: 'text', text: note },
        { kind: 'facts', rows: [[when, formatTime(at, reader)]] },
        { kind: 'note', text: notYou(contact) },
      ],
    }),
  };
}

/**
 * Composes the message about a deletion.
 * @param facts until: Unix ms, until then signing in restores the account
 */
export function deletedEmailMessage(
  to: string,
  facts: { until: number; contact: string | null; publicUrl: string | null; reader: EmailMessageReader },
): Mail {
  const { until, contact, publicUrl, reader } = facts;
  const { locale } = reader;
  const { subject, heading, text, back, signIn, forGood, notYou } = texts[locale].deleted;
  const link: EmailMessagePart[] = publicUrl === null ? [] : [{ kind: 'link', label: signIn, url: `${publicUrl}/signin` }];
  return {
    to,
    ...composeEmailMessage({
      locale,
      subject: subject(formatDay(until, reader)),
      heading,
      parts: [
        { kind: 'text', text },
        { kind: 'text', text: back(formatTime(until, reader)) },
        ...link,
        { kind: 'note', text: forGood },
        { kind: 'note', text: notYou(contact) },
      ],
    }),
  };
}

export function restoredEmailMessage(to: string, { contact, locale }: { contact: string | null; locale: Locale }): Mail {
  const { subject, heading, text, notYou } = texts[locale].restored;
  return {
    to,
    ...composeEmailMessage({
      locale,
      subject,
      heading,
      parts: [
        { kind: 'text', text },
        { kind: 'note', text: notYou(contact) },
      ],
    }),
  };
}

function codeEmailMessage(to: string, code: string, locale: Locale, { subject, heading, lead, validity, ignore }: CodeTexts): Mail {
  const parts: EmailMessagePart[] = [
    { kind: 'text', text: lead },
    { kind: 'code', code },
    { kind: 'note', text: validity },
    { kind: 'note', text: ignore },
  ];
  return { to, ...composeEmailMessage({ locale, subject: subject(code), heading, parts }) };
}

/** Masks an address: its owner recognizes it, but another reader of the old mailbox can't use it. */
function hideAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}
