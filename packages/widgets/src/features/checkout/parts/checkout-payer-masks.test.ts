import { describe, expect, test } from 'vitest';
import { phoneMask, taxIdMask } from './checkout-payer-masks.ts';

/** Types one character after another at the end. */
const type = (mask: typeof phoneMask, text: string): string =>
  [...text].reduce((previous, char) => mask.format(previous + char, previous.length + 1, { previous }).value, '');

test.each([
  ['7707083893', '7707083893'],
  ['7707 083-893', '7707083893'],
  ['ИНН 500100732259', '500100732259'],
  ['5001007322591', '500100732259'],
])('tax id: %s is %s', (text, expected) => {
  expect(taxIdMask.format(text).value).toBe(expected);
  expect(type(taxIdMask, text)).toBe(expected);
});

describe('phone', () => {
  test.each([
    ['+79991234567', '+7 (999) 123-45-67'],
    ['79991234567', '+7 (999) 123-45-67'],
    ['89991234567', '+7 (999) 123-45-67'],
    ['8 (999) 123-45-67', '+7 (999) 123-45-67'],
    ['899912345678', '+7 (999) 123-45-67'],
    ['+49 30 901820', '+49 30 901820'],
    ['9991234567', '9991234567'],
    ['', ''],
  ])('%s is %s, typed or pasted', (text, expected) => {
    expect(phoneMask.format(text).value).toBe(expected);
    expect(type(phoneMask, text)).toBe(expected);
  });

  test('the caret stays behind what was typed', () => {
    expect(phoneMask.format('8', 1, { previous: '' })).toEqual({ value: '+7', caret: 2 });
    expect(phoneMask.format('+4930', 3, { previous: '+490' })).toEqual({ value: '+4930', caret: 3 });
  });

  test('all of it can be deleted', () => {
    const deleted = phoneMask.format('+', 1, { previous: '+7' }).value;
    expect(deleted).toBe('+');
    expect(phoneMask.format('', 0, { previous: deleted }).value).toBe('');
  });
});
