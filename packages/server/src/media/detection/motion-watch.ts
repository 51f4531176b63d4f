import type { Clock } from '../../kernel/clock.ts';
import { concatBytes } from '../packaging/boxes.ts';
import { initSectionOf, withoutAudio } from '../packaging/init-section.ts';
import type { Sample, Tracks } from '../media-types.ts';
import type { StreamRegistry } from '../stream/stream-registry.ts';
import type { GridDecoder } from './grid-decoder.ts';
import { createMotionModel, type Area, type MotionModel, type MotionSettings } from './motion-model.ts';

/** What a camera saw: told when it begins and when it is over. Times are those of the pictures, Unix ms. */
export type Motion =
  | { readonly kind: 'began'; readonly cameraId: string; readonly at: number; readonly area: Area; /** Init section and key frame that show it. */ readonly picture: Uint8Array }
  | { readonly kind: 'ended'; readonly cameraId: string; readonly beganAt: number; readonly at: number };

/** Looks for motion in the key frames of cameras. */
export interface MotionWatch {
  /** Starts, or goes on with other settings. */
  watch(cameraId: string, settings: MotionSettings): void;
  /** Ends a running motion. */
  forget(cameraId: string): void;
  close(): void;
}

export interface MotionWatchDeps {
  readonly streams: StreamRegistry;
  readonly decoder: GridDecoder;
  readonly clock: Clock;
  onMotion(motion: Motion): void;
  /** How much moves in each picture that is looked at, 0 to 1; noise is none. */
  onLevel?(cameraId: string, at: number, level: number): void;
}

/** Motion is over when nothing moved for so long, ms; more than the distance of key frames of most cameras. */
const quietTime = 8000;
/** What goes on longer is told in parts of this length, ms. */
const longestMotion = 5 * 60_000;
/** Cameras whose every frame is a key frame are looked at twice a second, ms. */
const shortestStep = 500;

interface Watched {
  readonly model: MotionModel;
  unsubscribe: () => void;
  tracks: Tracks | null;
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
    if (running && (at - running.lastAt > quietTime || at - running.beganAt > longestMotion)) end(cameraId, watched);
    if (!area) return;
    if (watched.running) watched.running.lastAt = at;
    else {
      watched.running = { beganAt: at, lastAt: at };
      onMotion({ kind: 'began', cameraId, at, area, picture: picture() });
    }
  };

  const look = async (cameraId: string, watched: Watched, sample: Sample, fragment: () => Uint8Array): Promise<void> => {
    const { tracks } = watched;
    const now = clock.monotonic();
    if (!tracks || watched.isBusy || now - watched.lastLookedAt < shortestStep) return;
    watched.isBusy = true;
    watched.lastLookedAt = now;
    const grid = await decoder.decode(tracks.video, sample.data);
    watched.isBusy = false;
    if (!grid || cameras.get(cameraId) !== watched) return;
    const at = Math.round((sample.decodeTime + sample.compositionOffset) / 90);
    const { area, level } = watched.model.update(grid, at);
    // What moves too little to count is not shown either: else the noise of a night would look like a busy street.
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
      const watched: Watched = { model: createMotionModel(settings), unsubscribe: () => undefined, tracks: null, isBusy: false, lastLookedAt: Number.NEGATIVE_INFINITY, running: null };
      cameras.set(cameraId, watched);
      watched.unsubscribe = streams.open(cameraId).subscribe(
        {
          onTracks: (tracks) => void (watched.tracks = tracks),
          onSample: (sample, fragment) => {
            if (sample.kind === 'video' && sample.keyFrame) void look(cameraId, watched, sample, fragment);
          },
          onOffline: () => end(cameraId, watched),
        },
        { fromCache: false, audio: false },
      );
    },
    forget,
    close: () => {
      for (const cameraId of [...cameras.keys()]) forget(cameraId);
      decoder.close();
    },
  };
}
