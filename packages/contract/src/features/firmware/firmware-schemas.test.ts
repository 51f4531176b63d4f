import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareVersions, firmwareManifest, firmwareText, firmwareVersionSchema } from './firmware-schemas.ts';

const part = fc.nat({ max: 999_999 });
const version = fc.tuple(part, part, part).map((parts) => parts.join('.'));

test('versions are compared numerically, part by part', () => {
  for (const [newer, older] of [
    ['0.10.0', '0.9.9'],
    ['1.0.0', '0.99.99'],
    ['0.0.2', '0.0.1'],
  ] as const)
    expect([compareVersions(newer, older) > 0, compareVersions(older, newer) < 0]).toEqual([true, true]);
  fc.assert(
    fc.property(version, version, (a, b) => {
      expect(Math.sign(compareVersions(a, b))).toBe(-Math.sign(compareVersions(b, a)) + 0);
      expect(compareVersions(a, b) === 0).toBe(a === b);
      expect(firmwareVersionSchema.safeParse(a).success).toBe(true);
    }),
  );
});

test.each(['', '1', '1.2', '1.2.3.4', '01.2.3', '1.2.3-beta', '../1', '1.2.3\n'])('rejects the version %j', (text) => {
  expect(firmwareVersionSchema.safeParse(text).success).toBe(false);
});

test('no signed part can be shifted into another, and a manifest contains nothing else', () => {
  const manifest = { model: 'Dome', version: '1.2.3', size: 7, sha256: 'a'.repeat(64) };
  const texts = [manifest, { ...manifest, model: 'Dome","1.2.3' }, { ...manifest, size: 71 }, { ...manifest, sha256: 'b'.repeat(64) }].map(
    firmwareText,
  );
  expect(new Set(texts).size).toBe(4);
  expect(firmwareManifest.safeParse({ ...manifest, signature: 'A'.repeat(86) }).success).toBe(true);
  for (const wrong of [{ url: 'http://elsewhere' }, { size: 0 }, { sha256: 'A'.repeat(64) }, { signature: '' }, { version: '1' }])
    expect(firmwareManifest.safeParse({ ...manifest, signature: 'A'.repeat(86), ...wrong }).success).toBe(false);
});
