import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTokens, readEmbedToken, sameText, signEmbedToken } from './tokens.ts';

const tokens = createTokens(Buffer.alloc(32, 1));

test('a signed payload can be read with the same purpose and key only', () => {
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

test('a token with any byte changed, or any other text, is invalid', () => {
  const token = tokens.sign('access', 'fam_1 1 1800000000000');
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (at, character) => {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      // The last character of base64url has spare bits, but the text itself is compared.
      expect(tokens.verify('access', changed)).toBe(changed === token ? 'fam_1 1 1800000000000' : null);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => tokens.verify('access', text) === null));
});

test('an embed token carries its claims', () => {
  const claims = { id: 'emb_1', iat: 1, exp: 2, rights: 'r' };
  const ofLink = { ...claims, link: { id: 'l', visitor: 'v', origin: 'https://cams.example' } };
  expect(readEmbedToken(tokens, signEmbedToken(tokens, claims))).toEqual(claims);
  expect(readEmbedToken(tokens, signEmbedToken(tokens, ofLink))).toEqual(ofLink);
  // As signed by an earlier version.
  expect(readEmbedToken(tokens, tokens.sign('embed', JSON.stringify({ cameraId: 'c', exp: 2 })))).toBeNull();
  expect(readEmbedToken(tokens, tokens.sign('access', JSON.stringify(claims)))).toBeNull();
});

test('texts are compared completely', () => {
  expect(sameText('abc', 'abc')).toBe(true);
  expect(sameText('abc', 'abd')).toBe(false);
  expect(sameText('abc', 'abcd')).toBe(false);
});
