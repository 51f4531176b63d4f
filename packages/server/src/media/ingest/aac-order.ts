import type { Sample } from '../media-types.ts';

/** Samples per AAC-LC frame. */
const samplesPerFrame = 1024;

/**
 * Passes audio frames on without gaps from rounding or slewing between consecutive frames. Drops a frame that begins before the
 * end of the previous one, because the audio turned out to be late.
 * @returns a function that receives a frame and returns its adjusted time
 */
export function createAacOrder(onSample: (sample: Sample) => void): (time: number, data: Uint8Array, duration?: number) => number {
  /** End of the last frame, in the same unit as its time. */
  let end = Number.NEGATIVE_INFINITY;
  return (wanted, data, duration = samplesPerFrame) => {
    const time = Math.abs(wanted - end) < duration / 2 ? end : wanted;
    if (time < end) return time;
    end = time + duration;
    onSample({ kind: 'audio', decodeTime: time, compositionOffset: 0, duration, keyFrame: true, data });
    return time;
  };
}
