import { testCards, last4OfCard, type TestCard } from './test-cards.ts';

/** A payment as the customer's browser sees it on the provider's page. */
export interface HostedPayment {
  /** The provider, for the page's title. */
  readonly name: string;
  readonly state: 'open' | 'question' | 'ended';
  /** Why the customer is asked again. */
  readonly problem: string | null;
  readonly amount: string;
  /** Where the customer goes once it is decided. */
  readonly returnUrl: string;
  /** Where the customer goes who gives up. */
  readonly cancelUrl: string;
}

/** The pages of a provider. */
export interface HostedPages {
  /** @returns null for an address that is no page */
  find(url: URL): HostedPayment | null;
  pay(pageUrl: string, card: TestCard): void;
  authenticate(pageUrl: string, isConfirmed: boolean): void;
}

interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Answers a customer's browser; the form is that of the sandbox's page. @returns null for an address that is no page */
export function answerPage(
  pages: HostedPages,
  request: { readonly method: string; readonly url: URL; readonly body: string },
): PageAnswer | null {
  const { method, url, body } = request;
  const payment = pages.find(url);
  if (!payment) return null;
  if (method !== 'POST') return show(payment);
  const form = new URLSearchParams(body);
  const action = form.get('action');
  if (action === 'cancel') return leadTo(payment.cancelUrl);
  const card = testCards.find((known) => known === form.get('card'));
  if (action === 'pay' && card) pages.pay(url.href, card);
  else if (action === 'confirm' || action === 'refuse') pages.authenticate(url.href, action === 'confirm');
  const next = pages.find(url) ?? payment;
  return next.state === 'ended' ? leadTo(next.returnUrl) : show(next);
}

function leadTo(location: string): PageAnswer {
  return { status: 303, headers: { location, 'cache-control': 'no-store' }, body: '' };
}

function show(payment: HostedPayment): PageAnswer {
  const { name, problem, amount, cancelUrl } = payment;
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    `<meta name="robots" content="noindex"><title>${name}</title><link rel="icon" href="data:,">`,
    '<style>body{max-width:480px;margin:24px auto;padding:0 16px;font:16px/24px system-ui,sans-serif}label,button,a{display:block;min-height:44px}</style>',
    `</head><body><main><h1>${name}</h1><p>${escape(amount)}</p>`,
    problem === null ? '' : `<p role="alert">${escape(problem)}</p>`,
    bodyOf(payment),
    `<a class="back" href="${escape(cancelUrl)}">Back</a></main></body></html>`,
  ].join('\n');
  return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }, body: html };
}

function bodyOf({ state }: HostedPayment): string {
  if (state === 'ended') return '<p>This payment has ended.</p>';
  if (state === 'question') return `<p>The bank asks whether it is you.</p>${form('', ['confirm', 'refuse'])}`;
  const cards = testCards.map(
    (card, index) =>
      `<label><input type="radio" name="card" value="${card}"${index === 0 ? ' checked' : ''}> ${card} •• ${last4OfCard(card)}</label>`,
  );
  return form(`<fieldset><legend>Card</legend>${cards.join('')}</fieldset>`, ['pay', 'cancel']);
}

function form(fields: string, actions: readonly string[]): string {
  const buttons = actions.map((action) => `<button name="action" value="${action}">${action}</button>`);
  return `<form method="post">${fields}${buttons.join('')}</form>`;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
