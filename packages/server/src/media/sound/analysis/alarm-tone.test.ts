import { describe, expect, test } from 'vitest';
import { createSoundMaker, joinSounds, mixSounds, randomNumbers, type SoundMaker } from '../../../testing/live/sounds.ts';
import { createAlarmToneDetector, type AlarmPattern } from './alarm-tone.ts';

const rates = [8000, 11_025, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
type Beep = (ms: number) => Float32Array;

const repeat = (times: number, sound: Float32Array): Float32Array => joinSounds(...Array.from({ length: times }, () => sound));
/** @param stretch how much slower the alarm's own clock is */
const t3 = (maker: SoundMaker, beep: Beep, groups = 3, stretch = 1): Float32Array =>
  repeat(groups, joinSounds(repeat(3, joinSounds(beep(500 * stretch), maker.silence(500 * stretch))), maker.silence(1000 * stretch)));
const t4 = (maker: SoundMaker, beep: Beep, groups = 3, stretch = 1): Float32Array =>
  repeat(groups, joinSounds(repeat(4, joinSounds(beep(100 * stretch), maker.silence(100 * stretch))), maker.silence(4900 * stretch)));

interface Listening {
  readonly sensitivity?: number;
  /** Length of the pieces that arrive, ms. */
  readonly pieceMs?: number;
  /** Pieces that are lost, by their number. */
  readonly isLost?: (piece: number) => boolean;
  /** The camera's clock against that of the samples. */
  readonly drift?: number;
}
/** Returns each alarm that is heard, in order, and when it ended. */
function listen(
  { sampleRate }: SoundMaker,
  sound: Float32Array,
  { sensitivity = 5, pieceMs = 64, isLost = () => false, drift = 1 }: Listening = {},
): { readonly pattern: AlarmPattern; readonly since: number; readonly until: number | null }[] {
  const detector = createAlarmToneDetector(sampleRate);
  detector.configure(sensitivity);
  const size = Math.round((pieceMs * sampleRate) / 1000);
  const found: { pattern: AlarmPattern; since: number; until: number | null }[] = [];
  for (let piece = 0; piece * size < sound.length; piece++) {
    const at = 50_000 + ((piece * size * 1000) / sampleRate) * drift;
    if (!isLost(piece)) detector.add(sound.subarray(piece * size, (piece + 1) * size), at);
    const heard = detector.heard();
    const last = found.at(-1);
    if (heard && (last?.until !== null || last.pattern !== heard.pattern)) found.push({ ...heard, until: null });
    else if (!heard && last?.until === null) last.until = at;
  }
  return found;
}
const patternsIn = (...[maker, sound, listening]: Parameters<typeof listen>): AlarmPattern[] =>
  listen(maker, sound, listening).map(({ pattern }) => pattern);

describe.each(rates)('at %i Hz', (sampleRate) => {
  const maker = createSoundMaker(sampleRate);
  const piezo: Beep = (ms) => maker.tone(ms, 3100);
  const low: Beep = (ms) => maker.square(ms, 520);

  test('a smoke alarm is heard from its second group on, and ends', () => {
    for (const beep of [piezo, low]) {
      const [alarm, ...others] = listen(maker, joinSounds(maker.silence(1000), t3(maker, beep), maker.silence(10_000)));
      expect([alarm?.pattern, others]).toEqual(['smokeAlarm', []]);
      expect(Math.abs((alarm?.since ?? 0) - 51_000)).toBeLessThan(60);
      expect(alarm?.until).toBeGreaterThan(61_000);
    }
  });

  test('an alarm for carbon monoxide is heard', () => {
    for (const beep of [piezo, low]) expect(patternsIn(maker, t4(maker, beep))).toEqual(['coAlarm']);
  });
});

const maker = createSoundMaker(16_000);
const piezo: Beep = (ms) => maker.tone(ms, 3100);
const noisy = (sound: Float32Array, amplitude: number): Float32Array =>
  mixSounds(sound, maker.noise((sound.length / 16_000) * 1000, amplitude));

describe('alarms that are hard to hear', () => {
  test.each([0.92, 1, 1.08])('whose clock is off by a factor of %f', (stretch) => {
    expect(patternsIn(maker, t3(maker, piezo, 3, stretch))).toEqual(['smokeAlarm']);
    expect(patternsIn(maker, t4(maker, piezo, 3, stretch))).toEqual(['coAlarm']);
  });

  test.each([2800, 3000, 3300, 3500])('with a sounder of %i Hz', (frequency) => {
    expect(
      patternsIn(
        maker,
        t3(maker, (ms) => maker.tone(ms, frequency)),
      ),
    ).toEqual(['smokeAlarm']);
  });

  test('in noise that is as strong as they are', () => {
    // Power of a sine of .3: .045; of noise up to .36: .043.
    expect(patternsIn(maker, noisy(t3(maker, piezo, 4), 0.36), { sensitivity: 8 })).toEqual(['smokeAlarm']);
  });

  test('far away: sensitivity decides', () => {
    const far = noisy(
      t3(maker, (ms) => maker.tone(ms, 3100, 0.004)),
      0.0005,
    );
    expect(patternsIn(maker, far, { sensitivity: 9 })).toEqual(['smokeAlarm']);
    expect(patternsIn(maker, far, { sensitivity: 2 })).toEqual([]);
  });

  test('in an echo of half a second', () => {
    const sound = t3(maker, piezo);
    const echo = new Float32Array(sound.length + 16_000);
    for (let delay = 0; delay < 8; delay++)
      for (const [index, sample] of sound.entries()) {
        const at = index + Math.round(delay * 0.0613 * 16_000);
        echo[at] = (echo[at] ?? 0) + sample * 0.42 ** delay;
      }
    expect(patternsIn(maker, echo)).toEqual(['smokeAlarm']);
  });

  test.each([20, 23.2, 64, 1000])('in pieces of %f ms', (pieceMs) => {
    expect(patternsIn(maker, t3(maker, piezo), { pieceMs })).toEqual(['smokeAlarm']);
    expect(patternsIn(maker, t4(maker, piezo), { pieceMs })).toEqual(['coAlarm']);
  });

  test('from a camera whose clock drifts by a thousandth', () => {
    for (const drift of [0.999, 1.001]) expect(patternsIn(maker, t3(maker, piezo, 20), { drift })).toEqual(['smokeAlarm']);
  });

  test('whose sound is lost for a second now and then: it goes on, or is heard again', () => {
    const found = listen(maker, t3(maker, piezo, 12), { isLost: (piece) => piece % 250 >= 235 });
    expect(new Set(found.map(({ pattern }) => pattern))).toEqual(new Set(['smokeAlarm']));
    expect(found.at(-1)?.until).toBeNull();
  });
});

describe('what is no alarm', () => {
  const seconds = 30;
  const random = randomNumbers(7);
  const notes = (frequencies: readonly number[], ms: () => number, pauseMs: () => number): Float32Array => {
    const parts: Float32Array[] = [];
    for (let length = 0; length < seconds * 16_000;) {
      const frequency = frequencies[Math.floor(random() * frequencies.length)] ?? 440;
      const note = joinSounds(maker.tone(ms(), frequency), maker.silence(pauseMs()));
      parts.push(note);
      length += note.length;
    }
    return joinSounds(...parts);
  };
  /** Syllables: harmonics of a voice that glides, louder around a formant, with pauses. */
  const speech = (): Float32Array => {
    const parts: Float32Array[] = [];
    for (let length = 0; length < seconds * 16_000;) {
      const [pitch, glide, formant, ms] = [100 + 150 * random(), 60 * (random() - 0.5), 300 + 2500 * random(), 80 + 250 * random()];
      const harmonics = Array.from({ length: 20 }, (_, index) => {
        const order = index + 1;
        const distance = (order * pitch - formant) / 300;
        return maker.tone(ms, (time) => order * (pitch + glide * time), 0.3 * Math.exp(-distance * distance) + 0.03 / order);
      });
      const part = joinSounds(mixSounds(...harmonics), maker.silence(50 + 300 * random()));
      parts.push(part);
      length += part.length;
    }
    return joinSounds(...parts);
  };
  const siren = (ms: number, from: number, to: number): Float32Array =>
    maker.tone(ms, (time) => from + (to - from) * (0.5 - 0.5 * Math.cos((2 * Math.PI * time) / 2)), 0.5);

  test.each<[string, () => Float32Array]>([
    ['silence', () => maker.silence(30_000)],
    ['noise', () => maker.noise(30_000, 0.3)],
    ['a voice', speech],
    [
      'a melody around 520 Hz',
      () =>
        notes(
          [440, 494, 523, 587, 659],
          () => 250,
          () => 20,
        ),
    ],
    [
      'notes of 520 Hz at odd times',
      () =>
        notes(
          [520],
          () => 200 + 600 * random(),
          () => 100 + 900 * random(),
        ),
    ],
    [
      'birds',
      () =>
        notes(
          [2600, 2900, 3200, 3500],
          () => 60 + 200 * random(),
          () => 50 + 400 * random(),
        ),
    ],
    ['a siren', () => siren(30_000, 600, 1500)],
    ['a siren that glides through 3 kHz', () => siren(30_000, 2300, 3600)],
    ['a steady whistle', () => maker.tone(30_000, 3100)],
    ['the beep of a lorry that reverses', () => repeat(30, joinSounds(maker.tone(500, 2800), maker.silence(500)))],
    ['a clock that beeps four times a second', () => repeat(80, joinSounds(maker.tone(100, 3100), maker.silence(150)))],
    ['an empty battery: a beep each 40 s', () => repeat(3, joinSounds(maker.tone(100, 3100), maker.silence(39_900)))],
    ['a telephone', () => repeat(15, joinSounds(maker.tone(1000, 425), maker.silence(3000)))],
    ['a microwave oven: three long beeps, once', () => t3(maker, (ms) => maker.tone(ms, 2800), 1)],
    [
      'three beeps of different notes',
      () =>
        repeat(
          6,
          joinSounds(
            ...[2700, 3000, 3300].map((frequency) => joinSounds(maker.tone(500, frequency), maker.silence(500))),
            maker.silence(1000),
          ),
        ),
    ],
    ['the rhythm of an alarm at 1 kHz', () => t3(maker, (ms) => maker.tone(ms, 1000), 6)],
    ['the rhythm of an alarm in noise alone', () => t3(maker, (ms) => maker.noise(ms, 0.5), 6)],
  ])('%s', (_, make) => {
    const sound = make();
    for (const sensitivity of [5, 10]) expect(patternsIn(maker, sound, { sensitivity })).toEqual([]);
  });
});
