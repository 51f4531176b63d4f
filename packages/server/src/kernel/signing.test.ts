import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson, createSigner, isSignedBy } from './signing.ts';

const signer = createSigner(new Uint8Array(32).fill(7));

test('a signature is valid for its value only, in any order of the names', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.integer(), fc.array(fc.string()))), fc.string(), (value, other) => {
      const signature = signer.sign(value);
      expect(isSignedBy(signer.publicKey, Object.fromEntries(Object.entries(value).toReversed()), signature)).toBe(true);
      expect(isSignedBy(signer.publicKey, { ...value, [`${other}!`]: 1 }, signature)).toBe(false);
    }),
  );
});

test('another key, an invalid key or an invalid signature is rejected', () => {
  const signature = signer.sign({ a: 1 });
  expect(isSignedBy(createSigner(new Uint8Array(32).fill(8)).publicKey, { a: 1 }, signature)).toBe(false);
  for (const key of ['', 'x', 'AAAA']) expect(isSignedBy(key, { a: 1 }, signature)).toBe(false);
  for (const wrong of ['', 'AAAA', signature.slice(4)]) expect(isSignedBy(signer.publicKey, { a: 1 }, wrong)).toBe(false);
});

test('RFC 8032, test 1: the key pair of a known seed, so that other tools read our keys', () => {
  const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
  expect(Buffer.from(createSigner(seed).publicKey, 'base64').toString('hex')).toBe(
    'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a',
  );
});

test('canonical JSON sorts names at every depth and keeps lists', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 'x' }], a: null })).toBe('{"a":null,"b":[{"c":"x","d":1}]}');
});
