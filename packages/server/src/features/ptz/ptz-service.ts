import {
  ptzGoCommand,
  ptzMoveCommand,
  ptzReadCommand,
  ptzRemovePresetCommand,
  ptzSavePresetCommand,
  ptzSetHomeCommand,
  type Ptz,
  type PtzAbilities,
  type PtzPatrol,
  type PtzPreset,
  type PtzTarget,
  type PtzVelocity,
  type SetPtzPatrolBody,
} from '@watchpost/contract/schemas/ptz';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { CameraAccess } from '../../kernel/access/access.ts';
import type { ViewingTracker } from '../../kernel/access/viewing.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import type { Logger } from '../../kernel/log.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import { createPtzAccess, type PtzAccessDeps, type PtzMover } from './ptz-access.ts';
import { createPtzLastingMoves, type PtzMovement } from './ptz-lasting-moves.ts';
import { isRest, isUnable, motorLifetimeMs } from './ptz-motor.ts';
import { createPtzPatrols } from './ptz-patrols.ts';
import { createPtzRepository } from './ptz-repository.ts';
import { createPtzSteering, deadManTimeoutMs } from './ptz-steering.ts';

/** Steers cameras for users; the caller has checked the rights. */
export interface PtzService {
  /**
   * Returns the state; `abilities` is null for a camera that can't be steered. @throws {AppError} camera-offline, camera-silent and other
   * reasons why it can't answer
   */
  get(access: CameraAccess): Promise<Ptz>;
  /** Moves the camera, and stops it when the user loses the right to. @throws {AppError} camera-steered, or the camera's error */
  move(mover: PtzMover, steererId: string, sequence: number, velocity: PtzVelocity): Promise<void>;
  /** As `move`, for a program that says once how long. */
  moveFor(mover: PtzMover, steererId: string, movement: PtzMovement): Promise<void>;
  /** Whether the camera moves at a speed now. */
  isMoving(cameraId: string): boolean;
  /** Moves the camera to a target, likewise. @throws {AppError} camera-steered, or the camera's error */
  go(mover: PtzMover, steererId: string, target: PtzTarget): Promise<void>;
  setHome(access: CameraAccess): Promise<void>;
  /**
   * Saves the current position.
   * @param presetId the preset to replace; null creates a new one
   */
  savePreset(access: CameraAccess, presetId: string | null, name: string): Promise<PtzPreset>;
  removePreset(access: CameraAccess, presetId: string): Promise<void>;
  /** Stores the patrol. @throws {AppError} camera-unsupported for one that can't be steered */
  setPatrol(access: CameraAccess, patrol: SetPtzPatrolBody): Promise<PtzPatrol>;
  /** Continues a camera's patrol. */
  start(cameraId: string): Promise<void>;
  stop(cameraId: string): void;
  /** Stops all moving cameras. */
  close(): Promise<void>;
}

export interface PtzServiceDeps extends Pick<PtzAccessDeps, 'watchAccess'> {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly control: Pick<CameraControl, 'send'>;
  readonly viewings: Pick<ViewingTracker, 'steer'>;
}

interface Known {
  readonly abilities: PtzAbilities | null;
  readonly presets: readonly PtzPreset[];
}

/** How long a camera's abilities and presets are cached, ms: abilities seldom change, but presets may be changed at the camera itself. */
const cacheTtlMs = 30_000;
/** A camera has reached a preset after this time, ms: slow ones take that long to turn around. */
const maxTurnMs = 30_000;

export function createPtzService({ db, clock, log, control, viewings, watchAccess }: PtzServiceDeps): PtzService {
  const known = new Map<string, { readonly at: number; readonly answer: Promise<Known> }>();
  const steering = createPtzSteering({
    clock,
    send: (cameraId, velocity) => control.send(cameraId, ptzMoveCommand, { ...velocity, lifetime: motorLifetimeMs }),
    onLost: (cameraId, error) => {
      // A camera without a motor does not move.
      if (!isUnable(error)) log.warn({ err: error, cameraId }, 'A camera that moves could not be stopped');
    },
  });
  const patrols = createPtzPatrols({
    clock,
    repository: createPtzRepository(db),
    go: (cameraId, presetId) => control.send(cameraId, ptzGoCommand, { kind: 'preset', presetId }),
    idleMsOf: steering.idleMsOf,
    onMissed: (cameraId, error) => log.debug({ err: error, cameraId }, 'A preset of a patrol could not be reached'),
  });

  const rights = createPtzAccess({ clock, watchAccess });
  /** Notes who moves a camera, and stops it when they lose the right to. */
  const moves = (mover: PtzMover, lastsMs: number, halt: () => void): void => {
    viewings.steer(mover.access, mover.userAgent);
    rights.moves(mover, lastsMs, halt);
  };

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
    if (last && clock.monotonic() - last.at < cacheTtlMs) return last.answer;
    const answer = ask(cameraId);
    known.set(cameraId, { at: clock.monotonic(), answer });
    return answer;
  };
  const holderIs = (cameraId: string, customerId: string): Ptz['steering'] => {
    const holder = steering.holder(cameraId);
    return holder === null ? 'nobody' : holder === customerId ? 'you' : 'other';
  };
  /** Refuses to save while another user steers: the preset would be a place that no one chose. */
  const requireFree = ({ cameraId, customerId }: CameraAccess): void => {
    if (holderIs(cameraId, customerId) === 'other') throw new AppError('camera-steered');
  };

  const move: PtzService['move'] = (mover, steererId, sequence, velocity) => {
    const { cameraId, customerId } = mover.access;
    const moved = steering.move(cameraId, { customerId, steererId }, sequence, velocity);
    const isRefused = steering.holder(cameraId) !== customerId;
    if (!isRefused && !isRest(velocity)) moves(mover, deadManTimeoutMs, () => steering.halt(cameraId, customerId));
    return moved;
  };
  const lasting = createPtzLastingMoves({
    clock,
    move,
    isHeldBy: steering.isHeldBy,
    onFailed: (cameraId, error) => log.debug({ err: error, cameraId }, 'A movement ended before its time'),
  });

  return {
    get: async ({ cameraId, customerId }) => {
      const [{ abilities, presets }, patrol] = await Promise.all([read(cameraId), patrols.get(cameraId)]);
      return { abilities, presets: [...presets], patrol, steering: holderIs(cameraId, customerId) } satisfies Complete<Ptz>;
    },
    move,
    moveFor: lasting.move,
    isMoving: steering.isMoving,
    go: async (mover, steererId, target) => {
      const { cameraId, customerId } = mover.access;
      steering.take(cameraId, { customerId, steererId });
      lasting.end(cameraId);
      const sent = control.send(cameraId, ptzGoCommand, target);
      // A stop that overtakes the command would stop nothing.
      const halt = () => void sent.catch(() => undefined).then(() => steering.halt(cameraId, customerId));
      moves(mover, maxTurnMs, halt);
      await sent;
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
      lasting.forget(cameraId);
      rights.forget(cameraId);
      steering.forget(cameraId);
      known.delete(cameraId);
    },
    close: async () => {
      patrols.close();
      lasting.close();
      rights.close();
      await steering.close();
    },
  };
}
