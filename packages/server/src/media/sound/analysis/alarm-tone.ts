import { createSpectrum } from './spectrum.ts';

/** The alarms whose rhythm is a standard: T3 (ISO 8201) of smoke alarms, T4 (UL 2034) of alarms for carbon monoxide. */
export type AlarmPattern = 'smokeAlarm' | 'coAlarm';

/** Hears the beeps of alarms. */
interface AlarmToneDetector {
  /** @param samples mono, -1 to 1 @param at time of the first one, ms; a jump is a gap in the sound */
  add(samples: Float32Array, at: number): void;
  /** Returns which alarm is heard now, and since when, ms. */
  heard(): { readonly pattern: AlarmPattern; readonly since: number } | null;
  /** @param sensitivity 0 to 10; 10 hears the faintest */
  configure(sensitivity: number): void;
}

interface Beep {
  readonly start: number;
  readonly end: number;
  readonly frequency: number;
}

/** Where alarms beep: piezo sounders at 3.1 kHz, those for heavy sleepers at 520 Hz. */
const bands = [
  { from: 470, to: 570 },
  { from: 2500, to: 3600 },
] as const;
/** Below this, wind and hum have power that says nothing, Hz. */
const lowestHz = 200;
/** Bins to each side of a tone's that its window spreads it to. */
const spread = 2;
const stepMs = 12.5;
/** Within a beep, and from beep to beep, the frequency stays the same, as exactly as a window shows it: sirens and melodies change it. */
const maxDrift = 0.03;
const maxDriftBins = 0.8;
/** A beep ends when its tone is weaker by this factor, about 8 dB: an echo is not part of it. */
const endsBelow = 0.16;
/** The loudest tone fades from memory by 6 dB a second. */
const forgetPerSecond = 0.25;
/** Windows without the tone that do not end a beep: cameras drop packets. */
const maxHoles = 2;
/** What jumps by more than this is a gap, ms. */
const maxJumpMs = 40;
const maxBeeps = 16;

interface Rhythm {
  readonly pattern: AlarmPattern;
  /** Length of a beep, ms. */
  readonly lengths: readonly [min: number, max: number];
  /** From the start of each beep to that of the next, ms: the first group, then around again. */
  readonly intervals: readonly (readonly [min: number, max: number])[];
  /** Without another beep of the pattern, it has ended, ms. */
  readonly quietMs: number;
}
const third = [880, 1120] as const;
const fourth = [160, 240] as const;
const rhythms: readonly Rhythm[] = [
  { pattern: 'smokeAlarm', lengths: [330, 750], intervals: [third, third, [1750, 2400]], quietMs: 6000 },
  { pattern: 'coAlarm', lengths: [45, 170], intervals: [fourth, fourth, fourth, [4600, 6000]], quietMs: 14_000 },
];

