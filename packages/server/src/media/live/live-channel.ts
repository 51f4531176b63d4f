import { videoTimescale, type Sample, type Tracks } from '../media-types.ts';

/** What a channel needs of its viewer's connection. */
export interface ChannelOutput {
  tracks(tracks: Tracks): void;
  fragment(sample: Sample, fragment: Uint8Array, discontinuity: boolean): void;
  /** Too much waits to be sent: nothing may be added. */
  isCongested(): boolean;
  /** Little enough waits to go on with a key frame. */
  isClear(): boolean;
}

/** Passes one camera to one viewer; when the viewer is too slow, drops everything up to a later key frame. */
export interface LiveChannel {
  onTracks(tracks: Tracks): void;
  onSample(sample: Sample, fragment: () => Uint8Array): void;
}

/** A longer step between two frames is a jump of the timeline, s. */
const jump = 1;

export function createLiveChannel(output: ChannelOutput): LiveChannel {
  let isDropping = true;
  let discontinuity = false;
  let expected: number | null = null;
  return {
    onTracks: (tracks) => {
      output.tracks(tracks);
      isDropping = true;
      discontinuity = expected !== null;
    },
    onSample: (sample, fragment) => {
      const isKey = sample.kind === 'video' && sample.keyFrame;
      if (isDropping) {
        if (!isKey || !output.isClear()) return;
        isDropping = false;
      } else if (output.isCongested()) {
        isDropping = true;
        discontinuity = true;
        return;
      }
      if (sample.kind === 'video') {
        if (expected !== null && Math.abs(sample.decodeTime - expected) > jump * videoTimescale) discontinuity = true;
        expected = sample.decodeTime + sample.duration;
      }
      output.fragment(sample, fragment(), discontinuity);
      discontinuity = false;
    },
  };
}
