import { createFragmentStreamReader, h264Codec, readSampleEntry } from '@watchpost/mp4';
import type { Sample, Tracks } from '../media-types.ts';

/** The video of a recorded file, in decode order; the first sample is a key frame. */
export interface RecordedVideo {
  readonly tracks: Tracks;
  readonly samples: readonly Sample[];
}

/**
 * Reads the video of an init section and the fragments after it.
 * @throws {Mp4Error} when the bytes are no MP4
 * @returns null without video that can be decoded
 */
export function readRecordedVideo(bytes: Uint8Array): RecordedVideo | null {
  const { tracks, samples } = createFragmentStreamReader()(bytes);
  const track = tracks?.find(({ kind }) => kind === 'video');
  const entry = track && readSampleEntry(track);
  if (entry?.kind !== 'video' || !entry.configuration) return null;
  const { type, width, height, configuration } = entry;
  const codec = type === 'avc1' ? h264Codec(configuration) : `${type}.1`;
  return {
    tracks: { video: { kind: 'video', codec, width, height, configuration }, audio: null },
    samples: samples
      .filter((sample) => sample.track.id === track?.id)
      .map(({ keyFrame, decodeTime, compositionOffset, duration, data }) => ({
        kind: 'video',
        keyFrame,
        decodeTime,
        compositionOffset,
        duration,
        data,
      })),
  };
}
