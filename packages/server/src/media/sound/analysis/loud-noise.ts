/** Hears what is much louder than it usually is around a camera. */
interface LoudNoiseDetector {
  /** @param samples mono, -1 to 1 @param at time of the first one, ms */
  add(samples: Float32Array, at: number): void;
  /** Returns the noise that is heard now: since when, ms, and by how much it is louder at most, dB. */
  heard(): { readonly since: number; readonly louderBy: number } | null;
  /** @param sensitivity 0 to 10; 10 hears the faintest */
  configure(sensitivity: number): void;
}

const frameMs = 50;
/** Frames that must be loud, of the last ones: a click of the microphone is one. */
const minLoudFrames = 3;
const ofFrames = 5;
/** The background is known after this time, ms. */
const warmUpMs = 3000;
/** The background follows what becomes quieter within seconds, and what becomes louder within half a minute, ms. */
const fallMs = 2000;
const riseMs = 20_000;
/** Quieter than any room: microphones that send nothing at all when it is quiet would else make every sound a noise, dB of full scale. */
const minBackground = -70;
/** What is this faint is no noise anywhere, dB of full scale. */
const minLevel = -48;
/** A noise ends when it has been quiet for this long, ms. */
const quietMs = 4000;
/** It goes on a little below the level that began it, dB. */
const hysteresis = 4;
const maxJumpMs = 1000;

/** By how much a sound must be louder than the background, dB. */
export function loudnessOf(sensitivity: number): number {
  return 36 - 2.4 * sensitivity;
}

export function createLoudNoiseDetector(sampleRate: number): LoudNoiseDetector {
  const frameSize = Math.round((sampleRate * frameMs) / 1000);
  let threshold = loudnessOf(5);
  let background: number | null = null;
  let knownMs = 0;
  /** Whether each of the last frames was loud. */
  let recent: boolean[] = [];
  let heard: { readonly since: number; louderBy: number; lastAt: number } | null = null;
  let sum = 0;
  let count = 0;
  let expectedAt: number | null = null;

  const follow = (level: number): number => {
    const known = background ?? Math.max(minBackground, level);
    // The sum of a long noise is the new background; sudden ones hardly count.
    const timeMs = level < known ? fallMs : riseMs;
    background = Math.max(minBackground, known + (level - known) * (1 - Math.exp(-frameMs / timeMs)));
    return known;
  };

  const hear = (level: number, at: number): void => {
    const louderBy = level - follow(level);
    knownMs += frameMs;
    if (knownMs < warmUpMs) return;
    const isLoud = level >= minLevel && louderBy >= threshold - (heard ? hysteresis : 0);
    recent = [...recent.slice(1 - ofFrames), isLoud];
    if (heard) {
      if (isLoud) Object.assign(heard, { lastAt: at, louderBy: Math.max(heard.louderBy, louderBy) });
      else if (at - heard.lastAt > quietMs) heard = null;
    } else if (recent.filter(Boolean).length >= minLoudFrames) heard = { since: at - (minLoudFrames - 1) * frameMs, louderBy, lastAt: at };
  };

  return {
    configure: (sensitivity) => void (threshold = loudnessOf(sensitivity)),
    add: (samples, at) => {
      if (expectedAt === null || Math.abs(at - expectedAt) > maxJumpMs) [sum, count, recent] = [0, 0, []];
      expectedAt = at + (samples.length * 1000) / sampleRate;
      for (const [index, sample] of samples.entries()) {
        sum += sample * sample;
        count += 1;
        if (count < frameSize) continue;
        hear(10 * Math.log10(sum / count + 1e-12), at + ((index + 1) * 1000) / sampleRate - frameMs);
        [sum, count] = [0, 0];
      }
    },
    heard: () => heard && { since: heard.since, louderBy: heard.louderBy },
  };
}
