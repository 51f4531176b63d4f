import { audioTrackId, videoTrackId, writeFragment } from '@watchpost/mp4';
import type { Sample } from '../media-types.ts';

/**
 * Builds one moof and its mdat with samples of one track, in decode order. The decode time is 64-bit Unix time in the track's
 * timescale.
 * @param sequence number of the fragment in its stream, for mfhd
 * @throws {TypeError} without samples
 */
export function buildFragment(samples: readonly Sample[], sequence: number): Uint8Array<ArrayBuffer> {
  const [first] = samples;
  if (!first) throw new TypeError('A fragment needs at least one sample.');
  // Numbers must increase, but never by one: VLC 3 takes consecutive numbers as a sign that time continues, and ignores the
  // decode time. It would then play audio that begins in the second fragment in 1970, that is, never, and close a gap in the
  // audio.
  return writeFragment((sequence * 2) >>> 0, [{ trackId: first.kind === 'video' ? videoTrackId : audioTrackId, samples }]);
}
