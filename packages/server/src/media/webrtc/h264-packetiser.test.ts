import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createH264Depacketiser, toAvccSample, type AccessUnit } from '../ingest/codecs/h264-depacketiser.ts';
import { buildConfiguration } from '../ingest/codecs/h264-parameter-sets.ts';
import type { Sample, VideoTrack } from '../media-types.ts';
import { packetiseH264, parameterSetsOf, unitsOf } from './h264-packetiser.ts';

const sps = Uint8Array.of(0x67, 0x42, 0xc0, 0x1e, 1, 2, 3);
const pps = Uint8Array.of(0x68, 0xce, 4);
const track: VideoTrack = { kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration: buildConfiguration([sps], [pps]) };
const sampleOf = (units: readonly Uint8Array[], keyFrame: boolean): Sample => ({
  kind: 'video',
  decodeTime: 0,
  compositionOffset: 0,
  duration: 1,
  keyFrame,
  data: toAvccSample(units),
});
const unit = (type: number, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index === 0 ? 0x60 | type : (index * 7) & 0xff));

test('the cameras’ depacketiser reassembles what was cut for WebRTC; no packet is longer than 1,200 bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 2, max: 9000 }), { minLength: 1, maxLength: 5 }), fc.boolean(), (lengths, keyFrame) => {
      // The first slice starts the picture: its first_mb_in_slice is 0.
      const units = lengths.map((length, index) => unit(keyFrame ? 5 : 1, length).fill(index === 0 ? 0x80 : 0x40, 1, 2));
      const found: AccessUnit[] = [];
      const depacketiser = createH264Depacketiser(
        (access) => void found.push({ ...access, units: access.units.map((one) => Uint8Array.from(one)) }),
      );
      const payloads = packetiseH264(sampleOf(units, keyFrame), track);
      payloads.forEach(({ payload, marker }, sequence) => {
        expect(payload.length).toBeLessThanOrEqual(1200);
        depacketiser.push({ payloadType: 96, marker, sequence, timestamp: 1, payload });
      });
      expect(payloads.filter(({ marker }) => marker)).toHaveLength(1);
      expect(found).toHaveLength(1);
      expect(found[0]?.keyFrame).toBe(keyFrame);
      expect(found[0]?.units.map((one) => Buffer.from(one).toString('hex'))).toEqual(
        [...(keyFrame ? [sps, pps] : []), ...units].map((one) => Buffer.from(one).toString('hex')),
      );
    }),
    { numRuns: 60 },
  );
});

test('R15: broken samples and configurations yield their readable part, never an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      for (const found of [...unitsOf(bytes), ...parameterSetsOf(bytes)]) expect(found.length).toBeGreaterThan(0);
    }),
    { numRuns: 2000 },
  );
});
