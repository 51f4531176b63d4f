import type { Clock } from '../../kernel/clock.ts';
import { isHevc, type AudioTrack, type Source, type VideoTrack } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import { createVideoTranscoder, type VideoTranscoder, type VideoTranscoderOptions } from './video-transcoder.ts';

/** What a small window, or a browser without HEVC, gets. */
const low = { fitInto: { width: 640, height: 360 }, frameRate: 15 } as const;

export interface TranscodedSourceOptions {
  readonly cameraId: string;
  readonly streams: StreamRegistry;
  readonly clock: Clock;
  readonly createTranscoder?: (options: VideoTranscoderOptions) => VideoTranscoder;
}

/** A camera's main stream made small, as H.264; its sound is passed through. */
export function createTranscodedSource({ cameraId, streams, clock, createTranscoder = createVideoTranscoder }: TranscodedSourceOptions): Source {
  let release = (): void => undefined;
  return {
    start: (listener) => {
      let picture: VideoTrack | null = null;
      let audio: AudioTrack | null = null;
      let hasTold = false;
      const transcoder = createTranscoder({
        clock,
        ...low,
        listener: {
          onTrack: (track) => {
            picture = track;
            hasTold = true;
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
          // The sound may have changed without the picture.
          if (picture) listener.onTracks({ video: picture, audio, isTranscoded: true });
        },
        onSample: (sample) => {
          if (sample.kind === 'video') transcoder.push(sample);
          else if (hasTold) listener.onSample(sample);
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
