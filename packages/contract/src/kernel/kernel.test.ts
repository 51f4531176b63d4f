import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fillPath } from './endpoint.ts';
import { errorMessages } from './error-messages.ts';
import { errorCodes, errorStatus } from './errors.ts';
import { defaultLocale, locales, pickLocale } from './locales.ts';

describe('errors', () => {
  test.each(errorCodes)('%s has a status and a text in every language', (code) => {
    expect(errorStatus[code]).toBeGreaterThanOrEqual(400);
    expect(errorStatus[code]).toBeLessThan(600);
    for (const locale of locales) expect(errorMessages[locale][code].trim()).not.toBe('');
  });
  test('no list contains anything but codes', () => {
    const codes = errorCodes.toSorted();
    expect(new Set(codes).size).toBe(codes.length);
    expect(Object.keys(errorStatus).toSorted()).toEqual(codes);
    for (const locale of locales) expect(Object.keys(errorMessages[locale]).toSorted()).toEqual(codes);
  });
  test('a Russian text is in Russian', () => {
    for (const code of errorCodes) expect(errorMessages.ru[code]).toMatch(/[а-яё]/i);
  });
  test.each(locales)('an address of the server’s own machine: the text names the setting that allows it (%s)', (locale) => {
    expect(errorMessages[locale]['camera-address-loopback']).toMatch(/\bWATCHPOST_ALLOW_LOOPBACK_SOURCES=1\./);
  });
});

/** Well-formed characters of any script, including slashes and braces; a lone surrogate can't be percent-encoded. */
const anyText = fc.string({ unit: 'binary' });

describe('fillPath', () => {
  test('any text survives a round trip through the path', () => {
    fc.assert(
      fc.property(anyText, anyText, (id, file) => {
        const path = fillPath('/public/api/v3/cameras/{id}/archive/{file}', { id, file });
        const [before, ...rest] = path.split('/cameras/');
        const parts = rest.join('/cameras/').split('/');
        expect(before).toBe('/public/api/v3');
        expect(parts.map(decodeURIComponent)).toEqual([id, 'archive', file]);
      }),
    );
  });
  test('the error names the missing parameter', () => {
    expect(() => fillPath('/public/api/v3/cameras/{id}')).toThrow(/"id"/);
  });
});

describe('pickLocale', () => {
  test.each([
    ['ru-RU,ru;q=0.9,en;q=0.8', 'ru'],
    ['de, ru;q=0.5, en;q=0.4', 'ru'],
    ['en;q=0.3, ru;q=0.2', 'en'],
    ['ru;q=0', 'en'],
    ['fr', 'en'],
    ['', 'en'],
    [undefined, 'en'],
    [['fr-FR', 'ru'], 'ru'],
    [['RU'], 'ru'],
  ] as const)('%j → %s', (preferred, locale) => expect(pickLocale(preferred)).toBe(locale));

  test('any input yields a language', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.array(fc.string()), fc.constant(undefined)), (preferred) =>
        locales.includes(pickLocale(preferred)),
      ),
    );
  });
  test('a single language tag is matched in any case and with any region', () => {
    fc.assert(
      fc.property(fc.constantFrom(...locales), fc.stringMatching(/^(-[A-Za-z]{2})?$/), fc.boolean(), (locale, region, upper) => {
        expect(pickLocale(upper ? `${locale}${region}`.toUpperCase() : `${locale}${region}`)).toBe(locale);
      }),
    );
    expect(locales).toContain(defaultLocale);
  });
});
