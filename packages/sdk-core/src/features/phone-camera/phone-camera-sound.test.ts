import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createResampler, encodeMuLaw } from './phone-camera-sound.ts';

/** ITU-T G.711 clips at this value. */
const loudest = 32_635;

/** Decodes like the server (ITU-T G.711). */
function decode(code: number): number {
  const bits = ~code & 0xff;
  const magnitude = ((((bits & 15) << 3) + 0x84) << ((bits >> 4) & 7)) - 0x84;
  return ((bits & 0x80) === 0 ? magnitude : -magnitude) / 32_768;
}

describe('G.711', () => {
  test('every code survives a round trip', () => {
    const codes = Array.from({ length: 256 }, (_, code) => code).filter((code) => code !== 0x7f);
    expect([...encodeMuLaw(Float32Array.from(codes, decode))]).toEqual(codes);
  });
  test('no sample is off by more than half a quantization step, and loud input is clipped', () => {
    fc.assert(
      fc.property(fc.float({ min: -1, max: 1, noNaN: true }), (sample) => {
        const code = encodeMuLaw(Float32Array.of(sample))[0] ?? 0;
        const halfStep = 4 << ((~code >> 4) & 7);
        // Input is rounded to 16 bits first.
        const [before, after] = [Math.max(-loudest, Math.min(loudest, sample * 32_768)), decode(code) * 32_768];
        expect(Math.abs(after - before)).toBeLessThanOrEqual(halfStep + 0.5);
      }),
    );
    expect([...encodeMuLaw(Float32Array.of(9, -9))]).toEqual([...encodeMuLaw(Float32Array.of(1, -1))]);
  });
});

describe('a lower sample rate', () => {
  const tone = (frequency: number, rate: number, seconds: number): Float32Array =>
    Float32Array.from({ length: rate * seconds }, (_, index) => Math.sin((2 * Math.PI * frequency * index) / rate));
  const level = (samples: Float32Array): number =>
    Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length) * Math.SQRT2;
  /** Feeds the resampler in pieces, like a microphone. */
  const resample = (samples: Float32Array, from: number, to: number, piece: number): Float32Array => {
    const next = createResampler(from, to);
    const parts: number[] = [];
    for (let at = 0; at < samples.length; at += piece) parts.push(...next(samples.slice(at, at + piece)));
    return Float32Array.from(parts);
  };

  test.each([48_000, 44_100, 32_000])('from %i Hz, speech passes, and frequencies above the limit of 16 kHz are removed', (rate) => {
    const speech = resample(tone(1000, rate, 1), rate, 16_000, 480);
    expect(speech.length).toBeGreaterThan(15_900);
    expect(speech.length).toBeLessThanOrEqual(16_000);
    expect(level(speech.slice(200, -200))).toBeCloseTo(1, 1);
    expect(level(resample(tone(11_000, rate, 1), rate, 16_000, 480).slice(200, -200))).toBeLessThan(0.05);
  });
  test('the size of the pieces does not matter', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), (piece) => {
        const all = tone(440, 48_000, 0.1);
        expect(resample(all, 48_000, 16_000, piece)).toEqual(resample(all, 48_000, 16_000, all.length));
      }),
      { numRuns: 20 },
    );
  });
  test('an equal rate leaves the samples unchanged', () => {
    const piece = Float32Array.of(0.5);
    expect(createResampler(16_000, 16_000)(piece)).toBe(piece);
  });
});
