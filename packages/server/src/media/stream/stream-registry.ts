import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import { createCameraStream } from './camera-stream.ts';
import type { CameraStream } from './stream-types.ts';

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
