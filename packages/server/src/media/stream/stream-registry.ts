import type { Clock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../kernel/log.ts';
import type { SourceListener, StreamQuality } from '../media-types.ts';
import { createCameraStream } from './camera-stream.ts';
import type { CameraStream } from './stream-types.ts';

/** Runs the substreams of cameras while they have subscribers. */
export interface SubstreamManager {
  /** Whether the camera sends its own substream, so that no transcoding is needed. */
  hasOwn(cameraId: string): boolean;
  /** Starts a substream; returns false when the camera can't have one. If that turns out later, the input ends. */
  begin(cameraId: string, input: SourceListener): boolean;
  end(cameraId: string): void;
}

export interface StreamRegistry {
  /** Returns the camera's stream, created on demand; it stays until closed. A substream runs while it has subscribers. */
  open(cameraId: string, quality?: StreamQuality): CameraStream;
  get(cameraId: string, quality?: StreamQuality): CameraStream | null;
  /** Whether the camera sends its own substream. */
  hasOwnLow(cameraId: string): boolean;
  /** Ends the main stream and the substream. */
  close(cameraId: string): void;
  /** Returns the main streams, without the substreams. */
  all(): readonly CameraStream[];
  /** Sets the manager, without which there are no substreams. */
  setSubstreamManager(manager: SubstreamManager): void;
}

const impossible = { code: 'codec-unsupported-here', detail: 'This camera has no substream.' } as const;

export function createStreamRegistry({ log }: { readonly clock?: Clock; readonly log: Logger }): StreamRegistry {
  const streams = { high: new Map<string, CameraStream>(), low: new Map<string, CameraStream>() };
  let manager: SubstreamManager | null = null;

  const create = (cameraId: string, quality: StreamQuality): CameraStream => {
    const stream: CameraStream = createCameraStream({
      cameraId,
      quality,
      log,
      ...(quality === 'low' && {
        onWanted: (isWanted: boolean) => {
          if (isWanted && !manager?.begin(cameraId, stream.input)) stream.input.onEnd(impossible);
          if (!isWanted) manager?.end(cameraId);
        },
      }),
    });
    return stream;
  };
  return {
    open: (cameraId, quality = 'high') => {
      const stream = streams[quality].get(cameraId) ?? create(cameraId, quality);
      streams[quality].set(cameraId, stream);
      return stream;
    },
    get: (cameraId, quality = 'high') => streams[quality].get(cameraId) ?? null,
    hasOwnLow: (cameraId) => manager?.hasOwn(cameraId) ?? false,
    close: (cameraId) => {
      for (const quality of ['low', 'high'] as const) {
        const stream = streams[quality].get(cameraId);
        streams[quality].delete(cameraId);
        if (quality === 'low' && stream && stream.subscribers > 0) manager?.end(cameraId);
        if (stream?.online) stream.input.onEnd({ code: 'camera-offline', detail: 'The camera was stopped.' });
      }
    },
    all: () => [...streams.high.values()],
    setSubstreamManager: (next) => {
      manager = next;
    },
  };
}
