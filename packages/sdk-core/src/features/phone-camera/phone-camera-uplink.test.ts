import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPhoneUplink } from './phone-camera-uplink.ts';

/** Seconds of the picture as it is now, in bytes. */
const bytes = (uplink: { readonly bitsPerSecond: number }, seconds: number): number => (uplink.bitsPerSecond * seconds) / 8;

describe('the uplink of a phone', () => {
  test('a line that falls behind gets less, a step at a time, and never less than the last', () => {
    const uplink = createPhoneUplink();
    const seen: number[] = [uplink.bitsPerSecond];
    for (let now = 0; now < 30_000; now += 250) {
      uplink.observe(now, bytes(uplink, 1));
      if (uplink.bitsPerSecond !== seen.at(-1)) seen.push(uplink.bitsPerSecond);
    }
    expect(seen).toEqual([2_500_000, 1_200_000, 600_000, 300_000]);
  });

  test('what waits right after a step belongs to the step before', () => {
    const uplink = createPhoneUplink();
    uplink.observe(0, bytes(uplink, 1));
    const first = uplink.bitsPerSecond;
    uplink.observe(2900, bytes(uplink, 2));
    expect(uplink.bitsPerSecond).toBe(first);
    uplink.observe(3000, bytes(uplink, 2));
    expect(uplink.bitsPerSecond).toBeLessThan(first);
  });

  test('far behind, pictures are left out until the line is free', () => {
    const uplink = createPhoneUplink();
    uplink.observe(0, bytes(uplink, 3));
    expect(uplink.isCongested).toBe(true);
    uplink.observe(250, bytes(uplink, 0.5));
    expect(uplink.isCongested).toBe(true);
    uplink.observe(500, 0);
    expect(uplink.isCongested).toBe(false);
  });

  test('a line that is free for long is trusted with more, and for longer each time that was wrong', () => {
    const uplink = createPhoneUplink();
    const free = (from: number, until: number): void => {
      for (let now = from; now <= until; now += 250) uplink.observe(now, 0);
    };
    uplink.observe(0, bytes(uplink, 1));
    free(250, 15_000);
    expect(uplink.bitsPerSecond).toBe(1_200_000);
    free(15_250, 15_250);
    expect(uplink.bitsPerSecond).toBe(2_500_000);
    uplink.observe(20_000, bytes(uplink, 1));
    free(20_250, 50_000);
    expect(uplink.bitsPerSecond).toBe(1_200_000);
    free(50_250, 50_250);
    expect(uplink.bitsPerSecond).toBe(2_500_000);
  });

  test('whatever waits, the rate is one of the ladder', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(20_000), fc.nat(10_000_000))), (steps) => {
        const uplink = createPhoneUplink();
        let now = 0;
        for (const [wait, waiting] of steps) uplink.observe((now += wait), waiting);
        expect([2_500_000, 1_200_000, 600_000, 300_000]).toContain(uplink.bitsPerSecond);
      }),
    );
  });
});
