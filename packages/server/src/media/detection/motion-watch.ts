import type { Clock } from '@watchpost/contract/timing/clock';
import { concatBytes } from '@watchpost/mp4';
import { initSectionOf, withoutAudio } from '../packaging/init-section.ts';
import type { Sample, Tracks } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { GridDecoder } from './grid-decoder.ts';
import { createMotionModel, type Area, type MotionModel, type MotionSettings } from './motion-model.ts';
import { followSmallStream } from './small-stream.ts';

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

interface Watched {
  readonly model: MotionModel;
  unsubscribe: () => void;
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

  const look = async (cameraId: string, watched: Watched, tracks: Tracks, sample: Sample, fragment: () => Uint8Array): Promise<void> => {
    const now = clock.monotonic();
    if (watched.isBusy || now - watched.lastLookedAt < minStepMs) return;
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

  const forget = (cameraId: string): void => {
    const watched = cameras.get(cameraId);
    if (!watched) return;
    cameras.delete(cameraId);
    watched.unsubscribe();
    end(cameraId, watched);
  };

  return {
    watch: (cameraId, settings) => {
      const known = cameras.get(cameraId);
      if (known) return known.model.configure(settings);
      const watched: Watched = {
        model: createMotionModel(settings),
        unsubscribe: () => undefined,
        isBusy: false,
        lastLookedAt: Number.NEGATIVE_INFINITY,
        running: null,
      };
      cameras.set(cameraId, watched);
      watched.unsubscribe = followSmallStream({
        streams,
        clock,
        cameraId,
        onlyKeyFrames: true,
        onSample: (tracks, sample, fragment) => void look(cameraId, watched, tracks, sample, fragment),
        onOffline: () => end(cameraId, watched),
      });
    },
    forget,
    close: () => {
      for (const cameraId of [...cameras.keys()]) forget(cameraId);
      decoder.close();
    },
  };
}
