import { readParameterSets } from '@watchpost/mp4';
import type { Sample, VideoTrack } from '../media-types.ts';
import { createBitReader } from './codecs/bit-reader.ts';
import { parseSps } from './codecs/h264-sps.ts';
import { ParseError } from './codecs/parse-error.ts';

/** Returns the fault of a pushed H.264 track; null when its parameter sets can be read. */
export function findTrackFault(track: VideoTrack): string | null {
  const { codec, configuration } = track;
  if (!/^avc1\.[0-9a-f]{6}$/i.test(codec)) return `The codec ${codec} is not H.264.`;
  if (configuration[0] !== 1 || ((configuration[4] ?? 0) & 3) !== 3) return 'The decoder configuration has no 4-byte lengths.';
  const units = readParameterSets(codec, configuration);
  const [sps, pps] = [7, 8].map((type) => units.filter((unit) => typeOf(unit) === type));
  if (!sps?.length || !pps?.length) return 'The decoder configuration has no parameter sets.';
  try {
    const ids = sps.map((unit) => parseSps(unit).id);
    // What is shifted by a byte may still be read as a picture of some size.
    const isNamed = pps.some((unit) => ids.includes(readSpsId(unit)));
    return isNamed ? null : 'The picture parameter sets belong to another sequence.';
  } catch (error) {
    if (error instanceof ParseError) return `The parameter sets can't be read: ${error.message}`;
    throw error;
  }
}

const [firstSlice, lastSlice, idr, sei] = [1, 5, 5, 6];

/**
 * Returns the fault of a pushed H.264 frame; null when it consists of whole units, has a picture, and can be a key frame if it
 * claims to be one.
 */
export function findFrameFault({ data, keyFrame }: Pick<Sample, 'data' | 'keyFrame'>): string | null {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const types = new Set<number>();
  for (let at = 0; at < data.byteLength;) {
    const length = at + 4 <= data.byteLength ? view.getUint32(at) : 0;
    if (length === 0 || at + 4 + length > data.byteLength) return 'A frame is not made of whole units.';
    const header = view.getUint8(at + 4);
    if ((header & 0x80) !== 0) return 'A unit has its forbidden bit set.';
    types.add(header & 0x1f);
    at += 4 + length;
  }
  if (![...types].some((type) => type >= firstSlice && type <= lastSlice)) return 'A frame has no picture.';
  // Encoders with gradual refresh mark an entry point by a recovery point SEI.
  return keyFrame && !types.has(idr) && !types.has(sei) ? 'A key frame is none.' : null;
}

/** Returns the id of the sequence parameter set that a picture parameter set names (ITU-T H.264, 7.3.2.2). */
function readSpsId(pps: Uint8Array): number {
  const reader = createBitReader(pps.subarray(1));
  reader.unsigned();
  return reader.unsigned();
}

function typeOf(unit: Uint8Array): number {
  return (unit[0] ?? 0) & 0x1f;
}
