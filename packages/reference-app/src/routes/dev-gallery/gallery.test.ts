import { describe, expect, test } from 'vitest';
import { gallerySearch, parseGallerySettings } from './gallery-settings.ts';
import { shownSelector } from './gallery-states.ts';
import { galleryTexts } from './gallery-texts.ts';

const device = { theme: 'light', locale: 'ru', density: 'phone' } as const;

describe('settings', () => {
  test.each([
    ['', device],
    ['?theme=dark', { ...device, theme: 'dark' }],
    ['?theme=dark&locale=en&density=comfortable', { theme: 'dark', locale: 'en', density: 'comfortable' }],
    ['?theme=pink&locale=fr&density=tiny', device],
  ])('%s', (search, expected) => {
    expect(parseGallerySettings(search, device)).toEqual(expected);
  });
  test('written settings are parsed to the same settings', () => {
    const settings = { theme: 'dark', locale: 'ru', density: 'comfortable' } as const;
    expect(parseGallerySettings(gallerySearch(settings), device)).toEqual(settings);
  });
});

test.each([
  ['.wp-button:hover', '.wp-button[data-show~=hover]'],
  ['.a:active,.b:active', '.a[data-show~=active],.b[data-show~=active]'],
  ['.wp-input:focus-within', '.wp-input[data-show~=focus]'],
  ['.wp-button', null],
  ['.a[data-show~=hover]:hover', null],
])('%s is shown by %s', (selector, expected) => {
  expect(shownSelector(selector)).toBe(expected);
});

test('both languages have all texts', () => {
  expect(Object.keys(galleryTexts.ru)).toEqual(Object.keys(galleryTexts.en));
});
