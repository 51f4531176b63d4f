import { defaultDetection } from '@watchpost/contract/schemas/smart-events';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import type { Logger } from '../../../packages/server/src/kernel/log.ts';
import { createGridDecoder } from '../../../packages/server/src/media/detection/grid-decoder.ts';
import { createMotionWatch, type Motion } from '../../../packages/server/src/media/detection/motion-watch.ts';
import { createCpuBudget } from '../../../packages/server/src/media/objects/cpu-budget.ts';
import type { Look, ObjectDetector } from '../../../packages/server/src/media/objects/engine/object-detector.ts';
import { createObjectWatch } from '../../../packages/server/src/media/objects/object-watch.ts';
import type { Detection } from '../../../packages/server/src/media/objects/tracking/object-rules.ts';
import { createStreamRegistry } from '../../../packages/server/src/media/stream/stream-registry.ts';
import { createScenePlayer, type Scene } from '../../../packages/server/src/testing/scene-samples.ts';

export interface Watched {
  readonly looks: readonly Look[];
  /** Durations of all looks but the first, which loads the model. */
  readonly tookMs: readonly number[];
  readonly detections: readonly Detection[];
  /** What motion detection alone reports. */
  readonly motions: readonly Motion[];
  /** From the first motion of a scene to its detections. */
  readonly delaysMs: readonly number[];
}

const settings = [
  { ...defaultDetection('human'), isEnabled: true },
  { ...defaultDetection('vehicle'), isEnabled: true },
];

/** Shows a scene to both detections as a camera does, picture by picture; looks are waited for, so that a busy machine finds the same. */
export async function watchScene(
  scene: Scene,
  { detector, log, seconds }: { readonly detector: ObjectDetector; readonly log: Logger; readonly seconds: number },
): Promise<Watched> {
  const clock = createManualClock(0);
  const streams = createStreamRegistry({ clock, log });
  const looks: Look[] = [];
  const tookMs: number[] = [];
  const detections: Detection[] = [];
  const motions: Motion[] = [];
  const looking: Promise<Look | null>[] = [];
  const decoding: Promise<unknown>[] = [];
  const objects = createObjectWatch({
    streams,
    detector: {
      ...detector,
      look: (request) => looking[looking.push(detector.look(request)) - 1] ?? Promise.resolve(null),
      close: () => undefined,
    },
    budget: createCpuBudget({ clock, share: 64 }),
    clock,
    log,
    newId: () => `d${detections.length}`,
    onDetection: (detection) => detections.push(detection),
  });
  const grids = createGridDecoder({ clock: systemClock, log });
  const motion = createMotionWatch({
    streams,
    clock,
    decoder: {
      ...grids,
      decode: (track, data) => {
        const decoded = grids.decode(track, data);
        decoding.push(decoded);
        return decoded;
      },
    },
    onMotion: (one) => motions.push(one),
  });
  // Names of their own: the detector remembers what each camera usually shows.
  const cameraId = `watched-${systemClock.monotonic()}`;
  objects.configure(cameraId, settings);
  motion.watch(cameraId, { sensitivity: 6, areas: [] });
  const player = createScenePlayer(scene, 0, streams.open(cameraId).input);
  for (let time = 0; time < seconds * 1000; time += 100) {
    clock.advance(100);
    player.play(100);
    await Promise.all(decoding.splice(0));
    const current = looking.pop();
    if (!current) continue;
    const startedAt = systemClock.monotonic();
    const look = await current;
    await new Promise((resolve) => setImmediate(resolve));
    if (!look) continue;
    looks.push(look);
    if (looks.length > 1) tookMs.push(systemClock.monotonic() - startedAt);
  }
  objects.close();
  motion.close();
  const firstMotion = looks.find(({ moving: areas }) => areas.length > 0)?.at ?? Number.NaN;
  const delaysMs = detections.filter((one) => one.kind === 'began').map(({ at }) => at - firstMotion);
  return { looks, tookMs, detections, motions, delaysMs };
}

export function countBegan(found: readonly (Detection | Motion)[], type?: string): number {
  return found.filter((one) => one.kind === 'began' && (type === undefined || ('type' in one && one.type === type))).length;
}
