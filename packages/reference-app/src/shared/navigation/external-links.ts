import type { AppLocale } from '../i18n/i18n.ts';

/** Pages outside of the app. Null: whoever runs this server has named none, and the app shows its own page or dialog, or nothing. */
export interface ExternalLinks {
  readonly wiki: string | null;
  readonly supportChat: string | null;
  readonly termsOfUse: string | null;
  readonly privacy: string | null;
  /** The product's channel in a messaging app. */
  readonly channel: string | null;
  /** The operator's own apps for phones. */
  readonly appStore: string | null;
  readonly googlePlay: string | null;
  readonly ruStore: string | null;
}

/** Only addresses that open a page or a letter: never `javascript:`, never plain text. */
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
 * Reads the links that the operator gave for each language; English stands in for what a language lacks (specification 1, section 9).
 * @param text JSON: `{ "en": { "wiki": "https://…" }, "ru": { … } }`; anything broken counts as not given
 */
export function readExternalLinks(text: string, locale: AppLocale): ExternalLinks {
  let parsed: unknown = null;
  try {
    parsed = JSON.parse(text);
  } catch {
    // No links, or broken ones: the app's own pages are shown.
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

/** The links in one language, as index.html's `<meta name="watchpost:links">` gives them. */
export function externalLinks(locale: AppLocale): ExternalLinks {
  return readExternalLinks(document.querySelector('meta[name="watchpost:links"]')?.getAttribute('content') ?? '', locale);
}
