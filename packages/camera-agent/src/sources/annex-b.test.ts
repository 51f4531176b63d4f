import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parameterSets, toAnnexB } from './annex-b.ts';

const units = fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 6 });
const withStartCodes = (all: readonly Uint8Array[]): Buffer =>
  Buffer.concat(all.map((unit) => Buffer.concat([Buffer.from([0, 0, 0, 1]), unit])));
const track = (record: Uint8Array) => ({
  kind: 'video' as const,
  codec: 'avc1.4d401f',
  width: 1280,
  height: 720,
  configuration: Buffer.from(record).toString('base64'),
});

test('units keep their bytes, each after a start code', () => {
  fc.assert(
    fc.property(units, (all) => {
      const lengths = Buffer.concat(all.map((unit) => Buffer.concat([Buffer.from([0, 0, 0, unit.length]), unit])));
      expect(toAnnexB(lengths).equals(withStartCodes(all))).toBe(true);
    }),
  );
});

test('so do the parameter sets of a configuration record', () => {
  fc.assert(
    fc.property(units, units, (sequence, picture) => {
      const list = (all: readonly Uint8Array[]): Buffer =>
        Buffer.concat(all.map((unit) => Buffer.concat([Buffer.from([0, unit.length]), unit])));
      const record = Buffer.concat([
        Buffer.from([1, 0x4d, 0x40, 0x1f, 0xff, 0xe0 + sequence.length]),
        list(sequence),
        Buffer.from([picture.length]),
        list(picture),
      ]);
      expect(parameterSets(track(record)).equals(withStartCodes([...sequence, ...picture]))).toBe(true);
    }),
  );
});

test('truncated or malformed input ends without inventing data', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(toAnnexB(bytes).length).toBeLessThanOrEqual(bytes.length);
      // A length of two bytes becomes a start code of four.
      expect(parameterSets(track(bytes)).length).toBeLessThanOrEqual(bytes.length * 2);
    }),
  );
});
