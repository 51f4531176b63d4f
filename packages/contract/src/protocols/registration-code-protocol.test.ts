import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  encodeRegistrationCode,
  isWifiName,
  isWifiPassword,
  readRegistrationCode,
  type RegistrationCode,
} from './registration-code-protocol.ts';

const registrationToken = 'q3Zt0-_'.repeat(6);
const server = 'https://watch.example';
const wifi = { name: 'Northgate-2G', password: 'open sesame' };

const nameOfNetwork = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 32 }).filter(isWifiName);
const printable = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index));
const passwordOfNetwork = fc.string({ unit: fc.constantFrom(...printable), minLength: 8, maxLength: 63 });
const code: fc.Arbitrary<RegistrationCode> = fc.record({
  server: fc.constantFrom(server, 'http://192.168.1.5:8080', 'http://[fd00::5]:8080', 'http://localhost:3000'),
  registrationToken: fc.stringMatching(/^[\w-]{16,128}$/),
  wifi: fc.option(fc.record({ name: nameOfNetwork, password: fc.option(passwordOfNetwork) })),
});

describe('the registration code', () => {
  test('is encoded like Wi-Fi codes, with its terminator', () => {
    expect(encodeRegistrationCode({ server, registrationToken, wifi })).toBe(
      `WPC1:T:${registrationToken};S:https://watch.example;N:Northgate-2G;P:open sesame;;`,
    );
    expect(encodeRegistrationCode({ server, registrationToken, wifi: { name: String.raw`a;b\c`, password: null } })).toContain(
      String.raw`N:a\;b\\c;;`,
    );
    expect(encodeRegistrationCode({ server, registrationToken, wifi: null })).toBe(`WPC1:T:${registrationToken};S:https://watch.example;;`);
  });

  test('survives a round trip, whatever the network is called', () => {
    fc.assert(
      fc.property(code, (value) => {
        expect(readRegistrationCode(encodeRegistrationCode(value))).toEqual({ kind: 'code', code: value });
      }),
    );
  });

  test('a truncated code is never accepted as complete', () => {
    fc.assert(
      fc.property(code, fc.nat(), (value, cut) => {
        const text = encodeRegistrationCode(value);
        expect(['other', 'damaged']).toContain(readRegistrationCode(text.slice(0, cut % text.length)).kind);
      }),
    );
  });

  test('no text throws, and every accepted part is within its bounds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.string().map((text) => `WPC1:${text}`),
          fc.string({ unit: fc.constantFrom('T', 'S', 'N', 'P', ':', ';', '\\', 'a') }).map((text) => `WPC1:${text};;`),
        ),
        (text) => {
          const reading = readRegistrationCode(text);
          if (reading.kind === 'code') expect(reading.code.registrationToken.length).toBeLessThanOrEqual(128);
        },
      ),
    );
  });

  test.each([
    ['a web address', 'https://evil.example', 'other'],
    ['a Wi-Fi code', 'WIFI:T:WPA;S:a;P:b;;', 'other'],
    ['a later version', `WPC2:T:${registrationToken};S:${server};;`, 'newer'],
    ['no token', `WPC1:S:${server};;`, 'damaged'],
    ['an invalid token', `WPC1:T:short;S:${server};;`, 'damaged'],
    ['no server', `WPC1:T:${registrationToken};;`, 'damaged'],
    ['a server with a slash at its end', `WPC1:T:${registrationToken};S:https://a.example/x/;;`, 'damaged'],
    ['a server with a query', `WPC1:T:${registrationToken};S:https://a.example/x?y;;`, 'damaged'],
    ['a server with a name in it', `WPC1:T:${registrationToken};S:https://a@b.example;;`, 'damaged'],
    ['a server that is a file', `WPC1:T:${registrationToken};S:file://etc;;`, 'damaged'],
    ['a token twice', `WPC1:T:${registrationToken};T:${registrationToken};S:${server};;`, 'damaged'],
    ['a password without a network', `WPC1:T:${registrationToken};S:${server};P:12345678;;`, 'damaged'],
    ['a line break in the name', `WPC1:T:${registrationToken};S:${server};N:a\nb;;`, 'damaged'],
    ['more than there can be', `WPC1:T:${registrationToken};S:${server};X:${'x'.repeat(600)};;`, 'damaged'],
  ])('%s: %s is %s', (_, text, kind) => expect(readRegistrationCode(text)).toEqual({ kind }));

  test('a server can be under a path', () => {
    const value = { server: 'https://example.org/home/cams', registrationToken, wifi: null };
    expect(readRegistrationCode(encodeRegistrationCode(value))).toEqual({ kind: 'code', code: value });
  });

  test('fields of later versions are skipped', () => {
    expect(readRegistrationCode(`WPC1:T:${registrationToken};S:${server};H:1;;`)).toEqual({
      kind: 'code',
      code: { server, registrationToken, wifi: null },
    });
  });

  test('invalid parts are not encoded', () => {
    expect(() => encodeRegistrationCode({ server: `${server}/`, registrationToken, wifi: null })).toThrow(TypeError);
    expect(() => encodeRegistrationCode({ server, registrationToken: 'x', wifi: null })).toThrow(TypeError);
    expect(() => encodeRegistrationCode({ server, registrationToken, wifi: { name: '', password: null } })).toThrow(TypeError);
  });
});

test.each([
  ['Дом', true],
  ['a'.repeat(32), true],
  ['a'.repeat(33), false],
  ['ы'.repeat(17), false],
  ['', false],
  ['a\u0000', false],
  ['\uD800', false],
])('a network called %j: %s', (name, is) => expect(isWifiName(name)).toBe(is));
test.each([
  ['12345678', true],
  ['1234567', false],
  ['x'.repeat(63), true],
  ['x'.repeat(64), false],
  ['0f'.repeat(32), true],
  ['пароль123', false],
])('the password %j: %s', (password, is) => expect(isWifiPassword(password)).toBe(is));
