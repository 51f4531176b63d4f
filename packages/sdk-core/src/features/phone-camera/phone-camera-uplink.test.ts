import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createPhoneUplink } from './phone-camera-uplink.ts';

/** Seconds of video at the current bitrate, in bytes. */
const bytes = (uplink: { readonly bitsPerSecond: number }, seconds: number): number => (uplink.bitsPerSecond * seconds) / 8;

describe('the uplink of a phone', () => {
  test('a congested uplink lowers the bitrate step by step, down to the lowest', () => {
    const uplink = createPhoneUplink();
    const seen: number[] = [uplink.bitsPerSecond];
    for (let now = 0; now < 30_000; now += 250) {
      uplink.observe(now, bytes(uplink, 1));
      if (uplink.bitsPerSecond !== seen.at(-1)) seen.push(uplink.bitsPerSecond);
    }
    expect(seen).toEqual([2_500_000, 1_200_000, 600_000, 300_000]);
  });

  test('data that waits right after a step still belongs to the previous bitrate', () => {
    const uplink = createPhoneUplink();
    uplink.observe(0, bytes(uplink, 1));
    const first = uplink.bitsPerSecond;
    uplink.observe(2900, bytes(uplink, 2));
    expect(uplink.bitsPerSecond).toBe(first);
    uplink.observe(3000, bytes(uplink, 2));
    expect(uplink.bitsPerSecond).toBeLessThan(first);
  });

  test('far behind, frames are dropped until the uplink is free', () => {
    const uplink = createPhoneUplink();
    uplink.observe(0, bytes(uplink, 3));
    expect(uplink.isCongested).toBe(true);
    uplink.observe(250, bytes(uplink, 0.5));
    expect(uplink.isCongested).toBe(true);
    uplink.observe(500, 0);
    expect(uplink.isCongested).toBe(false);
  });

  test('an uplink that stays free gets a higher bitrate, after a longer time with each failure', () => {
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

  test('whatever waits, the bitrate is one of the steps', () => {
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
