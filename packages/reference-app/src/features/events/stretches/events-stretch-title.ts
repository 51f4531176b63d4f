import { formatList } from '@watchpost/sdk-core';
import type { currentLocale } from '../../../shared/i18n/i18n.ts';
import { typeName } from '../events-texts.ts';
import { typesOf } from './events-stretches.ts';
import type { EventStretch } from './events-stretches.ts';

/** "Person and motion": only the first name keeps its capital letter. */
export function titleOf(stretch: EventStretch, locale: ReturnType<typeof currentLocale>): string {
  const names = typesOf(stretch).map((type, index) => (index === 0 ? typeName(type) : typeName(type).toLocaleLowerCase(locale)));
  return formatList(names, { locale });
}
