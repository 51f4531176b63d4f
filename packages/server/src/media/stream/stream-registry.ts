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

/** Brings streams of cameras that another node holds, while they have subscribers here. */
export interface StreamSupply {
  begin(cameraId: string, quality: StreamQuality, input: SourceListener): void;
  end(cameraId: string, quality: StreamQuality): void;
}

export interface StreamRegistry {
  /** Returns the camera's stream, created on demand; it stays until closed. A substream runs while it has subscribers. */
  open(cameraId: string, quality?: StreamQuality): CameraStream;
  get(cameraId: string, quality?: StreamQuality): CameraStream | null;
  /** Whether the camera sends its own substream. */
  hasOwnLow(cameraId: string): boolean;
  /** Ends the main stream and the substream. */
  close(cameraId: string): void;
  /** Returns the main streams of the cameras that this server holds, without the substreams. */
  all(): readonly CameraStream[];
  /** Sets the manager, without which there are no substreams. */
  setSubstreamManager(manager: SubstreamManager): void;
  /** Sets what brings the streams of other nodes; without it, this server holds every camera. */
  setSupply(supply: StreamSupply): void;
  /** Whether this server holds a camera itself. */
  isHeld(cameraId: string): boolean;
  /** From now on until `close` this server holds the camera itself; its subscribers stay. */
  hold(cameraId: string): void;
}

const qualities = ['low', 'high'] as const;

const moved = { code: 'camera-offline', detail: 'The camera moves to this node.' } as const;
const impossible = { code: 'codec-unsupported-here', detail: 'This camera has no substream.' } as const;

export function createStreamRegistry({ log }: { readonly clock?: Clock; readonly log: Logger }): StreamRegistry {
  const streams = { high: new Map<string, CameraStream>(), low: new Map<string, CameraStream>() };
  const held = new Set<string>();
  let manager: SubstreamManager | null = null;
  let supply: StreamSupply | null = null;

  const isHeld = (cameraId: string): boolean => supply === null || held.has(cameraId);
  const beginOwn = ({ cameraId, quality, input }: CameraStream): void => {
    if (quality === 'low' && !manager?.begin(cameraId, whileHeld(cameraId, input))) input.onEnd(impossible);
  };
  /** A substream that ends later than its camera is held must not disturb that of the other node. */
  const whileHeld = (cameraId: string, input: SourceListener): SourceListener => {
    if (supply === null) return input;
    return {
      onTracks: (tracks) => {
        if (isHeld(cameraId)) input.onTracks(tracks);
      },
      onSample: (sample) => {
        if (isHeld(cameraId)) input.onSample(sample);
      },
      onEnd: (reason) => {
        if (isHeld(cameraId)) input.onEnd(reason);
      },
    };
  };
  const create = (cameraId: string, quality: StreamQuality): CameraStream => {
    const stream: CameraStream = createCameraStream({
      cameraId,
      quality,
      log,
      onWanted: (isWanted: boolean) => {
        if (isHeld(cameraId)) {
          if (isWanted) beginOwn(stream);
          else if (quality === 'low') manager?.end(cameraId);
          return;
        }
        if (isWanted) return supply?.begin(cameraId, quality, stream.input);
        supply?.end(cameraId, quality);
        // The next subscriber starts over.
        if (streams[quality].get(cameraId) === stream) streams[quality].delete(cameraId);
      },
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
      held.delete(cameraId);
      for (const quality of qualities) {
        const stream = streams[quality].get(cameraId);
        streams[quality].delete(cameraId);
        if (quality === 'low' && stream && stream.subscribers > 0) manager?.end(cameraId);
        if (stream?.online) stream.input.onEnd({ code: 'camera-offline', detail: 'The camera was stopped.' });
        if (!stream || stream.subscribers === 0 || !supply) continue;
        // Its viewers go on with what its next node sends.
        streams[quality].set(cameraId, stream);
        supply.begin(cameraId, quality, stream.input);
      }
    },
    all: () => [...streams.high.values()].filter(({ cameraId }) => isHeld(cameraId)),
    setSubstreamManager: (next) => {
      manager = next;
    },
    setSupply: (next) => {
      supply = next;
    },
    isHeld,
    hold: (cameraId) => {
      if (!supply || held.has(cameraId)) return;
      for (const quality of qualities) {
        const stream = streams[quality].get(cameraId);
        if (!stream) continue;
        supply.end(cameraId, quality);
        if (stream.online) stream.input.onEnd(moved);
      }
      held.add(cameraId);
      const low = streams.low.get(cameraId);
      // Once the camera is known here.
      queueMicrotask(() => {
        if (low && low.subscribers > 0 && isHeld(cameraId)) beginOwn(low);
      });
    },
  };
}
