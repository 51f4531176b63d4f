import type { Sample } from '../media-types.ts';

/** Of AAC-LC. */
export const samplesAFrame = 1024;

/** Hands frames on; rounding and slewing must not tear those apart that follow each other. Returns the time that a frame got. */
export function createAacOrder(onSample: (sample: Sample) => void): (time: number, data: Uint8Array) => number {
  let last: number | null = null;
  return (wanted, data) => {
    let time = wanted;
    if (last !== null && Math.abs(time - last - samplesAFrame) < samplesAFrame / 2) time = last + samplesAFrame;
    if (last !== null && time <= last) time = last + 1;
    last = time;
    onSample({ kind: 'audio', decodeTime: time, compositionOffset: 0, duration: samplesAFrame, keyFrame: true, data });
    return time;
  };
}
