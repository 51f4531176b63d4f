import type { Locale } from '@watchpost/contract/kernel';
import type { Mail } from '../../adapters/mail/port.ts';

interface Texts {
  readonly subject: (code: string) => string;
  readonly lead: string;
  readonly validity: string;
  readonly ignore: string;
}

const texts: Readonly<Record<Locale, Texts>> = {
  en: {
    subject: (code) => `${code} is your Watchpost sign-in code`,
    lead: 'Your code to sign in to Watchpost:',
    validity: 'It is valid for 10 minutes and can be used once.',
    ignore: 'If you did not ask for it, ignore this letter: nobody can sign in without the code.',
  },
  ru: {
    subject: (code) => `${code} — ваш код входа в Watchpost`,
    lead: 'Ваш код для входа в Watchpost:',
    validity: 'Он действует 10 минут и подходит один раз.',
    ignore: 'Если вы его не запрашивали, просто не обращайте внимания на это письмо: без кода войти нельзя.',
  },
};

/** The letter with a one-time code. @param code six digits */
export function codeLetter(to: string, code: string, locale: Locale): Mail {
  const { subject, lead, validity, ignore } = texts[locale];
  return {
    to,
    subject: subject(code),
    text: [lead, '', `    ${code}`, '', validity, ignore].join('\n'),
    html: [
      `<!doctype html><html lang="${locale}"><meta charset="utf-8"><title>Watchpost</title>`,
      '<body style="margin:0;padding:32px 16px;background:#f4f6f7;font:16px/24px system-ui,-apple-system,Segoe UI,Roboto,sans-serif;color:#12181b">',
      '<div style="max-width:420px;margin:0 auto;padding:32px;background:#ffffff;border-radius:12px">',
      `<p style="margin:0 0 16px">${lead}</p>`,
      `<p style="margin:0 0 16px;font-size:32px;line-height:40px;font-weight:600;letter-spacing:6px">${code}</p>`,
      `<p style="margin:0 0 16px">${validity}</p>`,
      `<p style="margin:0;font-size:14px;line-height:20px;color:#5a666c">${ignore}</p>`,
      '</div></body></html>',
    ].join('\n'),
  };
}
