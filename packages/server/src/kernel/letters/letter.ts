import type { Locale } from '@watchpost/contract/kernel';
import { escapeHtml, letterStyle, partStyle } from './letter-style.ts';

/** A piece of a letter. All of it is plain text: what people wrote can't become markup. */
export type LetterPart =
  | { readonly kind: 'text'; readonly text: string }
  /** Digits to be copied. */
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'facts'; readonly rows: readonly (readonly [label: string, value: string])[] }
  /** What somebody wrote, with their line breaks. */
  | { readonly kind: 'quote'; readonly text: string }
  | { readonly kind: 'link'; readonly label: string; readonly url: string }
  /** Small print. */
  | { readonly kind: 'note'; readonly text: string };

export interface LetterContent {
  readonly locale: Locale;
  readonly subject: string;
  readonly heading: string;
  readonly parts: readonly LetterPart[];
}

/** A letter without its address; text and HTML say the same. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/**
 * Sets a letter in the one layout of all letters: no pictures, nothing fetched from anywhere, readable on light and dark.
 * @example composeLetter({ locale: 'en', subject: 'Hello', heading: 'Hello', parts: [{ kind: 'text', text: 'It works.' }] })
 */
export function composeLetter({ locale, subject, heading, parts }: LetterContent): Letter {
  const cleanParts = parts.map(cleanPart);
  const preview = cleanParts.find((part) => part.kind === 'text')?.text ?? heading;
  return {
    subject: oneLine(subject),
    text: `${[heading, ...cleanParts.map(textOf)].join('\n\n')}\n\n-- \nWatchpost\n`,
    html: [
      `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
      `<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">`,
      `<title>${escapeHtml(oneLine(subject))}</title><style>${letterStyle}</style></head>`,
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

function textOf(part: LetterPart): string {
  switch (part.kind) {
    case 'code':
      return `    ${part.code}`;
    case 'facts':
      return part.rows.map(([label, value]) => `${label}: ${value}`).join('\n');
    case 'quote':
      // A quoted line can't pass for one of ours, nor for the signature mark.
      return part.text.split('\n').map((line) => `> ${line}`).join('\n');
    case 'link':
      return `${part.label}: ${part.url}`;
    case 'text':
    case 'note':
      return part.text;
  }
}

function htmlOf(part: LetterPart): string {
  switch (part.kind) {
    case 'code':
      return `<p class="wp-code" style="${partStyle.code}">${escapeHtml(part.code)}</p>`;
    case 'facts':
      return part.rows.map(([label, value]) => `<p class="wp-ink" style="${partStyle.fact}"><span class="wp-quiet" style="${partStyle.label}">${escapeHtml(label)}</span><br>${escapeHtml(value)}</p>`).join('\n');
    case 'quote':
      return `<div class="wp-quote" style="${partStyle.quote}">${escapeHtml(part.text).replaceAll('\n', '<br>')}</div>`;
    case 'link':
      return `<p style="${partStyle.line}"><a class="wp-link" href="${escapeHtml(part.url)}" style="${partStyle.link}">${escapeHtml(part.label)}</a></p>`;
    case 'text':
      return `<p class="wp-ink" style="${partStyle.text}">${escapeHtml(part.text)}</p>`;
    case 'note':
      return `<p class="wp-quiet" style="${partStyle.note}">${escapeHtml(part.text)}</p>`;
  }
}

function cleanPart(part: LetterPart): LetterPart {
  switch (part.kind) {
    case 'quote':
      return { ...part, text: part.text.replaceAll(/\r\n?/g, '\n').split('\n').map(oneLine).join('\n') };
    case 'facts':
      return { ...part, rows: part.rows.map(([label, value]) => [label, oneLine(value)] as const) };
    case 'text':
    case 'note':
      return { ...part, text: oneLine(part.text) };
    case 'code':
    case 'link':
      return part;
  }
}

/** Without control characters and the marks that turn the direction of text: they could make a letter say another thing than it does. */
function oneLine(text: string): string {
  return text.toWellFormed().replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, '');
}
