import type { AppLocale } from '../i18n/i18n.ts';

/** Pages outside the app. Null: the operator has named none, and the app shows its own page or dialog, or nothing. */
export interface ExternalLinks {
  readonly wiki: string | null;
  readonly supportChat: string | null;
  readonly termsOfUse: string | null;
  readonly privacy: string | null;
  /** The product's channel in a messaging app. */
  readonly channel: string | null;
  /** The operator's own phone apps. */
  readonly appStore: string | null;
  readonly googlePlay: string | null;
  readonly ruStore: string | null;
}

/** Accepts only addresses of pages and `mailto:` links: never `javascript:`, never plain text. */
function safeAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 2048) return null;
  if (/^\/(?![/\\])/.test(value)) return value;
  if (!URL.canParse(value)) return null;
  return ['https:', 'http:', 'mailto:', 'tg:'].includes(new URL(value).protocol) ? value : null;
}

function entriesOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/**
 * Parses the operator's links for a language; English replaces missing ones (specification 1, section 9).
 * @param text JSON: `{ "en": { "wiki": "https://…" }, "ru": { … } }`; invalid parts are ignored
 */
export function readExternalLinks(text: string, locale: AppLocale): ExternalLinks {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text);
  } catch {
    // Without valid links the app shows its own pages.
  }
  const all = entriesOf(parsed);
  const [own, english] = [entriesOf(all[locale]), entriesOf(all['en'])];
  const link = (name: keyof ExternalLinks): string | null => safeAddress(own[name]) ?? safeAddress(english[name]);
  return {
    wiki: link('wiki'),
    supportChat: link('supportChat'),
    termsOfUse: link('termsOfUse'),
    privacy: link('privacy'),
    channel: link('channel'),
    appStore: link('appStore'),
    googlePlay: link('googlePlay'),
    ruStore: link('ruStore'),
  };
}

/** Returns the links in one language, from index.html's `<meta name="watchpost:links">`. */
export function externalLinks(locale: AppLocale): ExternalLinks {
  return readExternalLinks(document.querySelector('meta[name="watchpost:links"]')?.getAttribute('content') ?? '', locale);
}
