import { writeBoxHeader } from '../boxes/box-writer.ts';

/** One encoded frame; times in ticks of its track. */
export interface FragmentSample {
  readonly decodeTime: number;
  /** Applies only to the last sample of a run: each other sample lasts until the next one is decoded. */
  readonly duration: number;
  /** Ticks from decoding to presentation, 0 or more. */
  readonly compositionOffset: number;
  readonly keyFrame: boolean;
  readonly data: Uint8Array;
}

/** The samples of one track in a fragment, in decode order. */
export interface FragmentRun {
  readonly trackId: number;
  readonly samples: readonly FragmentSample[];
}

const moofHeaderBytes = 8 + 16; // moof, mfhd
const trafHeaderBytes = 8 + 16 + 20 + 20; // traf, tfhd, tfdt, trun without its rows
const rowBytes = 16;
const syncSample = 0x02000000;
const nonSyncSample = 0x01010000;

/**
 * Writes one `moof` and its `mdat`. Every sample carries its duration, size, flags and composition offset; decode times have 64 bits.
 * @param sequence number of the fragment, for `mfhd`
 * @throws {TypeError} when a run has no samples
 */
export function writeFragment(sequence: number, runs: readonly FragmentRun[]): Uint8Array<ArrayBuffer> {
  let moofBytes = moofHeaderBytes;
  let mediaBytes = 0;
  for (const { samples } of runs) {
    moofBytes += trafHeaderBytes + rowBytes * samples.length;
    for (const { data } of samples) mediaBytes += data.byteLength;
  }
  const result = new Uint8Array(moofBytes + 8 + mediaBytes);
  const view = new DataView(result.buffer);
  writeBoxHeader(view, 0, moofBytes, 'moof');
  writeBoxHeader(view, 8, 16, 'mfhd');
  view.setUint32(20, sequence);
  let traf = moofHeaderBytes;
  let data = moofBytes + 8;
  for (const { trackId, samples } of runs) {
    const [first] = samples;
    if (!first) throw new TypeError('A run of a fragment needs at least one sample.');
    const trunBytes = 20 + rowBytes * samples.length;
    writeBoxHeader(view, traf, 8 + 16 + 20 + trunBytes, 'traf');
    writeBoxHeader(view, traf + 8, 16, 'tfhd');
    view.setUint32(traf + 16, 0x020000); // default-base-is-moof
    view.setUint32(traf + 20, trackId);
    writeBoxHeader(view, traf + 24, 20, 'tfdt');
    view.setUint32(traf + 32, 0x01000000); // version 1: 64 bits
    view.setBigUint64(traf + 36, BigInt(first.decodeTime));
    writeBoxHeader(view, traf + 44, trunBytes, 'trun');
    view.setUint32(traf + 52, 0x000f01); // data offset; duration, size, flags and composition offset of every sample
    view.setUint32(traf + 56, samples.length);
    view.setUint32(traf + 60, data);
    traf += trafHeaderBytes;
    for (let index = 0; index < samples.length; index += 1) {
      const sample = samples[index];
      if (!sample) break;
      const next = samples[index + 1];
      // The next sample's time is exact; the duration that came with a sample may be a guess.
      view.setUint32(traf, next ? Math.max(1, next.decodeTime - sample.decodeTime) : sample.duration);
      view.setUint32(traf + 4, sample.data.byteLength);
      view.setUint32(traf + 8, sample.keyFrame ? syncSample : nonSyncSample);
      view.setUint32(traf + 12, sample.compositionOffset);
      traf += rowBytes;
      result.set(sample.data, data);
      data += sample.data.byteLength;
    }
  }
  writeBoxHeader(view, moofBytes, 8 + mediaBytes, 'mdat');
  return result;
}
