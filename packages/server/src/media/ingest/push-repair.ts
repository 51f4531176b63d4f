import type { VideoTrack } from '../media-types.ts';
import { createParameterSets } from './codecs/h264-parameter-sets.ts';
import { findTrackFault } from './push-faults.ts';

/**
 * Returns a pushed H.264 track whose decoder configuration can be read: where the announced one can't, made from the key frame's own
 * parameter sets. Firefox writes each set's header twice into the configuration, but sends them whole in the frame.
 * @returns the same track when it is well, or when the frame has no parameter sets either
 */
export function repairTrack(track: VideoTrack, keyFrame: Uint8Array): VideoTrack {
  if (findTrackFault(track) === null) return track;
  const sets = createParameterSets();
  const units = readUnits(keyFrame);
  for (const unit of units) sets.add(unit);
  return sets.current(units)?.track ?? track;
}

/** Units of a frame with 4-byte lengths, up to the first that is cut off. */
function readUnits(frame: Uint8Array): Uint8Array[] {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  const units: Uint8Array[] = [];
  for (let at = 0; at + 4 < frame.byteLength;) {
    const end = at + 4 + view.getUint32(at);
    if (end > frame.byteLength) break;
    if (end > at + 4) units.push(frame.subarray(at + 4, end));
    at = end;
  }
  return units;
}
