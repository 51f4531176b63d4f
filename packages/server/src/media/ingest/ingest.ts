import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { CameraStatus, Source, SourceListener } from '../media-types.ts';
import { createCameraIngest, type CameraIngest } from './camera-ingest.ts';

/** Where the samples of a camera go; the registry of streams is one. */
export interface IngestStreams {
  open(cameraId: string): { readonly input: SourceListener };
}

export interface IngestCamera {
  readonly id: string;
  /** Called for every attempt. */
  readonly openSource: () => Source;
}

/** Keeps the sources of all cameras running. */
export interface Ingest {
  start(camera: IngestCamera): void;
  stop(cameraId: string): Promise<void>;
  /** Tries a waiting camera at once: something says that it is back. */
  wake(cameraId: string): void;
  /** Opens a running source anew: what the camera sends has changed. Nobody is told that it was away, for it was not. */
  reopen(cameraId: string): void;
  status(cameraId: string): CameraStatus;
  onStatus(listener: (cameraId: string, status: CameraStatus) => void): () => void;
  close(): Promise<void>;
}

export interface IngestDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly streams: IngestStreams;
  /** 0 to 1; for the jitter. */
  readonly random?: () => number;
}

export function createIngest({ clock, log, streams, random = Math.random }: IngestDeps): Ingest {
  const cameras = new Map<string, CameraIngest>();
  const listeners = new Set<(cameraId: string, status: CameraStatus) => void>();
  const createdAt = clock.now();

  const tell = (cameraId: string, status: CameraStatus): void => {
    for (const listener of listeners) {
      try {
        listener(cameraId, status);
      } catch (error) {
        log.error({ err: error, cameraId }, 'A listener of the camera states failed');
      }
    }
  };
  const stop = async (cameraId: string): Promise<void> => {
    const camera = cameras.get(cameraId);
    cameras.delete(cameraId);
    await camera?.stop();
  };

  return {
    start: ({ id, openSource }) => {
      void cameras.get(id)?.stop();
      const camera = createCameraIngest({
        clock,
        random,
        log: log.child({ cameraId: id }),
        openSource,
        output: () => streams.open(id).input,
        onStatus: (status) => {
          if (cameras.get(id) === camera) tell(id, status);
        },
      });
      cameras.set(id, camera);
      camera.start();
    },
    stop,
    wake: (cameraId) => cameras.get(cameraId)?.wake(),
    reopen: (cameraId) => cameras.get(cameraId)?.reopen(),
    status: (cameraId) => cameras.get(cameraId)?.status() ?? { state: 'connecting', since: createdAt, reason: null },
    onStatus: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => void (await Promise.all([...cameras.keys()].map(stop))),
  };
}
