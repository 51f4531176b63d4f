import { expect, test } from 'vitest';
import { isSerialNumber, readScan } from './add-camera-serial-number.ts';

test.each([
  ['WP-0123456789AB', true],
  [' WP-0001 ', true],
  ['abc', false],
  ['WP 0001', false],
  ['x'.repeat(65), false],
  ['', false],
  ['../../etc', false],
])('%j: %s', (value, is) => expect(isSerialNumber(value)).toBe(is));

test.each([
  [[], null],
  [['https://watch.example/a'], null],
  [['https://watch.example/a', 'WP-0001'], 'WP-0001'],
  [['WP-0001\n'], 'WP-0001'],
])('reads %j as %j', (codes, number) => expect(readScan(codes)).toBe(number));
