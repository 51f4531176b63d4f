import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createAccessUnitReader, decoderConfiguration, toLengthPrefixed } from './annex-b.ts';

const stream = Buffer.from('00000109f0' + '000001674d001faa' + '00000168ee3c80' + '000001658811' + '00000109f0' + '0000014199', 'hex');
const end = Buffer.from('00000109f0000001', 'hex');

test('an access unit is complete when the next delimiter has come', () => {
  const reader = createAccessUnitReader();
  const units = [...reader.push(stream), ...reader.push(end)];
  expect(units.map((unit) => unit.map((nal) => nal.toString('hex')))).toEqual([['674d001faa', '68ee3c80', '658811'], ['4199']]);
});

test('how the stream is cut into chunks changes nothing', () => {
  const whole = Buffer.concat([stream, end]);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 8 }), (cuts) => {
      const reader = createAccessUnitReader();
      const units: string[][] = [];
      let from = 0;
      for (const to of [...cuts.toSorted((a, b) => a - b), whole.length]) {
        units.push(...reader.push(whole.subarray(from, to)).map((unit) => unit.map((nal) => nal.toString('hex'))));
        from = Math.max(from, to);
      }
      expect(units).toEqual([['674d001faa', '68ee3c80', '658811'], ['4199']]);
    }),
  );
});

test('lengths and the decoder configuration are as ISO/IEC 14496-15 has them', () => {
  expect(toLengthPrefixed([Buffer.from([1, 2]), Buffer.from([3])]).toString('hex')).toBe('0000000201020000000103');
  expect(decoderConfiguration(Buffer.from('674d001faa', 'hex'), Buffer.from('68ee', 'hex')).toString('hex')).toBe('014d001fffe10005674d001faa01000268ee');
});
