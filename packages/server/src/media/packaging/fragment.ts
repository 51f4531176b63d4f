import type { Sample } from '../media-types.ts';
import { writeType } from './boxes.ts';
import { audioTrackId, videoTrackId } from './init-section.ts';

const moofHeader = 8 + 16; // moof, mfhd
const trafHeader = 8 + 16 + 20 + 20; // traf, tfhd, tfdt, trun without its rows
const rowBytes = 16;
const syncSample = 0x02000000;
const nonSyncSample = 0x01010000;

/**
 * One moof and its mdat with samples of one track, in decode order. Decode time is 64-bit Unix time in the track's timescale.
 * @param sequence 32-bit counter for mfhd; players ignore it
 * @throws {TypeError} without samples
 */
export function buildFragment(samples: readonly Sample[], sequence: number): Uint8Array {
  const [first] = samples;
  if (!first) throw new TypeError('A fragment needs at least one sample.');
  const trafBytes = trafHeader + rowBytes * samples.length;
  const moofBytes = moofHeader + trafBytes;
  const mediaBytes = samples.reduce((sum, { data }) => sum + data.byteLength, 0);
  const result = new Uint8Array(moofBytes + 8 + mediaBytes);
  const view = new DataView(result.buffer);
  const start = (offset: number, size: number, type: string): void => {
    view.setUint32(offset, size);
    writeType(result, offset + 4, type);
  };

  start(0, moofBytes, 'moof');
  start(8, 16, 'mfhd');
  view.setUint32(20, sequence >>> 0);
  start(24, trafBytes, 'traf');
  start(32, 16, 'tfhd');
  view.setUint32(40, 0x020000); // default-base-is-moof
  view.setUint32(44, first.kind === 'video' ? videoTrackId : audioTrackId);
  start(48, 20, 'tfdt');
  view.setUint32(56, 0x01000000); // version 1: 64 bits
  view.setBigUint64(60, BigInt(first.decodeTime));
  start(68, 20 + rowBytes * samples.length, 'trun');
  view.setUint32(76, 0x000f01); // data offset; duration, size, flags and composition offset of every sample
  view.setUint32(80, samples.length);
  view.setUint32(84, moofBytes + 8);

  let row = 88;
  let data = moofBytes + 8;
  samples.forEach((sample, index) => {
    // The next frame's time is exact; the duration that came with a frame may be a guess.
    const next = samples[index + 1];
    view.setUint32(row, next ? Math.max(1, next.decodeTime - sample.decodeTime) : sample.duration);
    view.setUint32(row + 4, sample.data.byteLength);
    view.setUint32(row + 8, sample.keyFrame ? syncSample : nonSyncSample);
    view.setUint32(row + 12, sample.compositionOffset);
    row += rowBytes;
    result.set(sample.data, data);
    data += sample.data.byteLength;
  });
  start(moofBytes, 8 + mediaBytes, 'mdat');
  return result;
}
