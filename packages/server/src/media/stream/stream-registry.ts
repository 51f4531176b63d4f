import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { SourceListener, StreamQuality } from '../media-types.ts';
import { createCameraStream } from './camera-stream.ts';
import type { CameraStream } from './stream-types.ts';

/** Feeds the low streams of cameras while somebody watches them. */
export interface LowSupply {
  /** The camera sends a low stream of its own: nothing needs to be transcoded. */
  hasOwn(cameraId: string): boolean;
  /** False: there is no way to a low stream. A supply that finds this out later ends the input. */
  begin(cameraId: string, input: SourceListener): boolean;
  end(cameraId: string): void;
}

export interface StreamRegistry {
  /** The camera's stream, made on demand; it stays until closed. A low stream runs while it has subscribers. */
  open(cameraId: string, quality?: StreamQuality): CameraStream;
  get(cameraId: string, quality?: StreamQuality): CameraStream | null;
  /** The camera sends a low stream of its own. */
  hasOwnLow(cameraId: string): boolean;
  /** Ends both. */
  close(cameraId: string): void;
  /** The cameras' own streams, without the low ones. */
  all(): readonly CameraStream[];
  /** Who feeds the low streams; without anybody there are none. */
  setLowSupply(supply: LowSupply): void;
}

const impossible = { code: 'codec-unsupported-here', detail: 'There is no low stream of this camera.' } as const;

export function createStreamRegistry({ log }: { readonly clock?: Clock; readonly log: Logger }): StreamRegistry {
  const streams = { high: new Map<string, CameraStream>(), low: new Map<string, CameraStream>() };
  let supply: LowSupply | null = null;

  const create = (cameraId: string, quality: StreamQuality): CameraStream => {
    const stream: CameraStream = createCameraStream({
      cameraId,
      quality,
      log,
      ...(quality === 'low' && {
        onWanted: (isWanted: boolean) => {
          if (isWanted && !supply?.begin(cameraId, stream.input)) stream.input.onEnd(impossible);
          if (!isWanted) supply?.end(cameraId);
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
    hasOwnLow: (cameraId) => supply?.hasOwn(cameraId) ?? false,
    close: (cameraId) => {
      for (const quality of ['low', 'high'] as const) {
        const stream = streams[quality].get(cameraId);
        streams[quality].delete(cameraId);
        if (quality === 'low' && stream && stream.subscribers > 0) supply?.end(cameraId);
        if (stream?.online) stream.input.onEnd({ code: 'camera-offline', detail: 'The camera was stopped.' });
      }
    },
    all: () => [...streams.high.values()],
    setLowSupply: (next) => {
      supply = next;
    },
  };
}
