import {
  ptzGoCommand, ptzMoveCommand, ptzReadCommand, ptzRemovePresetCommand, ptzSavePresetCommand, ptzSetHomeCommand,
  type Ptz, type PtzAbilities, type PtzPatrol, type PtzPreset, type PtzTarget, type PtzVelocity, type SetPtzPatrolBody,
} from '@watchpost/contract/schemas/ptz';
import type { Db } from '../../db/database.ts';
import type { CameraAccess } from '../../kernel/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/log.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import { isUnable, motorLifetime } from './ptz-motor.ts';
import { createPtzPatrols } from './ptz-patrols.ts';
import { createPtzRepository } from './ptz-repository.ts';
import { createPtzSteering } from './ptz-steering.ts';

/** Steers cameras for people; who may was checked before. */
export interface PtzService {
  /** `abilities` null for a camera that can't be steered. @throws {AppError} camera-offline, camera-silent and what else keeps it from telling */
  get(access: CameraAccess): Promise<Ptz>;
  /** @throws {AppError} camera-steered, or what the camera answered */
  move(access: CameraAccess, steererId: string, sequence: number, velocity: PtzVelocity): Promise<void>;
  /** @throws {AppError} camera-steered, or what the camera answered */
  go(access: CameraAccess, steererId: string, target: PtzTarget): Promise<void>;
  setHome(access: CameraAccess): Promise<void>;
  /** Keeps where it looks now. @param presetId which to replace; null makes a new one */
  savePreset(access: CameraAccess, presetId: string | null, name: string): Promise<PtzPreset>;
  removePreset(access: CameraAccess, presetId: string): Promise<void>;
  /** @throws {AppError} camera-unsupported for one that can't be steered */
  setPatrol(access: CameraAccess, patrol: SetPtzPatrolBody): Promise<PtzPatrol>;
  /** Takes up a camera's patrol. */
  start(cameraId: string): Promise<void>;
  stop(cameraId: string): void;
  /** Whatever moves is stopped. */
  close(): Promise<void>;
}

export interface PtzServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly control: Pick<CameraControl, 'send'>;
}

interface Known {
  readonly abilities: PtzAbilities | null;
  readonly presets: readonly PtzPreset[];
}

/** What a camera can do seldom changes, and its presets may be changed at the camera itself, ms. */
const knownFor = 30_000;

export function createPtzService({ db, clock, log, control }: PtzServiceDeps): PtzService {
  const known = new Map<string, { readonly at: number; readonly answer: Promise<Known> }>();
  const steering = createPtzSteering({
    clock,
    send: (cameraId, velocity) => control.send(cameraId, ptzMoveCommand, { ...velocity, lifetime: motorLifetime }),
    onLost: (cameraId, error) => {
      // What has no motor does not move.
      if (!isUnable(error)) log.warn({ err: error, cameraId }, 'A camera that moves could not be stopped');
    },
  });
  const patrols = createPtzPatrols({
    clock,
    repository: createPtzRepository(db),
    go: (cameraId, presetId) => control.send(cameraId, ptzGoCommand, { kind: 'preset', presetId }),
    restedFor: steering.restedFor,
    onMissed: (cameraId, error) => log.debug({ err: error, cameraId }, 'A place of a patrol was not reached'),
  });

  const ask = async (cameraId: string): Promise<Known> => {
    try {
      return await control.send(cameraId, ptzReadCommand, {});
    } catch (error) {
      if (isUnable(error)) return { abilities: null, presets: [] };
      known.delete(cameraId);
      throw error;
    }
  };
  const read = (cameraId: string): Promise<Known> => {
    const last = known.get(cameraId);
    if (last && clock.monotonic() - last.at < knownFor) return last.answer;
    const answer = ask(cameraId);
    known.set(cameraId, { at: clock.monotonic(), answer });
    return answer;
  };
  const holderIs = (cameraId: string, customerId: string): Ptz['steering'] => {
    const holder = steering.holder(cameraId);
    return holder === null ? 'nobody' : holder === customerId ? 'you' : 'other';
  };
  /** What changes at the camera while somebody else steers it would be kept of a place that nobody chose. */
  const requireFree = ({ cameraId, customerId }: CameraAccess): void => {
    if (holderIs(cameraId, customerId) === 'other') throw new AppError('camera-steered');
  };

  return {
    get: async ({ cameraId, customerId }) => {
      const [{ abilities, presets }, patrol] = await Promise.all([read(cameraId), patrols.get(cameraId)]);
      return { abilities, presets: [...presets], patrol, steering: holderIs(cameraId, customerId) };
    },
    move: ({ cameraId, customerId }, steererId, sequence, velocity) => steering.move(cameraId, { customerId, steererId }, sequence, velocity),
    go: async ({ cameraId, customerId }, steererId, target) => {
      steering.take(cameraId, { customerId, steererId });
      await control.send(cameraId, ptzGoCommand, target);
    },
    setHome: async (access) => {
      requireFree(access);
      await control.send(access.cameraId, ptzSetHomeCommand, {});
    },
    savePreset: async (access, presetId, name) => {
      requireFree(access);
      try {
        return await control.send(access.cameraId, ptzSavePresetCommand, { presetId, name });
      } finally {
        known.delete(access.cameraId);
      }
    },
    removePreset: async ({ cameraId }, presetId) => {
      await control.send(cameraId, ptzRemovePresetCommand, { presetId });
      known.delete(cameraId);
      await patrols.leaveOut(cameraId, presetId);
    },
    setPatrol: async ({ cameraId }, patrol) => {
      if (patrol.isRunning && (await read(cameraId)).abilities === null) throw new AppError('camera-unsupported');
      return patrols.set(cameraId, patrol);
    },
    start: patrols.start,
    stop: (cameraId) => {
      patrols.stop(cameraId);
      steering.forget(cameraId);
      known.delete(cameraId);
    },
    close: async () => {
      patrols.close();
      await steering.close();
    },
  };
}
