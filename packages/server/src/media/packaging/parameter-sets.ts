import { concatBytes, readParameterSets } from '@watchpost/mp4';
import type { VideoTrack } from '../media-types.ts';

const known = new WeakMap<VideoTrack, Uint8Array>();

/**
 * Returns the parameter sets of a track as units of a sample, with 4-byte lengths; empty when its configuration can't be read.
 * Players that ignore a second init section (FFmpeg's HLS) need them when a camera changes its picture.
 */
export function parameterSetsOf(track: VideoTrack): Uint8Array {
  const sets = known.get(track) ?? parameterSetUnits(track.codec, track.configuration);
  known.set(track, sets);
  return sets;
}

/** Returns the parameter sets of a configuration as units of a sample. @param codec a codec or the type of a sample entry */
export function parameterSetUnits(codec: string, configuration: Uint8Array): Uint8Array {
  return joinUnits(readParameterSets(codec, configuration));
}

function joinUnits(units: readonly Uint8Array[]): Uint8Array {
  return concatBytes(
    units.flatMap((unit) => {
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, unit.byteLength);
      return [length, unit];
    }),
  );
}
