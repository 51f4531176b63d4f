import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countCharacters, hasAtMostCharacters } from './characters.ts';

describe('user-perceived characters', () => {
  test.each([
    ['', 0],
    ['Двор', 4],
    ['Е\u0308лка', 4],
    ['👨‍👩‍👧‍👦', 1],
    ['🇷🇺🇬🇧', 2],
    ['👍🏽 ok', 4],
    ['\r\n', 1],
  ])('%j has %i', (text, count) => {
    expect(countCharacters(text)).toBe(count);
  });

  test('a limit counts the same characters, and bounds how many combining marks can pile up', () => {
    expect([hasAtMostCharacters('👨‍👩‍👧‍👦', 1), hasAtMostCharacters('👍🏽'.repeat(100), 100), hasAtMostCharacters('👍🏽'.repeat(101), 100)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(hasAtMostCharacters(`a${'\u0301'.repeat(10_000)}`, 100)).toBe(false);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 1, max: 50 }), (text, most) => {
        expect(hasAtMostCharacters(text, most)).toBe(countCharacters(text) <= most);
      }),
    );
  });
});
