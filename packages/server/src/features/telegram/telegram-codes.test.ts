import { expect, test } from 'vitest';
import { readCode } from './telegram-codes.ts';

test.each([
  ['4F7K9QX2', '4F7K9QX2'],
  [' 4f7k-9qx2 ', '4F7K9QX2'],
  ['4F7K – 9QX2', '4F7K9QX2'],
  ['4f7k 9qx2', '4F7K9QX2'],
  ['4F7K9QX', null],
  ['4F7K9QX23', null],
  // Neither O nor 0 is in any code.
  ['4F7KOQX2', null],
  ['STRENGTH', null],
  ['', null],
  ['4F7K9QX2'.padEnd(1_000_000, ' '), null],
])('%j reads as %j', (text, code) => {
  expect(readCode(text)).toBe(code);
});
