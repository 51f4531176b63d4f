import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokens, readEmbedToken, sameText, signEmbedToken } from './tokens.ts';

const tokens = createTokens(Buffer.alloc(32, 1));

test('what was signed is read back, by the same purpose and key only', () => {
  fc.assert(
    fc.property(fc.string(), (payload) => {
      const token = tokens.sign('access', payload);
      expect(tokens.verify('access', token)).toBe(payload);
      expect(tokens.verify('refresh', token)).toBeNull();
      expect(tokens.verify('refresh', token.replace(/^access/, 'refresh'))).toBeNull();
      expect(createTokens(Buffer.alloc(32, 2)).verify('access', token)).toBeNull();
    }),
  );
});

test('a token with any byte changed, or any other text, is none', () => {
  const token = tokens.sign('access', 'fam_1 1 1800000000000');
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      // The last character of base64url carries spare bits, but the text itself is compared.
      expect(tokens.verify('access', changed)).toBe(changed === token ? 'fam_1 1 1800000000000' : null);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => tokens.verify('access', text) === null));
});

test('an embed token carries its claims', () => {
  const claims = { cameraId: 'c', customerId: 'u', origin: 'https://shop.example', withAudio: false, withArchive: true, exp: 1 };
  expect(readEmbedToken(tokens, signEmbedToken(tokens, claims))).toEqual(claims);
  expect(readEmbedToken(tokens, tokens.sign('access', JSON.stringify(claims)))).toBeNull();
});

test('texts are compared whole', () => {
  expect(sameText('abc', 'abc')).toBe(true);
  expect(sameText('abc', 'abd')).toBe(false);
  expect(sameText('abc', 'abcd')).toBe(false);
});
