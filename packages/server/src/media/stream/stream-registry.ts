import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { Sample, SourceEnd, SourceListener, Tracks } from '../media-types.ts';
import { createCameraStream } from './camera-stream.ts';

/** Somebody who watches or records one camera. */
export interface StreamSubscriber {
  /** Before the first sample and whenever the tracks change or the camera comes back. */
  onTracks(tracks: Tracks): void;
  /** @param fragment the sample as a one-frame fMP4 fragment; made at most once for all subscribers */
  onSample(sample: Sample, fragment: () => Uint8Array): void;
  onOffline?(reason: SourceEnd): void;
  onOnline?(): void;
}

export interface SubscribeOptions {
  /** Replay the running group of pictures at once; true unless told otherwise. */
  readonly fromCache?: boolean;
  /** False: the subscriber never sees an audio track or sample. True unless told otherwise. */
  readonly audio?: boolean;
}

/** The fan-out point of one camera: one source in, any number of subscribers out. */
export interface CameraStream {
  readonly cameraId: string;
  /** Of the running source, or of the last one. */
  readonly tracks: Tracks | null;
  readonly online: boolean;
  /** How many subscribe. */
  readonly subscribers: number;
  /** The source feeds it. */
  readonly input: SourceListener;
  /** The result ends the subscription; no call follows it. */
  subscribe(subscriber: StreamSubscriber, options?: SubscribeOptions): () => void;
}

export interface StreamRegistry {
  /** The camera's stream, made on demand; it stays until closed. */
  open(cameraId: string): CameraStream;
  get(cameraId: string): CameraStream | null;
  close(cameraId: string): void;
  all(): readonly CameraStream[];
}

export function createStreamRegistry({ log }: { clock: Clock; log: Logger }): StreamRegistry {
  const streams = new Map<string, CameraStream>();
  return {
    open: (cameraId) => {
      const stream = streams.get(cameraId) ?? createCameraStream(cameraId, log);
      streams.set(cameraId, stream);
      return stream;
    },
    get: (cameraId) => streams.get(cameraId) ?? null,
    close: (cameraId) => {
      const stream = streams.get(cameraId);
      streams.delete(cameraId);
      if (stream?.online) stream.input.onEnd({ code: 'camera-offline', detail: 'The camera was stopped.' });
    },
    all: () => [...streams.values()],
  };
}
