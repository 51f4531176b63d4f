import type { Locale } from '@watchpost/contract/kernel';
import { escapeHtml, emailMessageStyle, partStyle } from './email-message-style.ts';

/** A part of an e-mail message. All of it is plain text, so user input can't become markup. */
export type EmailMessagePart =
  | { readonly kind: 'text'; readonly text: string }
  /** Digits to copy. */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** A user's text, with its line breaks. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  /** A picture that the message itself contains. `contentId`: of the picture in `Mail.pictures` */
  | { readonly kind: 'picture'; readonly contentId: string; readonly description: string }
  /** Small print. */
  | { readonly kind: 'note'; readonly text: string };

export interface EmailMessageContent {
  readonly locale: Locale;
  readonly subject: string;
  readonly heading: string;
  readonly parts: readonly EmailMessagePart[];
}

/** An e-mail message without its address; text and HTML have the same content. */
export interface EmailMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Renders an e-mail message in the common layout: no external resources, readable on light and dark.
 * @example composeEmailMessage({ locale: 'en', subject: 'Hello', heading: 'Hello', parts: [{ kind: 'text', text: 'It works.' }] })
 */
export function composeEmailMessage({ locale, subject, heading, parts }: EmailMessageContent): EmailMessage {
  const cleanParts = parts.map(cleanPart);
  const preview = cleanParts.find((part) => part.kind === 'text')?.text ?? heading;
  return {
    subject: oneLine(subject),
    text: `${[heading, ...cleanParts.map(textOf)].join('\n\n')}\n\n-- \nWatchpost\n`,
    html: [
      `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
      `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
      `<title>${escapeHtml(oneLine(subject))}</title><style>${emailMessageStyle}</style></head>`,
      `<body class="wp-body" style="${partStyle.body}">`,
      `<div style="${partStyle.preview}">${escapeHtml(preview)}</div>`,
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">`,
      `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:480px">`,
      `<tr><td class="wp-brand" style="${partStyle.brand}"><span class="wp-dot" style="${partStyle.dot}">●</span> Watchpost</td></tr>`,
      `<tr><td class="wp-card" style="${partStyle.card}"><h1 class="wp-ink" style="${partStyle.heading}">${escapeHtml(heading)}</h1>`,
      ...cleanParts.map(htmlOf),
      '</td></tr></table></td></tr></table></body></html>',
    ].join('\n'),
  };
}

function textOf(part: EmailMessagePart): string {
  switch (part.kind) {
    case 'code':
      return `    ${part.code}`;
    case 'facts':
      return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'quote':
      // A quoted line can't be mistaken for one of ours, or for the signature mark.
      return part.text
        .split('\n')
        .map((line) => `> ${line}`)
        .join('\n');
    case 'link':
      return `${part.label}: ${part.url}`;
    case 'picture':
      return `[${part.description}]`;
    case 'text':
    case 'note':
      return part.text;
  }
}

function htmlOf(part: EmailMessagePart): string {
  switch (part.kind) {
    case 'code':
      return `<p class="wp-code" style="${partStyle.code}">${escapeHtml(part.code)}</p>`;
    case 'facts':
      return part.rows
        .map(
          ([label, value]) =>
            `<p class="wp-ink" style="${partStyle.fact}"><span class="wp-quiet" style="${partStyle.label}">${escapeHtml(label)}</span><br>${escapeHtml(value)}</p>`,
        )
        .join('\n');
    case 'quote':
      return `<div class="wp-quote" style="${partStyle.quote}">${escapeHtml(part.text).replaceAll('\n', '<br>')}</div>`;
    case 'link':
      return `<p style="${partStyle.line}"><a class="wp-link" href="${escapeHtml(part.url)}" style="${partStyle.link}">${escapeHtml(part.label)}</a></p>`;
    case 'picture':
      return `<p style="${partStyle.line}"><img src="cid:${encodeURIComponent(part.contentId)}" alt="${escapeHtml(part.description)}" width="414" style="${partStyle.picture}"></p>`;
    case 'text':
      return `<p class="wp-ink" style="${partStyle.text}">${escapeHtml(part.text)}</p>`;
    case 'note':
      return `<p class="wp-quiet" style="${partStyle.note}">${escapeHtml(part.text)}</p>`;
  }
}

function cleanPart(part: EmailMessagePart): EmailMessagePart {
  switch (part.kind) {
    case 'quote':
      return { ...part, text: part.text.replaceAll(/\r\n?/g, '\n').split('\n').map(oneLine).join('\n') };
    case 'facts':
      return { ...part, rows: part.rows.map(([label, value]) => [label, oneLine(value)] as const) };
    case 'text':
    case 'note':
      return { ...part, text: oneLine(part.text) };
    case 'picture':
      return { ...part, description: oneLine(part.description) };
    case 'code':
    case 'link':
      return part;
  }
}

/** Removes control characters and the marks that change the direction of text: they could change an e-mail message's apparent meaning. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');
}
