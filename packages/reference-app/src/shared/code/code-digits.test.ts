import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activeCell, codeDigits, isCodeComplete } from './code-digits.ts';

describe('code', () => {
  test.each([
    ['408172', '408172'],
    [' 408-172 ', '408172'],
    ['Your code: 408 172.', '408172'],
    ['4081729', '408172'],
    ['４０８', '408'],
    ['abc', ''],
  ])('%j gives %j', (text, digits) => {
    expect(codeDigits(text)).toBe(digits);
  });

  test('whatever stands between the digits of a pasted code does not matter', () => {
    const filling = fc.stringMatching(/^[ \-–—.:a-zа-я\n\t]{0,5}$/);
    fc.assert(
      fc.property(fc.stringMatching(/^\d{6}$/), fc.array(filling, { minLength: 7, maxLength: 7 }), (code, between) => {
        const pasted = [...code].map((digit, index) => (between[index] ?? '') + digit).join('') + (between[6] ?? '');
        expect(codeDigits(pasted)).toBe(code);
      }),
    );
  });

  test('the next cell follows the digits, and stays at the last', () => {
    expect(['', '4', '40817', '408172'].map(activeCell)).toEqual([0, 1, 5, 5]);
    expect(isCodeComplete('40817')).toBe(false);
    expect(isCodeComplete('408172')).toBe(true);
  });
});
