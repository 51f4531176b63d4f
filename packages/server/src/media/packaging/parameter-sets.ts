import type { VideoTrack } from '../media-types.ts';
import { concatBytes, u32 } from './boxes.ts';

const known = new WeakMap<VideoTrack, Uint8Array>();

/**
 * The parameter sets of a track as units of a sample, with 4-byte lengths; empty when its configuration can't be read.
 * Players that ignore a second init section (FFmpeg's HLS) decode by them when a camera changes its picture.
 */
export function parameterSetsOf(track: VideoTrack): Uint8Array {
  const sets = known.get(track) ?? concatBytes(readUnits(track).flatMap((unit) => [Uint8Array.from(u32(unit.byteLength)), unit]));
  known.set(track, sets);
  return sets;
}

function readUnits({ codec, configuration }: VideoTrack): Uint8Array[] {
  const units: Uint8Array[] = [];
  const view = new DataView(configuration.buffer, configuration.byteOffset, configuration.byteLength);
  let at = 0;
  const take = (count: number): void => {
    for (let index = 0; index < count; index += 1) {
      const length = view.getUint16(at);
      if (length === 0 || at + 2 + length > configuration.byteLength) throw new RangeError('A parameter set is cut off.');
      units.push(configuration.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
  };
  try {
    if (/^(hvc1|hev1)/.test(codec)) {
      // ISO/IEC 14496-15, section 8.3.3.1: arrays of units by type.
      const arrays = view.getUint8(22);
      at = 23;
      for (let index = 0; index < arrays; index += 1) {
        const count = view.getUint16(at + 1);
        at += 3;
        take(count);
      }
    } else {
      // Section 5.3.3.1: sequence parameter sets, then picture parameter sets.
      at = 6;
      take(view.getUint8(5) & 0x1f);
      at += 1;
      take(view.getUint8(at - 1));
    }
    return units;
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
