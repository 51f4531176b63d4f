import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createH265Depacketiser, toHevcSample } from '../ingest/codecs/h265-depacketiser.ts';
import { createH265ParameterSets } from '../ingest/codecs/h265-parameter-sets.ts';
import type { AccessUnit } from '../ingest/codecs/nal-depacketiser.ts';
import type { VideoTrack } from '../media-types.ts';
import { packetiseHevc, parameterSetsOf } from './hevc-packetiser.ts';

const parameterSets = ['QAEMAf//AWAAAAMAkAAAAwAAAwB4lZAJ', 'QgEBAWAAAAMAkAAAAwAAAwB4oAPAgBDlllZJJMrwFoCAAAADAIAAAAyE', 'RAHBcrRiQA=='].map(
  (text) => Buffer.from(text, 'base64'),
);
const sets = createH265ParameterSets();
for (const unit of parameterSets) sets.add(unit);
const track: VideoTrack | undefined = sets.current()?.track;
const hex = (unit: Uint8Array): string => Buffer.from(unit).toString('hex');
/** A slice of an IDR picture (19) or of another; the first one of a picture begins with a set bit. */
const slice = (keyFrame: boolean, length: number, isFirst: boolean): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => [(keyFrame ? 19 : 1) << 1, 1, isFirst ? 0x80 : 0][index] ?? (index * 7) & 0xff);

test('the cameras’ depacketiser reassembles every picture; no payload is longer than 1,200 bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 4, max: 9000 }), { minLength: 1, maxLength: 5 }), fc.boolean(), (lengths, keyFrame) => {
      if (!track) throw new Error('The parameter sets are complete.');
      const units = lengths.map((length, index) => slice(keyFrame, length, index === 0));
      const found: AccessUnit[] = [];
      const depacketiser = createH265Depacketiser(
        (access) => void found.push({ ...access, units: access.units.map((one) => Uint8Array.from(one)) }),
      );
      const sample = { kind: 'video', decodeTime: 0, compositionOffset: 0, duration: 1, keyFrame, data: toHevcSample(units) } as const;
      const payloads = packetiseHevc(sample, track);
      payloads.forEach(({ payload, marker }, sequence) => {
        expect(payload.length).toBeLessThanOrEqual(1200);
        depacketiser.push({ payloadType: 96, marker, sequence, timestamp: 1, payload });
      });
      expect(payloads.filter(({ marker }) => marker)).toHaveLength(1);
      expect(found.map((access) => [access.keyFrame, access.units.map(hex)])).toEqual([
        [keyFrame, [...(keyFrame ? parameterSets : []), ...units].map(hex)],
      ]);
    }),
    { numRuns: 60 },
  );
});

test('R15: broken configurations yield their readable part, never an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      for (const found of parameterSetsOf(bytes)) expect(found.length).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});
