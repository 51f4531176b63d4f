import { expect, test } from 'vitest';
import { createSoundWindow } from './sound-window.ts';

/** A tone, -1 to 1, in pieces as a decoder returns them. */
function* tone(sampleRate: number, seconds: number, { hertz = 440, level = 0.5, piece = 1024 } = {}): Generator<Float32Array> {
  for (let start = 0; start < seconds * sampleRate; start += piece)
    yield Float32Array.from({ length: piece }, (_, index) => level * Math.sin((2 * Math.PI * hertz * (start + index)) / sampleRate));
}
const samplesOf = (wav: Uint8Array): Int16Array => new Int16Array(Uint8Array.from(wav).slice(44).buffer);
/** How often it rises above zero in a second. */
const pitchOf = (samples: Int16Array): number =>
  samples.reduce((count, value, index) => count + (value >= 0 && (samples[index - 1] ?? 0) < 0 ? 1 : 0), 0) / (samples.length / 16_000);

test.each([8000, 11_025, 16_000, 22_050, 32_000, 44_100, 48_000])(
  'sound of %i Hz becomes WAV of 16 kHz with the same tone',
  (sampleRate) => {
    const window = createSoundWindow(sampleRate);
    for (const piece of tone(sampleRate, 4)) window.add(piece);
    const wav = window.take();
    expect(wav).not.toBeNull();
    if (!wav) return;
    const header = new DataView(wav.buffer, wav.byteOffset);
    expect([header.getUint16(20, true), header.getUint16(22, true), header.getUint32(24, true), header.getUint16(34, true)]).toEqual([
      1, 1, 16_000, 16,
    ]);
    expect([header.getUint32(4, true), header.getUint32(40, true)]).toEqual([wav.length - 8, wav.length - 44]);
    const samples = samplesOf(wav);
    expect(samples).toHaveLength(48_000);
    expect(Math.abs(pitchOf(samples) - 440)).toBeLessThan(3);
    expect(Math.max(...samples)).toBeGreaterThan(15_000);
    expect(window.take()).toBeNull();
  },
);

test('a window comes when two seconds are new, and not when it is quiet', () => {
  const window = createSoundWindow(16_000);
  for (const piece of tone(16_000, 1.8)) window.add(piece);
  expect(window.take()).toBeNull();
  for (const piece of tone(16_000, 0.3)) window.add(piece);
  expect(samplesOf(window.take() ?? new Uint8Array(44)).length).toBeGreaterThan(32_000);
  for (const piece of tone(16_000, 4, { level: 0.001 })) window.add(piece);
  expect(window.take()).toBeNull();
});
