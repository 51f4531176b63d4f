import { describe, expect, test } from 'vitest';
import { createH265Depacketiser, toHevcSample } from './h265-depacketiser.ts';
import { createH265ParameterSets } from './h265-parameter-sets.ts';
import { parseH265Sps } from './h265-sps.ts';
import type { AccessUnit } from './nal-depacketiser.ts';

/** x265, 1920×1080 cropped from 1088, main profile, level 4, reordering of 2. */
const vps = Buffer.from('QAEMAf//AWAAAAMAkAAAAwAAAwB4lZAJ', 'base64');
const sps = Buffer.from('QgEBAWAAAAMAkAAAAwAAAwB4oAPAgBDlllZJJMrwFoCAAAADAIAAAAyE', 'base64');
const pps = Buffer.from('RAHBcrRiQA==', 'base64');
const packet = (sequence: number, timestamp: number, marker: boolean, payload: Buffer) => ({
  payloadType: 96,
  sequence,
  timestamp,
  marker,
  payload,
});

function collect() {
  const units: AccessUnit[] = [];
  return {
    units,
    depacketiser: createH265Depacketiser((unit) => units.push({ ...unit, units: unit.units.map((nal) => Uint8Array.from(nal)) })),
  };
}

describe('H.265', () => {
  test('reads size with cropping and reordering from an SPS', () => {
    expect(parseH265Sps(sps)).toMatchObject({ width: 1920, height: 1080, reorderFrames: 2, chroma: 1, lumaDepth: 0, temporalLayers: 1 });
  });

  test('returns the track as ffprobe and browsers name it once all three parameter sets are known, and the same object until one changes', () => {
    const sets = createH265ParameterSets();
    sets.add(sps);
    sets.add(pps);
    expect(sets.current()).toBeNull();
    sets.add(vps);
    const current = sets.current();
    expect(current?.track).toMatchObject({ codec: 'hvc1.1.6.L120.90', width: 1920, height: 1080 });
    expect(Buffer.from(current?.track.configuration.subarray(0, 23) ?? []).toString('hex')).toBe(
      '01016000000090000000000078f000fcfdf8f800000f03',
    );
    for (const unit of [vps, sps, pps, Buffer.of(0x02, 0x01, 0xd0, 1), Buffer.of(0x4e, 0x01, 5, 1)]) sets.add(unit);
    expect(sets.current()).toBe(current);
    sets.add(Buffer.concat([pps, Buffer.of(0x40)]));
    expect(sets.current()).not.toBe(current);
  });

  test('assembles pictures from aggregates, fragments and single units, and leaves parameter sets out of samples', () => {
    const { units, depacketiser } = collect();
    const length = (unit: Buffer): Buffer => Buffer.of(unit.length >> 8, unit.length & 255);
    depacketiser.push(
      packet(1, 100, true, Buffer.concat([Buffer.of(0x60, 0x01), ...[vps, sps, pps].flatMap((unit) => [length(unit), unit])])),
    );
    // IDR_W_RADL (19) in two fragments.
    depacketiser.push(packet(2, 100, false, Buffer.of(0x62, 0x01, 0x80 | 19, 0x80, 1)));
    depacketiser.push(packet(3, 100, true, Buffer.of(0x62, 0x01, 0x40 | 19, 2)));
    depacketiser.push(packet(4, 200, true, Buffer.of(0x02, 0x01, 0xd0)));
    expect(units.map(({ timestamp, keyFrame, units: all }) => [timestamp, keyFrame, all.length])).toEqual([
      [100, true, 4],
      [200, false, 1],
    ]);
    expect(Buffer.from(toHevcSample(units[0]?.units ?? [])).toString('hex')).toBe('0000000526018001' + '02');
  });

  test('drops a picture with a lost packet and keeps the next one whole', () => {
    const { units, depacketiser } = collect();
    depacketiser.push(packet(1, 100, false, Buffer.of(0x62, 0x01, 0x80 | 19, 0x80, 1)));
    depacketiser.push(packet(3, 100, true, Buffer.of(0x62, 0x01, 0x40 | 19, 2)));
    depacketiser.push(packet(4, 200, true, Buffer.of(0x26, 0x01, 0xd0)));
    expect(units.map(({ timestamp }) => timestamp)).toEqual([200]);
    expect(depacketiser.dropped).toBe(1);
  });
});

test('a parameter set that is cut off does not replace the whole one before it', () => {
  const sets = createH265ParameterSets();
  for (const unit of [vps, sps, pps]) sets.add(unit);
  const picture = [Buffer.of(0x26, 0x01, 0xaf, 0x80)];
  const current = sets.current(picture);
  // Its id, and nothing behind it.
  sets.add(Buffer.of(0x44, 0x01, 0x80, 0).subarray(0, 3));
  sets.add(Buffer.of(0x44, 0x01, 0x80, 0));
  expect(sets.canDecode(picture)).toBe(true);
  expect(sets.current(picture)).toBe(current);
});
