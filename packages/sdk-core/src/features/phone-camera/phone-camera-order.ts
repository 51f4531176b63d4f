import type { PhoneSample } from './phone-camera-types.ts';

/** Sound that waits for its picture for longer has none, s. */
const longestWait = 10;

/**
 * Puts sound that comes at once beside a picture that comes late, as a recorder's does: in the order of time, so that nobody has to wait for either.
 * @param onSample gets them in order
 * @returns takes the samples of both
 */
export function createPhoneOrder(onSample: (sample: PhoneSample) => void): (sample: PhoneSample) => void {
  let waiting: PhoneSample[] = [];
  return (sample) => {
    if (sample.kind === 'audio') {
      waiting = [...waiting.filter(({ decodeTime }) => sample.decodeTime - decodeTime < longestWait), sample];
      return;
    }
    const due = waiting.findIndex(({ decodeTime }) => decodeTime > sample.decodeTime);
    for (const sound of waiting.splice(0, due < 0 ? waiting.length : due)) onSample(sound);
    onSample(sample);
  };
}
