import type { Locale } from '@watchpost/contract/kernel';
import type { Mail } from '../../adapters/mail/port.ts';
import { composeLetter, type LetterPart } from '../../kernel/letters/letter.ts';
import { texts, type CodeTexts } from './account-letter-texts.ts';

/** The product's default (specification 1, section 9); a letter names it, because its reader may be elsewhere. */
const timeZone = 'Europe/Moscow';

/** To the new address. @param code six digits */
export function newAddressLetter(to: string, code: string, locale: Locale): Mail {
  return codeLetter(to, code, locale, texts[locale].newAddress);
}

/** To the account's own address. @param code six digits */
export function deletionCodeLetter(to: string, code: string, locale: Locale): Mail {
  return codeLetter(to, code, locale, texts[locale].deletionCode);
}

/** To the old address. */
export function addressChangedLetter(to: string, facts: { newEmail: string; at: number; contact: string | null; locale: Locale }): Mail {
  const { newEmail, at, contact, locale } = facts;
  const { subject, heading, text, when, note, notYou } = texts[locale].addressChanged;
  return {
    to,
    ...composeLetter({
      locale,
      subject,
      heading,
      parts: [
        { kind: 'text', text: text(hideAddress(newEmail)) },
        { kind: 'text', text: note },
        { kind: 'facts', rows: [[when, formatTime(at, locale)]] },
        { kind: 'note', text: notYou(contact) },
      ],
    }),
  };
}

/** @param facts until: Unix ms, until then signing in brings everything back */
export function deletedLetter(to: string, facts: { until: number; contact: string | null; publicOrigin: string | null; locale: Locale }): Mail {
  const { until, contact, publicOrigin, locale } = facts;
  const { subject, heading, text, back, signIn, forGood, notYou } = texts[locale].deleted;
  const link: LetterPart[] = publicOrigin === null ? [] : [{ kind: 'link', label: signIn, url: `${publicOrigin}/signin` }];
  return {
    to,
    ...composeLetter({
      locale,
      subject: subject(formatDay(until, locale)),
      heading,
      parts: [{ kind: 'text', text }, { kind: 'text', text: back(formatTime(until, locale)) }, ...link, { kind: 'note', text: forGood }, { kind: 'note', text: notYou(contact) }],
    }),
  };
}

export function restoredLetter(to: string, { contact, locale }: { contact: string | null; locale: Locale }): Mail {
  const { subject, heading, text, notYou } = texts[locale].restored;
  return {
    to,
    ...composeLetter({
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

function codeLetter(to: string, code: string, locale: Locale, { subject, heading, lead, validity, ignore }: CodeTexts): Mail {
  const parts: LetterPart[] = [
    { kind: 'text', text: lead },
    { kind: 'code', code },
    { kind: 'note', text: validity },
    { kind: 'note', text: ignore },
  ];
  return { to, ...composeLetter({ locale, subject: subject(code), heading, parts }) };
}

/** Enough to recognise one's own new address; the old mailbox may be read by somebody else. */
function hideAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 1)}•••@${domain}`;
}

function formatTime(at: number, locale: Locale): string {
  return keepTogether(new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { timeZone, day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short' }).format(at));
}

function formatDay(at: number, locale: Locale): string {
  return keepTogether(new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, { timeZone, day: 'numeric', month: 'long' }).format(at));
}

/** No line ends between a day and its month, nor between a time and its zone. */
function keepTogether(date: string): string {
  return date.replace(/^(\d+) /, '$1\u00A0').replace(/ (?=(GMT|UTC))/, '\u00A0');
}