export function createAlarmToneDetector(sampleRate: number): AlarmToneDetector {
  const spectrum = createSpectrum(sampleRate);
  const step = Math.round((sampleRate * stepMs) / 1000);
  let minShare = 0;
  let minPower = 0;
  /** What is left of the last samples, and the time of the first of them. */
  let rest = new Float32Array(0);
  let restAt = 0;
  let expectedAt: number | null = null;
  /** The beep that is heard now. */
  let current: { readonly start: number; end: number; lowest: number; highest: number; holes: number } | null = null;
  let peak = 0;
  let beeps: Beep[] = [];
  let heard: { readonly pattern: AlarmPattern; readonly since: number; readonly rhythm: Rhythm; until: number } | null = null;

  const finish = (): void => {
    if (!current) return;
    const { start, end, lowest, highest } = current;
    current = null;
    // One that glides is no beep, and is in the way of every rhythm.
    const isSteady = isSame(lowest, highest, spectrum.binHz);
    beeps = [...beeps.slice(1 - maxBeeps), { start, end: isSteady ? end : start, frequency: (lowest + highest) / 2 }];
    for (const rhythm of rhythms) {
      const first = beginOf(rhythm, beeps, spectrum.binHz);
      if (first === null) continue;
      const since = heard?.pattern === rhythm.pattern ? heard.since : first;
      heard = { pattern: rhythm.pattern, since, rhythm, until: end + rhythm.quietMs };
    }
  };

  const look = (start: number, at: number): void => {
    peak *= forgetPerSecond ** (step / sampleRate);
    const tone = toneIn(spectrum.powers(rest, start), spectrum.binHz);
    const middle = at + (spectrum.size * 500) / sampleRate;
    const isTone = tone !== null && tone.power >= minPower && tone.share >= minShare && tone.power >= peak * endsBelow;
    if (isTone) {
      peak = Math.max(peak, tone.power);
      if (current && !isNear(tone.frequency, current)) finish();
      if (current) {
        current.end = middle;
        current.holes = 0;
        current.lowest = Math.min(current.lowest, tone.frequency);
        current.highest = Math.max(current.highest, tone.frequency);
      } else current = { start: middle, end: middle, lowest: tone.frequency, highest: tone.frequency, holes: 0 };
    } else if (current && (current.holes += 1) > maxHoles) finish();
    if (heard && middle > heard.until) heard = null;
  };

  return {
    configure: (sensitivity) => {
      minShare = 0.6 - 0.035 * sensitivity;
      minPower = 10 ** ((-30 - 3 * sensitivity) / 10);
    },
    add: (samples, at) => {
      if (expectedAt === null || Math.abs(at - expectedAt) > maxJumpMs) {
        finish();
        rest = new Float32Array(0);
        restAt = at;
      }
      expectedAt = at + (samples.length * 1000) / sampleRate;
      const joined = new Float32Array(rest.length + samples.length);
      joined.set(rest);
      joined.set(samples, rest.length);
      rest = joined;
      let start = 0;
      for (; start + spectrum.size <= rest.length; start += step) look(start, restAt + (start * 1000) / sampleRate);
      rest = rest.slice(start);
      // The clock of the camera is followed, or its drift would look like a gap one day.
      restAt = expectedAt - (rest.length * 1000) / sampleRate;
    },
    heard: () => heard && { pattern: heard.pattern, since: heard.since },
  };
}

/** Returns the strongest tone of an alarm in a window: its frequency, its power, and its share of all power; null without one. */
function toneIn(
  powers: Float32Array,
  binHz: number,
): { readonly frequency: number; readonly power: number; readonly share: number } | null {
  let all = 0;
  let best = 0;
  for (let bin = Math.ceil(lowestHz / binHz); bin < powers.length; bin++) {
    const power = powers[bin] ?? 0;
    all += power;
    if (power > (powers[best] ?? 0) || best === 0) best = bin;
  }
  if (best === 0 || all <= 0) return null;
  let power = 0;
  let moment = 0;
  for (let bin = Math.max(0, best - spread); bin <= best + spread; bin++) {
    power += powers[bin] ?? 0;
    moment += bin * (powers[bin] ?? 0);
  }
  const frequency = (moment / power) * binHz;
  return bands.some(({ from, to }) => frequency >= from && frequency <= to) ? { frequency, power, share: power / all } : null;
}

function isNear(frequency: number, { lowest, highest }: { readonly lowest: number; readonly highest: number }): boolean {
  // A glide goes on as one beep, which is then none; a jump to another note begins another one.
  return frequency > lowest * 0.9 && frequency < highest * 1.1;
}

function isSame(frequency: number, other: number, binHz: number): boolean {
  return Math.abs(frequency - other) <= Math.max(maxDrift * other, maxDriftBins * binHz);
}

/** Returns when a rhythm began, if the last beeps are two groups of it; null if they are not. */
function beginOf({ lengths: [shortest, longest], intervals }: Rhythm, beeps: readonly Beep[], binHz: number): number | null {
  const last = beeps.slice(-2 * intervals.length);
  const [first] = last;
  if (!first || last.length < 2 * intervals.length) return null;
  for (const { start, end, frequency } of last) {
    if (end - start < shortest || end - start > longest) return null;
    if (!isSame(frequency, first.frequency, binHz)) return null;
  }
  const isRhythm = intervals.some((_, phase) =>
    last.slice(1).every(({ start }, index) => {
      const [min, max] = intervals[(index + phase) % intervals.length] ?? [0, 0];
      const interval = start - (last[index]?.start ?? 0);
      return interval >= min && interval <= max;
    }),
  );
  return isRhythm ? first.start : null;
}
