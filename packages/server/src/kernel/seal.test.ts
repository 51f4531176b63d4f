import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeal } from './seal.ts';

const seal = createSeal(new Uint8Array(32).fill(3));

test('decrypts what it encrypted; each result differs and contains nothing of the text', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const sealed = seal.close(text, 'cam_1');
      expect(seal.open(sealed, 'cam_1')).toBe(text);
      expect(seal.close(text, 'cam_1')).not.toBe(sealed);
    }),
  );
  expect(seal.close('rtsp://user:hunter2@host/', 'cam_1')).not.toContain('hunter2');
});

test('fails for another camera, another key, or changed data', () => {
  const sealed = seal.close('secret', 'cam_1');
  expect(() => seal.open(sealed, 'cam_2')).toThrow(/unable to authenticate/);
  expect(() => createSeal(new Uint8Array(32).fill(4)).open(sealed, 'cam_1')).toThrow(/unable to authenticate/);
  const [version = '', nonce = '', tag = '', body = ''] = sealed.split('.');
  const flipped = Buffer.from(body, 'base64url').map((byte) => byte ^ 1);
  expect(() => seal.open([version, nonce, tag, Buffer.from(flipped).toString('base64url')].join('.'), 'cam_1')).toThrow(
    /unable to authenticate/,
  );
  expect(() => seal.open([version, nonce, tag.slice(0, 6), body].join('.'), 'cam_1')).toThrow(/authentication tag/i);
  expect(() => seal.open('nothing', 'cam_1')).toThrow(/not a sealed text/);
});
