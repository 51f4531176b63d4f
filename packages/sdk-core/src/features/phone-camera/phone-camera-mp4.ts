import { createFragmentStreamReader, h264Codec, Mp4Error, readSampleEntry, type Mp4Track } from '@watchpost/mp4';
import type { PhoneSample } from './phone-camera-types.ts';

/** The H.264 track of an MP4 (ISO/IEC 14496-12). */
interface Mp4Video {
  readonly codec: string;
  readonly width: number;
  readonly height: number;
  /** AVCDecoderConfigurationRecord. */
  readonly configuration: Uint8Array;
}

interface Mp4Piece {
  /** Set in the piece that completes it, otherwise null. */
  readonly video: Mp4Video | null;
  /** Samples with times in seconds from the beginning of the file. */
  readonly samples: readonly PhoneSample[];
}

/**
 * Reads the H.264 video of the fragmented MP4 that a browser's MediaRecorder produces, piece by piece.
 * @returns a function that reads the next piece, and throws an `Mp4Error` for any other file
 */
export function createMp4Reader(): (piece: Uint8Array) => Mp4Piece {
  const read = createFragmentStreamReader();
  return (piece) => {
    const { tracks, samples } = read(piece);
    return {
      video: tracks && describeVideo(tracks.find(({ kind }) => kind === 'video')),
      samples: samples
        .filter(({ track }) => track.kind === 'video')
        .map(({ track: _, ...sample }): PhoneSample => ({ kind: 'video', ...sample })),
    };
  };
}

function describeVideo(track: Mp4Track | undefined): Mp4Video {
  const entry = track && readSampleEntry(track);
  if (entry?.kind !== 'video' || !/^avc[13]$/.test(entry.type) || !entry.configuration) throw new Mp4Error('The MP4 has no H.264 video.');
  const { width, height, configuration } = entry;
  return { codec: h264Codec(configuration), width, height, configuration };
}
