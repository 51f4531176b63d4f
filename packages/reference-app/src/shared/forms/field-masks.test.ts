import { expect, test } from 'vitest';
import { serialNumberMask, timeMask, timeWithSecondsMask } from './field-masks.ts';

/** Types character by character, with the caret at the end. */
function type(mask: typeof timeMask, text: string): string {
  return [...text].reduce((previous, char) => mask.format(previous + char, undefined, { previous }).value, '');
}

test.each([
  ['830', '08:30'],
  ['0830', '08:30'],
  ['8:30', '08:30'],
  ['8.30', '08:30'],
  ['1:05', '1:05'],
  ['1805', '18:05'],
  ['24', '24'],
  ['nine', ''],
  ['18:05:11', '18:05'],
])('a time typed as %s is shown as %s', (typed, shown) => expect(type(timeMask, typed)).toBe(shown));

test.each([
  ['140211', '14:02:11'],
  ['14.02.11', '14:02:11'],
  ['9:00', '09:00'],
])('a time with seconds typed as %s is shown as %s', (typed, shown) => expect(type(timeWithSecondsMask, typed)).toBe(shown));

test('an hour can be deleted: the zero does not come back', () => {
  expect(timeMask.format('8:30', 0, { previous: '08:30' })).toEqual({ value: '8:30', caret: 0 });
});

test('a serial number loses the spaces of its label and keeps the caret', () => {
  expect(serialNumberMask.format('WP-7K2M 4X9Q', 8)).toEqual({ value: 'WP-7K2M4X9Q', caret: 7 });
  expect(serialNumberMask.format('№ WP-1/2')).toEqual({ value: 'WP-12', caret: 5 });
});
