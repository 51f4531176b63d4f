import type { Locale } from '@watchpost/contract/kernel';

/** Returns the index of the plural form in each language: en one, other; ru zero, one, few, many (specification 1, section 9). */
const pluralForm: Readonly<Record<Locale, (count: number) => number>> = {
  en: (count) => (count === 1 ? 0 : 1),
  ru: (count) => {
    if (count === 0) return 0;
    const teen = count % 100 > 10 && count % 100 < 20;
    const end = count % 10;
    if (!teen && end === 1) return 1;
    return !teen && end >= 2 && end <= 4 ? 2 : 3;
  },
};
const formCount: Readonly<Record<Locale, number>> = { en: 2, ru: 4 };

/**
 * Selects the form of a text whose forms are separated by ` | `. Without a form for zero (one form fewer in ru), zero uses the last one.
 * @example pickPlural('нет камер | {count} камера | {count} камеры | {count} камер', 22, 'ru') // '{count} камеры'
 */
export function pickPlural(text: string, count: number, locale: Locale): string {
  const forms = text.split(' | ');
  const form = pluralForm[locale](Math.abs(count));
  const missing = formCount[locale] - forms.length;
  return (missing > 0 && form === 0 && locale === 'ru' ? forms.at(-1) : forms[Math.max(0, form - Math.max(0, missing))]) ?? text;
}
