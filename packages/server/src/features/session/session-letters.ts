import type { Locale } from '@watchpost/contract/kernel';
import type { Mail } from '../../adapters/mail/port.ts';
import { composeLetter } from '../../kernel/letters/letter.ts';

const texts = {
  en: {
    subject: (code: string) => `${code} is your Watchpost sign-in code`,
    heading: 'Sign in to Watchpost',
    lead: 'Enter this code on the sign-in page:',
    validity: 'It is valid for 10 minutes and can be used once.',
    ignore: 'If you did not ask for it, ignore this letter: nobody can sign in without the code. Never tell it to anybody.',
  },
  ru: {
    subject: (code: string) => `${code} — ваш код входа в Watchpost`,
    heading: 'Вход в Watchpost',
    lead: 'Введите этот код на странице входа:',
    validity: 'Он действует 10 минут и подходит один раз.',
    ignore: 'Если вы его не запрашивали, просто не обращайте внимания на это письмо: без кода войти нельзя. Никому не сообщайте код.',
  },
} as const;

/** The letter with a sign-in code. @param code six digits */
export function signInLetter(to: string, code: string, locale: Locale): Mail {
  const { subject, heading, lead, validity, ignore } = texts[locale];
  const letter = composeLetter({
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
  return { to, ...letter };
}
