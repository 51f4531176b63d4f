import { Mp4Error, boxesIn, child } from '../../sources/mp4-tracks.ts';
import { box, fullBox, u32, u64 } from './mp4-boxes.ts';

export interface FragmentSample {
  /** Ticks. */
  readonly duration: number;
  readonly compositionOffset: number;
  readonly isKey: boolean;
  readonly data: Uint8Array;
}

/** What a fragment has of one track. */
export interface FragmentRun {
  readonly trackId: number;
  /** Of its first sample, ticks from the beginning of the movie. */
  readonly decodeTime: number;
  readonly samples: readonly FragmentSample[];
}

/** Sample flags: depends on others or not, and not a sync sample. */
const [keyFlags, dependentFlags] = [0x2000000, 0x1010000];
/** Of a trun: where its data is, and of each sample duration, size, flags and composition offset. */
const runFlags = 0xf01;

/** A moof and its mdat. */
export function fragment(sequence: number, runs: readonly FragmentRun[]): Buffer {
  const build = (start: number): Buffer => {
    let offset = start;
    const trafs = runs.map(({ trackId, decodeTime, samples }) => {
      const rows = samples.flatMap(({ duration, data, isKey, compositionOffset }) => [duration, data.byteLength, isKey ? keyFlags : dependentFlags, compositionOffset]);
      const traf = box('traf', fullBox('tfhd', 0, 0x20000, u32(trackId)), fullBox('tfdt', 1, 0, u64(decodeTime)), fullBox('trun', 0, runFlags, u32(samples.length, offset, ...rows)));
      offset += samples.reduce((sum, { data }) => sum + data.byteLength, 0);
      return traf;
    });
    return box('moof', fullBox('mfhd', 0, 0, u32(sequence)), ...trafs);
  };
  // Its offsets count from its own beginning: built once to learn how long it is.
  const moof = build(build(0).length + 8);
  return Buffer.concat([moof, box('mdat', ...runs.flatMap(({ samples }) => samples.map(({ data }) => data)))]);
}

/** What a moof says of one track. */
export interface ReadRun {
  readonly trackId: number;
  readonly decodeTime: number;
  /** Where its data begins, from the beginning of the moof. */
  readonly offset: number;
  readonly samples: readonly { readonly duration: number; readonly size: number; readonly isKey: boolean; readonly compositionOffset: number }[];
}

/** Reads a moof of `fragment`. @throws {Mp4Error} for any other */
export function readMoof(moof: Buffer): ReadRun[] {
  const runs: ReadRun[] = [];
  for (const [type, traf] of boxesIn(moof, 8)) {
    if (type !== 'traf') continue;
    const [header, time, run] = ['tfhd', 'tfdt', 'trun'].map((name) => child(traf, 8, name));
    if (!header || !time || !run || (run.readUInt32BE(8) & 0xffffff) !== runFlags) throw new Mp4Error('This is not a fragment of a recording.');
    const samples = Array.from({ length: run.readUInt32BE(12) }, (_, index) => {
      const at = 20 + index * 16;
      return { duration: run.readUInt32BE(at), size: run.readUInt32BE(at + 4), isKey: run.readUInt32BE(at + 8) === keyFlags, compositionOffset: run.readUInt32BE(at + 12) };
    });
    runs.push({ trackId: header.readUInt32BE(12), decodeTime: Number(time.readBigUInt64BE(12)), offset: run.readUInt32BE(16), samples });
  }
  return runs;
}
