import { describe, expect, test } from 'vitest';
import { createSoundMaker, joinSounds, mixSounds, type SoundMaker } from '../../../testing/live/sounds.ts';
import { createLoudNoiseDetector, loudnessOf } from './loud-noise.ts';

/** Returns when noises are heard and when they end, ms. */
function listen(
  { sampleRate }: SoundMaker,
  sound: Float32Array,
  sensitivity = 5,
): { readonly since: number; readonly until: number | null }[] {
  const detector = createLoudNoiseDetector(sampleRate);
  detector.configure(sensitivity);
  const size = Math.round(sampleRate * 0.064);
  const found: { since: number; until: number | null }[] = [];
  for (let start = 0; start < sound.length; start += size) {
    const at = 1000 + (start * 1000) / sampleRate;
    detector.add(sound.subarray(start, start + size), at);
    const heard = detector.heard();
    const last = found.at(-1);
    if (heard && last?.since !== heard.since) found.push({ since: heard.since, until: null });
    else if (!heard && last?.until === null) last.until = at;
  }
  return found;
}

const room = 0.003;

describe.each([8000, 16_000, 44_100, 48_000])('at %i Hz', (sampleRate) => {
  const maker = createSoundMaker(sampleRate);
  test('a bang in a quiet room is one noise, which ends', () => {
    const sound = joinSounds(maker.noise(6000, room), maker.noise(400, 0.4), maker.noise(8000, room));
    const [noise, ...others] = listen(maker, sound);
    expect(others).toEqual([]);
    expect(Math.abs((noise?.since ?? 0) - 7000)).toBeLessThan(110);
    expect(noise?.until).toBeGreaterThan(11_000);
    expect(noise?.until).toBeLessThan(12_500);
  });
});

const maker = createSoundMaker(16_000);

test('how much louder it must be follows the sensitivity', () => {
  for (const sensitivity of [0, 3, 5, 8, 10]) {
    const factor = 10 ** (loudnessOf(sensitivity) / 20);
    const noiseOf = (amplitude: number): Float32Array => joinSounds(maker.noise(6000, room), maker.noise(600, amplitude));
    expect([sensitivity, listen(maker, noiseOf(room * factor * 1.4), sensitivity).length]).toEqual([sensitivity, 1]);
    expect([sensitivity, listen(maker, noiseOf(room * factor * 0.7), sensitivity).length]).toEqual([sensitivity, 0]);
  }
});

test('shouts within some seconds are one noise', () => {
  const shout = joinSounds(maker.noise(500, 0.4), maker.noise(1500, room));
  expect(listen(maker, joinSounds(maker.noise(6000, room), shout, shout, shout))).toHaveLength(1);
});

describe('what is no noise', () => {
  test.each<[string, () => Float32Array]>([
    ['silence', () => maker.silence(60_000)],
    ['a constant roar, from the first moment on', () => maker.noise(60_000, 0.5)],
    ['the click of a microphone', () => joinSounds(maker.noise(6000, room), maker.tone(20, 1000, 0.9), maker.noise(6000, room))],
    ['talk in a quiet room', () => joinSounds(maker.noise(6000, room), maker.noise(2000, room * 6), maker.noise(6000, room))],
    ['a faint sound after none at all', () => joinSounds(maker.silence(6000), maker.noise(1000, 0.002), maker.silence(6000))],
    [
      'rain that begins slowly',
      () => {
        const rain = maker.noise(120_000, 0.3);
        return mixSounds(
          maker.noise(120_000, room),
          rain.map((sample, index) => (sample * index) / rain.length),
        );
      },
    ],
  ])('%s', (_, make) => expect(listen(maker, make())).toEqual([]));

  test('a vacuum cleaner is one at first, and is then part of the background', () => {
    const found = listen(maker, joinSounds(maker.noise(6000, room), maker.noise(120_000, 0.2)));
    expect(found).toHaveLength(1);
    expect(found[0]?.until).toBeLessThan(70_000);
  });
});

test('a gap in the sound is neither a noise nor the end of what is known', () => {
  const detector = createLoudNoiseDetector(16_000);
  detector.configure(5);
  detector.add(maker.noise(6000, room), 0);
  detector.add(maker.noise(1000, room), 60_000);
  expect(detector.heard()).toBeNull();
  detector.add(maker.noise(400, 0.4), 61_000);
  expect(detector.heard()).not.toBeNull();
});
