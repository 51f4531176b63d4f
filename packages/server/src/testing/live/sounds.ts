/** Sounds for tests: mono, -1 to 1, the same each time. */
export interface SoundMaker {
  readonly sampleRate: number;
  silence(ms: number): Float32Array;
  /** @param frequency Hz, or how it changes with the time in s */
  tone(ms: number, frequency: number | ((time: number) => number), amplitude?: number): Float32Array;
  /** A square wave: what alarms of 520 Hz sound like. */
  square(ms: number, frequency: number, amplitude?: number): Float32Array;
  noise(ms: number, amplitude: number): Float32Array;
}

/** Returns numbers from 0 to 1 that look random (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function createSoundMaker(sampleRate: number, random: () => number = randomNumbers(1)): SoundMaker {
  const lengthOf = (ms: number): number => Math.round((ms * sampleRate) / 1000);
  const tone: SoundMaker['tone'] = (ms, frequency, amplitude = 0.3) => {
    const sound = new Float32Array(lengthOf(ms));
    let phase = 0;
    for (let index = 0; index < sound.length; index++) {
      sound[index] = amplitude * Math.sin(phase);
      phase += (2 * Math.PI * (typeof frequency === 'number' ? frequency : frequency(index / sampleRate))) / sampleRate;
    }
    return sound;
  };
  return {
    sampleRate,
    silence: (ms) => new Float32Array(lengthOf(ms)),
    tone,
    square: (ms, frequency, amplitude = 0.3) => {
      const harmonics = [1, 3, 5, 7].filter((order) => order * frequency < sampleRate / 2);
      return mixSounds(...harmonics.map((order) => tone(ms, order * frequency, (amplitude * 4) / Math.PI / order)));
    },
    noise: (ms, amplitude) => Float32Array.from({ length: lengthOf(ms) }, () => amplitude * (2 * random() - 1)),
  };
}

export function joinSounds(...sounds: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(sounds.reduce((length, sound) => length + sound.length, 0));
  let at = 0;
  for (const sound of sounds) {
    joined.set(sound, at);
    at += sound.length;
  }
  return joined;
}

/** Adds sounds that begin together; the longest decides the length. */
export function mixSounds(...sounds: readonly Float32Array[]): Float32Array {
  const mixed = new Float32Array(Math.max(...sounds.map(({ length }) => length)));
  for (const sound of sounds) for (const [index, sample] of sound.entries()) mixed[index] = (mixed[index] ?? 0) + sample;
  return mixed;
}
