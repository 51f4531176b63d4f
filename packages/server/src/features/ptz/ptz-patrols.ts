import type { PtzPatrol } from '@watchpost/contract/schemas/ptz';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { PtzRepository } from './ptz-repository.ts';

/** Moves cameras from preset to preset. The server does it, so that every camera with presets can patrol. */
export interface PtzPatrols {
  get(cameraId: string): Promise<PtzPatrol>;
  set(cameraId: string, patrol: PtzPatrol): Promise<PtzPatrol>;
  /** Removes a deleted preset; a patrol with one preset ends. */
  leaveOut(cameraId: string, presetId: string): Promise<void>;
  /** Continues the stored patrol. */
  start(cameraId: string): Promise<void>;
  stop(cameraId: string): void;
  close(): void;
}

export interface PtzPatrolsDeps {
  readonly clock: Clock;
  readonly repository: PtzRepository;
  readonly go: (cameraId: string, presetId: string) => Promise<unknown>;
  /** Returns how long no user has steered it, ms. */
  readonly idleMsOf: (cameraId: string) => number;
  /** Called for an unreachable preset; the patrol goes on to the next one in its turn. */
  readonly onMissed: (cameraId: string, error: unknown) => void;
}

/** The patrol pauses for this long after manual steering, ms. */
const steeringPauseMs = 60_000;

export function createPtzPatrols({ clock, repository, go, idleMsOf, onMissed }: PtzPatrolsDeps): PtzPatrols {
  /** Functions that end a camera's patrol. */
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
      const wait = steeringPauseMs - idleMsOf(cameraId);
      if (wait > 0) {
        cancel = clock.after(wait, () => void step());
        return;
      }
      const presetId = presetIds[next % presetIds.length] ?? '';
      next += 1;
      // Counted from departure: a slow or offline camera does not delay the round.
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
