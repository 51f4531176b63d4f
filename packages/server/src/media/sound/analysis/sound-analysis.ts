import type { HeardSound, Sensitivities } from '../sound-messages.ts';
import { createAlarmToneDetector } from './alarm-tone.ts';
import { createLoudNoiseDetector } from './loud-noise.ts';

/** Listens to one camera. */
export interface SoundAnalyser {
  /** @param samples mono, -1 to 1 @param at time of the first one, Unix ms */
  add(samples: Float32Array, at: number): void;
  configure(sensitivities: Sensitivities): void;
  heard(): readonly HeardSound[];
}

export function createSoundAnalyser(sampleRate: number): SoundAnalyser {
  const noise = createLoudNoiseDetector(sampleRate);
  const alarm = createAlarmToneDetector(sampleRate);
  let wanted: Sensitivities = {};
  return {
    configure: (sensitivities) => {
      wanted = sensitivities;
      if (wanted.loudNoise !== undefined) noise.configure(wanted.loudNoise);
      alarm.configure(Math.max(wanted.smokeAlarm ?? 0, wanted.coAlarm ?? 0));
    },
    add: (samples, at) => {
      // The background is known as soon as it is asked for; beeps cost more to look for.
      noise.add(samples, at);
      if (wanted.smokeAlarm !== undefined || wanted.coAlarm !== undefined) alarm.add(samples, at);
    },
    heard: () => {
      const [loud, beeps] = [noise.heard(), alarm.heard()];
      const all: HeardSound[] = [
        ...(loud ? [{ type: 'loudNoise' as const, since: loud.since }] : []),
        ...(beeps ? [{ type: beeps.pattern, since: beeps.since }] : []),
      ];
      return all.filter(({ type }) => wanted[type] !== undefined);
    },
  };
}
