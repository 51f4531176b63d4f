import { expect, test } from 'vitest';
import { deviceSerialPattern, registrationStatement, serialNumberOf } from './device-key-protocol.ts';

test('a serial number is the first 80 bits of the fingerprint, in unambiguous letters', () => {
  expect(serialNumberOf(new Uint8Array(32))).toBe('WP-0000000000000000');
  expect(serialNumberOf(new Uint8Array(32).fill(255))).toBe('WP-ZZZZZZZZZZZZZZZZ');
  // Computed with Python's base64.b32encode, mapped to this alphabet.
  expect(serialNumberOf(Uint8Array.from('foobarfoob', (character) => character.charCodeAt(0)))).toBe('WP-CSQPYRK1E9K6YVV2');
  for (let byte = 0; byte < 256; byte += 1)
    expect(serialNumberOf(Uint8Array.from({ length: 32 }, (_, index) => byte ^ index))).toMatch(deviceSerialPattern);
});

test('fingerprints that differ in the first 80 bits have different serial numbers', () => {
  const zero = serialNumberOf(new Uint8Array(32));
  for (let bit = 0; bit < 80; bit += 1) {
    const other = new Uint8Array(32);
    other[bit >> 3] = 1 << (bit & 7);
    expect(serialNumberOf(other)).not.toBe(zero);
  }
});

test('a statement is valid for one camera and one token', () => {
  expect(registrationStatement('WP-1', 'token')).toBe('watchpost registration\nWP-1\ntoken');
});
