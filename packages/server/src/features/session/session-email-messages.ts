import type { Locale } from '@watchpost/contract/kernel';
import type { Mail } from '../../adapters/mail/port.ts';
import { composeEmailMessage } from '../../kernel/email-messages/email-message.ts';

const closedTexts = {
  en: {
    subject: 'You have no Watchpost account yet',
    heading: 'No account yet',
    lead: (email: string) =>
      `You or someone else tried to sign in to Watchpost as ${email}. This address has no account, and new accounts are by invitation only.`,
    invite: (contact: string | null) =>
      `${contact === null ? 'Ask the operator of the server' : `Write to ${contact} and ask them`} to invite this address, then sign in again.`,
    ignore: 'If it was not you, ignore this e-mail message.',
  },
  ru: {
    subject: 'У вас ещё нет аккаунта Watchpost',
    heading: 'Аккаунта пока нет',
    lead: (email: string) =>
      `Вы или кто-то другой пытались войти в Watchpost с адресом ${email}. Аккаунта с этим адресом нет, а новые создаются только по приглашению.`,
    invite: (contact: string | null) =>
      `${contact === null ? 'Попросите владельца сервера пригласить этот адрес' : `Напишите на ${contact} и попросите пригласить этот адрес`}, затем войдите ещё раз.`,
    ignore: 'Если это были не вы, просто не обращайте внимания на это письмо.',
  },
} as const;

const texts = {
  en: {
    subject: (code: string) => `${code} is your Watchpost sign-in code`,
    heading: 'Sign in to Watchpost',
    lead: 'Enter this code on the sign-in page:',
    validity: 'It is valid for 10 minutes and can be used once.',
    ignore: 'If you did not ask for it, ignore this e-mail message: no one can sign in without the code. Never share it with anyone.',
  },
  ru: {
    subject: (code: string) => `${code} — ваш код входа в Watchpost`,
    heading: 'Вход в Watchpost',
    lead: 'Введите этот код на странице входа:',
    validity: 'Он действует 10 минут и подходит один раз.',
    ignore: 'Если вы его не запрашивали, просто не обращайте внимания на это письмо: без кода войти нельзя. Никому не сообщайте код.',
  },
} as const;

/** Composes the e-mail message with a sign-in code. @param code six digits */
export function signInEmailMessage(to: string, code: string, locale: Locale): Mail {
  const { subject, heading, lead, validity, ignore } = texts[locale];
  const emailMessage = composeEmailMessage({
    locale,
    subject: subject(code),
    heading,
    parts: [
      { kind: 'text', text: lead },
      { kind: 'code', code },
      { kind: 'note', text: validity },
      { kind: 'note', text: ignore },
    ],
  });
  return { to, ...emailMessage };
}

/** Composes the e-mail message for an address that is not allowed to sign up, in place of a code: only its owner learns that. */
export function signUpClosedEmailMessage(to: string, { contact, locale }: { contact: string | null; locale: Locale }): Mail {
  const { subject, heading, lead, invite, ignore } = closedTexts[locale];
  const emailMessage = composeEmailMessage({
    locale,
    subject,
    heading,
    parts: [
      { kind: 'text', text: lead(to) },
      { kind: 'text', text: invite(contact) },
      { kind: 'note', text: ignore },
    ],
  });
  return { to, ...emailMessage };
}
