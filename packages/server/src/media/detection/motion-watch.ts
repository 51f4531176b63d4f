import type { Clock } from '@watchpost/contract/timing/clock';
import { concatBytes } from '@watchpost/mp4';
import { initSectionOf, withoutAudio } from '../packaging/init-section.ts';
import type { Sample, Tracks } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { StreamSubscriber } from '../stream/stream-types.ts';
import type { GridDecoder } from './grid-decoder.ts';
import { createMotionModel, type Area, type MotionModel, type MotionSettings } from './motion-model.ts';

/** Motion of a camera, reported when it begins and when it ends. Times are those of the pictures, Unix ms. */
export type Motion =
  | {
      readonly kind: 'began';
      readonly cameraId: string;
      readonly at: number;
      readonly area: Area;
      /** Init section and key frame that show the motion. */
      readonly picture: Uint8Array;
    }
  | { readonly kind: 'ended'; readonly cameraId: string; readonly beganAt: number; readonly at: number };

/** Detects motion in key frames of the camera's own substream if it has one, because decoding it costs a tenth, else of the main stream. */
export interface MotionWatch {
  /** Starts watching, or continues with other settings. */
  watch(cameraId: string, settings: MotionSettings): void;
  /** Stops watching and ends a running motion. */
  forget(cameraId: string): void;
  close(): void;
}

export interface MotionWatchDeps {
  readonly streams: StreamRegistry;
  readonly decoder: GridDecoder;
  readonly clock: Clock;
  onMotion(motion: Motion): void;
  /** Reports the amount of motion in each analysed picture, 0 to 1, without noise. */
  onLevel?(cameraId: string, at: number, level: number): void;
}

/** Motion ends when nothing has moved for this long; longer than the key frame interval of most cameras. */
const quietTimeMs = 8000;
/** Longer motion is reported in parts of this length. */
const maxMotionMs = 5 * 60_000;
/** Cameras whose every frame is a key frame are analysed twice a second. */
const minStepMs = 500;

/** When the substream is silent for this long, the main stream is analysed again. */
const substreamTimeoutMs = 12_000;

interface Watched {
  readonly model: MotionModel;
  unsubscribe: () => void;
  /** Null while no substream is subscribed to. */
  unsubscribeLow: (() => void) | null;
  lastLowAt: number;
  isBusy: boolean;
  lastLookedAt: number;
  running: { readonly beganAt: number; lastAt: number } | null;
}

export function createMotionWatch({ streams, decoder, clock, onMotion, onLevel }: MotionWatchDeps): MotionWatch {
  const cameras = new Map<string, Watched>();

  const end = (cameraId: string, watched: Watched): void => {
    const { running } = watched;
    watched.running = null;
    if (running) onMotion({ kind: 'ended', cameraId, beganAt: running.beganAt, at: running.lastAt });
  };

  const follow = (cameraId: string, watched: Watched, at: number, area: Area | null, picture: () => Uint8Array): void => {
    const { running } = watched;
    if (running && (at - running.lastAt > quietTimeMs || at - running.beganAt > maxMotionMs)) end(cameraId, watched);
    if (!area) return;
    if (watched.running) watched.running.lastAt = at;
    else {
      watched.running = { beganAt: at, lastAt: at };
      onMotion({ kind: 'began', cameraId, at, area, picture: picture() });
    }
  };

  const look = async (
    cameraId: string,
    watched: Watched,
    tracks: Tracks | null,
    sample: Sample,
    fragment: () => Uint8Array,
  ): Promise<void> => {
    const now = clock.monotonic();
    if (!tracks || watched.isBusy || now - watched.lastLookedAt < minStepMs) return;
    watched.isBusy = true;
    watched.lastLookedAt = now;
    const grid = await decoder.decode(tracks.video, sample.data);
    watched.isBusy = false;
    if (!grid || cameras.get(cameraId) !== watched) return;
    const at = Math.round((sample.decodeTime + sample.compositionOffset) / 90);
    const { area, level } = watched.model.update(grid, at);
    // Motion that is too small to count is not shown either, else the noise of a night would look like a busy street.
    if (area) onLevel?.(cameraId, at, level);
    follow(cameraId, watched, at, area, () => concatBytes([initSectionOf(withoutAudio(tracks)).bytes, fragment()]));
  };

  /** @param onKeyFrame returns false when another stream is being analysed */
  const follower = (cameraId: string, watched: Watched, onKeyFrame: () => boolean): Pick<StreamSubscriber, 'onTracks' | 'onSample'> => {
    let tracks: Tracks | null = null;
    return {
      onTracks: (next) => void (tracks = next),
      onSample: (sample, fragment) => {
        if (sample.kind === 'video' && sample.keyFrame && onKeyFrame()) void look(cameraId, watched, tracks, sample, fragment);
      },
    };
  };

  /** Subscribes to the substream as soon as the camera is known to have one. */
  const wantLow = (cameraId: string, watched: Watched): void => {
    if (watched.unsubscribeLow || !streams.hasOwnLow(cameraId)) return;
    const isTurn = (): boolean => {
      watched.lastLowAt = clock.monotonic();
      return true;
    };
    watched.unsubscribeLow = streams
      .open(cameraId, 'low')
      .subscribe(follower(cameraId, watched, isTurn), { fromCache: false, audio: false });
  };
  const dropLow = (watched: Watched): void => {
    watched.unsubscribeLow?.();
    watched.unsubscribeLow = null;
    watched.lastLowAt = Number.NEGATIVE_INFINITY;
  };

  const forget = (cameraId: string): void => {
    const watched = cameras.get(cameraId);
    if (!watched) return;
    cameras.delete(cameraId);
    watched.unsubscribe();
    dropLow(watched);
    end(cameraId, watched);
  };

  return {
    watch: (cameraId, settings) => {
      const known = cameras.get(cameraId);
      if (known) return known.model.configure(settings);
      const none = Number.NEGATIVE_INFINITY;
      const watched: Watched = {
        model: createMotionModel(settings),
        unsubscribe: () => undefined,
        unsubscribeLow: null,
        lastLowAt: none,
        isBusy: false,
        lastLookedAt: none,
        running: null,
      };
      cameras.set(cameraId, watched);
      const main = follower(cameraId, watched, () => {
        wantLow(cameraId, watched);
        return clock.monotonic() - watched.lastLowAt > substreamTimeoutMs;
      });
      const onOffline = (): void => {
        dropLow(watched);
        end(cameraId, watched);
      };
      watched.unsubscribe = streams.open(cameraId).subscribe({ ...main, onOffline }, { fromCache: false, audio: false });
    },
    forget,
    close: () => {
      for (const cameraId of [...cameras.keys()]) forget(cameraId);
      decoder.close();
    },
  };
}
