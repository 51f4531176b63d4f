import type { Locale } from '@watchpost/contract/kernel';
import { pickPlural } from './plural.ts';

/** A text per key and language: a key without a text in one of the languages does not compile. */
export type Catalogue<Key extends string> = Readonly<Record<Locale, Readonly<Record<Key, string>>>>;
/** Values for the places in a text, by their names. */
export type Values = Readonly<Record<string, string | number>>;
/** Returns the text of a key with its values filled in. */
export type Translate<Key extends string> = (key: Key, values?: Values) => string;

/**
 * Creates a small `t()`: `{name}` is replaced with the values, and `count` selects among forms separated by ` | `.
 * @param locale called for each text, so that texts follow a signal
 * @example
 * const t = createTranslator({ en: { cameras: '{count} camera | {count} cameras' }, ru: { cameras: 'нет камер | {count} камера | {count} камеры | {count} камер' } }, () => 'en');
 * t('cameras', { count: 2 }) // '2 cameras'
 */
export function createTranslator<Key extends string>(catalogue: Catalogue<Key>, locale: () => Locale): Translate<Key> {
  return (key, values = {}) => {
    const language = locale();
    const text: string = catalogue[language][key];
    const form = typeof values['count'] === 'number' ? pickPlural(text, values['count'], language) : text;
    return form.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
  };
}
