import { expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

test('what is left out is not in the terms; switches, no end, and invalid numbers', () => {
  expect(readArguments(['plans']).options.plans).toEqual({ action: 'list', id: null, terms: {} });
  expect(readArguments(['plans', 'change', 'week', '--no-hd', '--most-popular', '--end-date', 'none']).options.plans).toEqual({
    action: 'change',
    id: 'week',
    terms: { isHd: false, isMostPopular: true, endDate: null },
  });
  expect(readArguments(['plans', 'add', 'week', '--price', '399.00']).options.plans?.terms.price).toBeNaN();
  expect(readArguments(['plans', 'add', 'week', '--price', '39900']).options.plans?.terms.price).toBe(39_900);
});

test.each([
  [['plans', 'remove', 'week'], 'has the commands list, add, change, retire, and no "remove"'],
  [['plans', 'add'], 'Which plan? Type "watchpost plans add two-weeks".'],
  [['plans', 'add', 'week', 'days'], 'Put names of several words in quotes.'],
])('%j: %s', (words, message) => {
  expect(() => readArguments(words)).toThrow(message);
});
