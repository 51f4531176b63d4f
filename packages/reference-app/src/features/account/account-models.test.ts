import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sizeText } from './account-delete-model.ts';
import { deviceTitle, isPhone, lastSeen, sortDevices } from './account-device-model.ts';

describe('devices', () => {
  test.each([
    ['web', 'Chrome', 'Windows', 'Chrome, Windows'],
    ['web', 'Firefox', null, 'Firefox'],
    ['web', null, 'Android', 'Android'],
    ['web', null, null, null],
    ['Guard’s tablet', null, null, 'Guard’s tablet'],
  ])('named %s, %s on %s: %s', (name, browser, system, title) => {
    expect(deviceTitle({ name, browser, system })).toBe(title);
  });

  test('phones have a picture of their own', () => {
    expect(['Android', 'iOS', 'iPadOS'].map((system) => isPhone({ system }))).toEqual([true, true, true]);
    expect(['Windows', 'macOS', 'Linux', null].map((system) => isPhone({ system }))).toEqual([false, false, false, false]);
  });

  const minute = 60_000;
  test.each([
    [-5 * minute, { unit: 'now' }],
    [0, { unit: 'now' }],
    [2 * minute - 1, { unit: 'now' }],
    [2 * minute, { unit: 'minutes', count: 2 }],
    [59 * minute, { unit: 'minutes', count: 59 }],
    [60 * minute, { unit: 'hours', count: 1 }],
    [24 * 60 * minute - 1, { unit: 'hours', count: 23 }],
    [24 * 60 * minute, { unit: 'date' }],
  ])('seen %d ms ago', (age, expected) => {
    expect(lastSeen(1_763_700_000_000 - age, 1_763_700_000_000)).toEqual(expected);
  });

  test('this device comes first, then who was here last', () => {
    const devices = [
      { id: 'a', isCurrent: false, lastSeenAt: 1 },
      { id: 'b', isCurrent: false, lastSeenAt: 3 },
      { id: 'c', isCurrent: true, lastSeenAt: 2 },
    ];
    expect(sortDevices(devices).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });
});

describe('sizes', () => {
  test.each([
    [0, '0 byte'],
    [999, '999 byte'],
    [1500, '1.5 kB'],
    [999_999, '1 MB'],
    [12_400_000_000, '12 GB'],
    [1_250_000_000_000, '1.3 TB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(sizeText(bytes, 'en')).toBe(text);
  });

  test('in Russian with a comma and its own units', () => {
    expect(sizeText(1_500_000_000, 'ru').replaceAll('\u00a0', ' ')).toBe('1,5 ГБ');
  });

  test('a text never has more than three digits before its unit, and a larger size never reads smaller', () => {
    const units = ['byte', 'kB', 'MB', 'GB', 'TB', 'PB'];
    const rank = (bytes: number): number => {
      const [number = '', unit = ''] = sizeText(bytes, 'en').split(/\s/);
      return Number(number) * 1000 ** units.indexOf(unit);
    };
    fc.assert(
      fc.property(fc.nat(900_000_000_000_000), fc.nat(900_000_000_000_000), (a, b) => {
        expect(sizeText(a, 'en')).toMatch(/^\d{1,3}(\.\d)? \w+$/);
        if (a <= b) expect(rank(a)).toBeLessThanOrEqual(rank(b));
      }),
    );
  });
});
