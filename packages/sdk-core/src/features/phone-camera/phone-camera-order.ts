import type { PhoneSample } from './phone-camera-types.ts';

/** Audio that waits longer than this for its video is dropped, s. */
const maxWaitSeconds = 10;

/**
 * Interleaves audio, which arrives immediately, with a recorder's late video in time order, so that receivers wait for neither.
 * @param onSample receives the samples in order
 * @returns a function that accepts the samples of both
 */
export function createPhoneOrder(onSample: (sample: PhoneSample) => void): (sample: PhoneSample) => void {
  let waiting: PhoneSample[] = [];
  return (sample) => {
    if (sample.kind === 'audio') {
      waiting = [...waiting.filter(({ decodeTime }) => sample.decodeTime - decodeTime < maxWaitSeconds), sample];
      return;
    }
    const due = waiting.findIndex(({ decodeTime }) => decodeTime > sample.decodeTime);
    for (const sound of waiting.splice(0, due < 0 ? waiting.length : due)) onSample(sound);
    onSample(sample);
  };
}
