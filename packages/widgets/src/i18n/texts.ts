import type { Catalogue, Locale, Translate } from '@watchpost/sdk-core';

/**
 * Creates the `t()` of a player, a wall or a picture: `createTranslator` without plural forms, which none of their texts has and every
 * embedded player would load.
 */
export function createTexts<Key extends string>(catalogue: Catalogue<Key>, locale: () => Locale): Translate<Key> {
  return (key, values = {}) => catalogue[locale()][key].replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}
