import type { PtzPatrol } from '@watchpost/contract/schemas/ptz';
import type { Clock } from '../../kernel/clock.ts';
import type { PtzRepository } from './ptz-repository.ts';

/** Sends cameras from preset to preset. The server does it, so that every camera that knows presets can. */
export interface PtzPatrols {
  get(cameraId: string): Promise<PtzPatrol>;
  set(cameraId: string, patrol: PtzPatrol): Promise<PtzPatrol>;
  /** A preset that is gone is left out; where one is left, there is nothing to patrol. */
  leaveOut(cameraId: string, presetId: string): Promise<void>;
  /** Goes on as it was set. */
  start(cameraId: string): Promise<void>;
  stop(cameraId: string): void;
  close(): void;
}

export interface PtzPatrolsDeps {
  readonly clock: Clock;
  readonly repository: PtzRepository;
  readonly go: (cameraId: string, presetId: string) => Promise<unknown>;
  /** For how long nobody has steered it, ms. */
  readonly restedFor: (cameraId: string) => number;
  /** A place that could not be reached: the next one is tried in its turn. */
  readonly onMissed: (cameraId: string, error: unknown) => void;
}

/** Who steers by hand has so long to look, ms. */
export const handsOffTime = 60_000;

export function createPtzPatrols({ clock, repository, go, restedFor, onMissed }: PtzPatrolsDeps): PtzPatrols {
  /** Ends a camera's patrol. */
  const running = new Map<string, () => void>();

  const stop = (cameraId: string): void => {
    running.get(cameraId)?.();
    running.delete(cameraId);
  };
  const run = (cameraId: string, { presetIds, dwellSeconds, isRunning }: PtzPatrol): void => {
    stop(cameraId);
    if (!isRunning) return;
    let next = 0;
    let cancel: () => void = () => undefined;
    const step = async (): Promise<void> => {
      const wait = handsOffTime - restedFor(cameraId);
      if (wait > 0) {
        cancel = clock.after(wait, () => void step());
        return;
      }
      const presetId = presetIds[next % presetIds.length] ?? '';
      next += 1;
      // Counted from its setting out: a camera that is slow or away does not hold up the round.
      cancel = clock.after(dwellSeconds * 1000, () => void step());
      await go(cameraId, presetId).catch((error: unknown) => onMissed(cameraId, error));
    };
    running.set(cameraId, () => cancel());
    void step();
  };
  const set = async (cameraId: string, patrol: PtzPatrol): Promise<PtzPatrol> => {
    await repository.save(cameraId, patrol);
    run(cameraId, patrol);
    return patrol;
  };

  return {
    get: repository.find,
    set,
    leaveOut: async (cameraId, presetId) => {
      const patrol = await repository.find(cameraId);
      if (!patrol.presetIds.includes(presetId)) return;
      const presetIds = patrol.presetIds.filter((known) => known !== presetId);
      await set(cameraId, { ...patrol, presetIds, isRunning: patrol.isRunning && new Set(presetIds).size > 1 });
    },
    start: async (cameraId) => run(cameraId, await repository.find(cameraId)),
    stop,
    close: () => {
      for (const cameraId of running.keys()) stop(cameraId);
    },
  };
}
