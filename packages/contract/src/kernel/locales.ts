/** The languages of the interface; `en` is the default and the fallback (specification 1, section 1). */
export const locales = ['en', 'ru'] as const;
/** A language of the product. */
export type Locale = (typeof locales)[number];
/** The language where none is known. */
export const defaultLocale: Locale = 'en';

/** Browsers send a few dozen characters. */
const maxHeaderLength = 1000;

/**
 * Picks the best supported language for an Accept-Language header or a browser's list of languages.
 * @param preferred language tags in order of preference, or a whole header value
 * @example pickLocale('ru-RU,ru;q=0.9,en;q=0.8') // 'ru'
 */
export function pickLocale(preferred: string | readonly string[] | undefined): Locale {
  const tags = typeof preferred === 'string' ? preferred.slice(0, maxHeaderLength).split(',') : (preferred ?? []);
  const ranked = tags
    .map((tag, index) => {
      const [name = '', ...parameters] = tag.trim().toLowerCase().split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find((value) => value !== undefined);
      return { language: name.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality), index };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.index - b.index);
  for (const { language } of ranked) {
    const locale = locales.find((known) => known === language);
    if (locale) return locale;
  }
  return defaultLocale;
}
