import { createHash } from 'node:crypto';
import type { Locale } from '@watchpost/contract/kernel';
import type { SandboxPaymentsTable } from '../../db/billing-tables.ts';
import { escapeHtml } from '../../kernel/email-messages/email-message-style.ts';
import { sandboxCards } from './sandbox-cards.ts';
import { sandboxTexts } from './sandbox-texts.ts';

const style = [
  ':root{color-scheme:light dark;--canvas:#f3f6f5;--card:#fff;--line:#dde4e2;--ink:#111918;--quiet:#4b5856;--accent:#006b70;--on:#fff;--soft:#fff4d6;--warn:#6b4a00}',
  '@media(prefers-color-scheme:dark){:root{--canvas:#0b0f0e;--card:#171e1d;--line:#2b3533;--ink:#eaf0ee;--quiet:#a9b6b3;--accent:#62d2cb;--on:#0b0f0e;--soft:#332a12;--warn:#f3d68b}}',
  '*{box-sizing:border-box}body{margin:0;background:var(--canvas);color:var(--ink);font:16px/24px system-ui,sans-serif}',
  'main{max-width:480px;margin:0 auto;padding:24px 16px}h1{margin:0 0 16px;font-size:24px;line-height:32px}',
  '.notice{margin:0 0 16px;padding:12px 16px;border-radius:8px;background:var(--soft);color:var(--warn);font-weight:600}',
  '.card{padding:24px 16px 16px;background:var(--card);border:1px solid var(--line);border-radius:12px}',
  '.card p{margin:0 0 16px}.amount{display:flex;justify-content:space-between;margin:0 0 16px;font-weight:600}',
  'fieldset{margin:0 0 16px;padding:0;border:0}legend{padding:0;margin:0 0 8px;color:var(--quiet)}',
  'label{display:flex;gap:12px;align-items:center;min-height:56px;padding:8px 12px;border:1px solid var(--line);border-radius:8px;margin:0 0 8px;cursor:pointer}',
  'label:has(:checked){border-color:var(--accent)}input{width:20px;height:20px;margin:0;flex:none;accent-color:var(--accent)}',
  'label span{display:block;font-variant-numeric:tabular-nums}label small{display:block;color:var(--quiet);font-size:14px;line-height:20px}',
  'button,a.back{display:block;width:100%;min-height:48px;padding:12px 16px;margin:8px 0 0;border:1px solid var(--accent);border-radius:8px;background:var(--accent);color:var(--on);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}',
  'button.quiet{background:none;border-color:transparent;color:var(--accent)}:focus-visible{outline:2px solid var(--accent);outline-offset:2px}',
].join('');
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

export interface SandboxPage {
  readonly html: string;
  /** The Content Security Policy. */
  readonly policy: string;
}

/** Builds the page of a payment: its cards, the bank's question, or its end. */
export function sandboxPage(payment: SandboxPaymentsTable): SandboxPage {
  const locale: Locale = payment.locale === 'ru' ? 'ru' : 'en';
  const texts = sandboxTexts[locale];
  const amount = `<p class="amount"><span>${texts.amount}</span><span>${escapeHtml(formatAmount(payment, locale))}</span></p>`;
  const [title, body] = ((): readonly [string, string] => {
    switch (payment.state) {
      case 'created':
        return [
          texts.title,
          amount +
            form(cards(locale), [
              ['pay', texts.pay],
              ['cancel', texts.cancel],
            ]),
        ];
      case 'authentication':
        return [
          texts.question,
          `${amount}<p>${texts.questionText}</p>${form('', [
            ['confirm', texts.confirm],
            ['refuse', texts.refuse],
          ])}`,
        ];
      case 'waiting':
      case 'succeeded':
      case 'failed':
        return [texts.ended, `<p>${texts.endedText}</p><a class="back" href="${escapeHtml(payment.return_url)}">${texts.back}</a>`];
    }
  })();
  return {
    html: [
      `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
      `<meta name="robots" content="noindex"><title>${title} · Watchpost</title><style>${style}</style></head>`,
      `<body><main><h1>${title}</h1><p class="notice" role="note">${texts.notice}</p><div class="card">${body}</div></main></body></html>`,
    ].join('\n'),
    policy: policyOf(payment.return_url),
  };
}

const brandNames = { visa: 'Visa', mastercard: 'Mastercard', other: '' };

function cards(locale: Locale): string {
  const texts = sandboxTexts[locale];
  const options = sandboxCards.map(
    ({ id, number, brand, outcome }, index) =>
      `<label><input type="radio" name="card" value="${id}"${index === 0 ? ' checked' : ''}><span>${number}<small>${brand === 'mir' ? texts.mir : brandNames[brand]} · ${texts[outcome]}</small></span></label>`,
  );
  return `<fieldset><legend>${texts.cards}</legend>${options.join('')}</fieldset>`;
}

function form(fields: string, [first, second]: readonly [readonly [string, string], readonly [string, string]]): string {
  return [
    `<form method="post">${fields}<button name="action" value="${first[0]}">${first[1]}</button>`,
    `<button class="quiet" name="action" value="${second[0]}">${second[1]}</button></form>`,
  ].join('');
}

/** No script, no picture, nothing of any site; the form may lead back to where the customer came from. */
function policyOf(returnUrl: string): string {
  const back = URL.canParse(returnUrl) ? ` ${new URL(returnUrl).origin}` : '';
  return `default-src 'none'; style-src ${styleHash}; form-action 'self'${back}; base-uri 'none'; frame-ancestors 'none'`;
}

function formatAmount({ amount, currency }: SandboxPaymentsTable, locale: string): string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' });
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}
