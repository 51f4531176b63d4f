import type { Clock } from '@watchpost/contract/timing/clock';
import { isHevc, type AudioTrack, type Source, type VideoTrack } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createVideoTranscoder, type VideoTranscoder, type VideoTranscoderOptions } from './video-transcoder.ts';

/** The transcoded stream for small tiles and for browsers without HEVC. */
const low = { fitInto: { width: 640, height: 360 }, frameRate: 15 } as const;

export interface TranscodedSourceOptions {
  readonly cameraId: string;
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  readonly createTranscoder?: (options: VideoTranscoderOptions) => VideoTranscoder;
}

/** Creates a source that scales down a camera's main stream as H.264; its audio is passed through. */
export function createTranscodedSource({
  cameraId,
  streams,
  clock,
  createTranscoder = createVideoTranscoder,
}: TranscodedSourceOptions): Source {
  let release = (): void => undefined;
  return {
    start: (listener) => {
      let picture: VideoTrack | null = null;
      let audio: AudioTrack | null = null;
      let hasTracks = false;
      const transcoder = createTranscoder({
        clock,
        ...low,
        listener: {
          onTrack: (track) => {
            picture = track;
            hasTracks = true;
            listener.onTracks({ video: track, audio, isTranscoded: true });
          },
          onSample: (sample) => listener.onSample(sample),
          onEnd: (reason) => {
            release();
            listener.onEnd(reason);
          },
        },
      });
      const unsubscribe = streams.open(cameraId).subscribe({
        onTracks: (tracks) => {
          audio = tracks.audio;
          transcoder.open(isHevc(tracks.video) ? 'hevc' : 'h264', tracks.video.configuration);
          // The audio may have changed without the picture.
          if (picture) listener.onTracks({ video: picture, audio, isTranscoded: true });
        },
        onSample: (sample) => {
          if (sample.kind === 'video') transcoder.push(sample);
          else if (hasTracks) listener.onSample(sample);
        },
        onOffline: (reason) => {
          release();
          listener.onEnd(reason);
        },
      });
      release = () => {
        unsubscribe();
        transcoder.close();
      };
    },
    stop: async () => release(),
  };
}
