import { describe, expect, test } from 'vitest';
import { activeCell, codeDigits, isCodeComplete } from './session-code-model.ts';
import { clockText, parsePending, secondsLeft } from './session-pending.ts';

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

  test('the next cell follows the digits, and stays at the last', () => {
    expect(['', '4', '40817', '408172'].map(activeCell)).toEqual([0, 1, 5, 5]);
    expect(isCodeComplete('40817')).toBe(false);
    expect(isCodeComplete('408172')).toBe(true);
  });
});

describe('pending sign-in', () => {
  test('survives being kept, and damaged texts are forgotten', () => {
    expect(parsePending('{"email":"a@b.ru","resendAt":5}')).toEqual({ email: 'a@b.ru', resendAt: 5 });
    for (const text of [null, '', '{', '{}', '{"email":1,"resendAt":5}', '{"email":"a","resendAt":null}', '[]', 'null']) expect(parsePending(text)).toBeNull();
  });

  test('the countdown ends at zero and never exceeds a minute', () => {
    expect(secondsLeft(60_000, 0)).toBe(60);
    expect(secondsLeft(60_000, 59_001)).toBe(1);
    expect(secondsLeft(60_000, 60_000)).toBe(0);
    expect(secondsLeft(60_000, 99_000)).toBe(0);
    expect(secondsLeft(9_999_999_999_999, 0)).toBe(60);
    expect([60, 24, 0].map(clockText)).toEqual(['1:00', '0:24', '0:00']);
  });
});
