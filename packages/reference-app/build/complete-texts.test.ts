import { describe, expect, test } from 'vitest';
import { missingTexts } from './complete-texts.ts';

describe('missingTexts', () => {
  test('reports nothing when both languages are complete', () => {
    expect(
      missingTexts({ en: { a: { title: 'Title', deep: { more: 'More' } } }, ru: { a: { title: 'Название', deep: { more: 'Ещё' } } } }),
    ).toEqual([]);
  });

  test('reports a key that only one language has, and an empty text', () => {
    expect(missingTexts({ en: { a: { title: 'Title', only: 'x' } }, ru: { a: { title: ' ' }, b: { c: 'ц' } } })).toEqual([
      'en: b.c',
      'ru: a.only',
      'ru: a.title',
    ]);
  });

  test('expects every plural form of each language', () => {
    const en = { days_one: '{{count}} day', days_other: '{{count}} days' };
    const ru = { days_zero: 'дней', days_one: 'день', days_few: 'дня', days_many: 'дней', days_other: 'дня' };
    expect(missingTexts({ en, ru })).toEqual([]);
    const { days_zero: _, ...withoutZero } = ru;
    expect(missingTexts({ en: { days_other: 'days' }, ru: withoutZero })).toEqual(['en: days_one', 'ru: days_zero']);
  });
});
