import type { PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { backOffDelay } from '@watchpost/contract/timing/back-off';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { createPtzMotor, isRest, isUnable, rest, type PtzMotor } from './ptz-motor.ts';

/** A page from which a user steers, or a program. */
interface Steerer {
  readonly customerId: string;
  readonly steererId: string;
}

/**
 * Tracks who steers which camera. The first user has control until some seconds after the last movement; no other user can move it
 * meanwhile.
 */
export interface PtzSteering {
  /**
   * Moves at this speed until the next call; without one the camera stops by itself.
   * @param sequence a call that is not newer than the last one has no effect
   * @throws {AppError} camera-steered; for a stop the camera's error; for a movement the error of the previous one
   */
  move(cameraId: string, steerer: Steerer, sequence: number, velocity: PtzVelocity): Promise<void>;
  /** Reserves the camera for a user who moved it to a preset: no other user can for some seconds. @throws {AppError} camera-steered */
  take(cameraId: string, steerer: Steerer): void;
  /** Stops a camera that moves for this user, and frees it; has no effect when another user has it by now. */
  halt(cameraId: string, customerId: string): void;
  holder(cameraId: string): string | null;
  /** Whether this page has the camera, and no other one of the same user. */
  isHeldBy(cameraId: string, steerer: Steerer): boolean;
  /** Whether it moves at a speed. A camera on its way to a preset does not report when it is there. */
  isMoving(cameraId: string): boolean;
  /** Returns how long no user has moved it, ms. */
  idleMsOf(cameraId: string): number;
  forget(cameraId: string): void;
  /** Stops all moving cameras. */
  close(): Promise<void>;
}

export interface PtzSteeringDeps {
  readonly clock: Clock;
  readonly send: (cameraId: string, velocity: PtzVelocity) => Promise<unknown>;
  /** Called for a camera that could not be stopped; it is tried again for some minutes. */
  readonly onLost: (cameraId: string, error: unknown) => void;
}

/** Without a request from the page for this long the camera is stopped, ms: several times the page's interval. */
export const deadManTimeoutMs = 1500;
/** How long after the last request the camera becomes free for others, ms: long enough to look at the picture and continue. */
const holdTimeoutMs = 3000;
/** A camera that ignores timeouts turns until it is stopped, so a stop that failed is repeated, ever more rarely. */
const lostRetry = { minMs: 1000, maxMs: 30_000 };
const maxLostRetries = 12;

interface Hold {
  readonly steerer: Steerer;
  sequence: number;
  /** Monotonic ms. */
  heardAt: number;
  cancelDeadMan: () => void;
  isMoving: boolean;
  /** Error of a movement; reported with the next call, because a movement does not wait for the camera. */
  failure: unknown;
}

export function createPtzSteering({ clock, send, onLost }: PtzSteeringDeps): PtzSteering {
  const holds = new Map<string, Hold>();
  const motors = new Map<string, PtzMotor>();
  /** By camera that could not be stopped: cancels the next attempt. */
  const lost = new Map<string, () => void>();

  const motorOf = (cameraId: string): PtzMotor => {
    const motor = motors.get(cameraId) ?? createPtzMotor({ clock, send: (velocity) => send(cameraId, velocity) });
    motors.set(cameraId, motor);
    return motor;
  };
  const isHeld = ({ heardAt }: Hold): boolean => clock.monotonic() - heardAt < holdTimeoutMs;
  const keepStopping = (cameraId: string, attempt = 0): void => {
    lost.get(cameraId)?.();
    if (attempt >= maxLostRetries) return void lost.delete(cameraId);
    const cancel = clock.after(backOffDelay(attempt, 1, lostRetry), () => {
      // Another user, or the server's end, may have taken over meanwhile.
      const isMine = (): boolean => lost.get(cameraId) === cancel;
      motorOf(cameraId)
        .drive(rest)
        .then(
          () => isMine() && lost.delete(cameraId),
          (error: unknown) => isMine() && !isUnable(error) && keepStopping(cameraId, attempt + 1),
        );
    });
    lost.set(cameraId, cancel);
  };
  /** A viewer who moves the camera takes over. */
  const giveUpStopping = (cameraId: string): void => {
    lost.get(cameraId)?.();
    lost.delete(cameraId);
  };
  const onStopFailed = (cameraId: string, error: unknown): void => {
    onLost(cameraId, error);
    if (!isUnable(error)) keepStopping(cameraId);
  };
  const stop = (cameraId: string): Promise<void> =>
    motorOf(cameraId)
      .drive(rest)
      .catch((error: unknown) => onStopFailed(cameraId, error));

  const hold = (cameraId: string, steerer: Steerer): Hold => {
    const before = holds.get(cameraId);
    // The same user on another page takes over.
    if (before && isHeld(before) && before.steerer.customerId !== steerer.customerId) throw new AppError('camera-steered');
    if (before?.steerer.customerId === steerer.customerId && before.steerer.steererId === steerer.steererId) {
      before.heardAt = clock.monotonic();
      return before;
    }
    before?.cancelDeadMan();
    const fresh: Hold = {
      steerer,
      sequence: -1,
      heardAt: clock.monotonic(),
      cancelDeadMan: () => undefined,
      isMoving: before?.isMoving ?? false,
      failure: null,
    };
    holds.set(cameraId, fresh);
    return fresh;
  };

  return {
    move: async (cameraId, steerer, sequence, velocity) => {
      const mine = hold(cameraId, steerer);
      if (sequence <= mine.sequence) return;
      mine.sequence = sequence;
      mine.cancelDeadMan();
      mine.isMoving = !isRest(velocity);
      giveUpStopping(cameraId);
      const driven = motorOf(cameraId).drive(velocity);
      if (isRest(velocity)) {
        mine.cancelDeadMan = () => undefined;
        mine.failure = null;
        driven.catch((error: unknown) => onStopFailed(cameraId, error));
        return driven;
      }
      mine.cancelDeadMan = clock.after(deadManTimeoutMs, () => {
        mine.isMoving = false;
        void stop(cameraId);
      });
      const { failure } = mine;
      mine.failure = null;
      driven.catch((error: unknown) => (mine.failure = error));
      if (failure !== null) throw failure;
    },
    take: (cameraId, steerer) => {
      const mine = hold(cameraId, steerer);
      // Otherwise it would be stopped on its way.
      mine.cancelDeadMan();
      mine.isMoving = false;
      giveUpStopping(cameraId);
      motorOf(cameraId).reset();
    },
    halt: (cameraId, customerId) => {
      const known = holds.get(cameraId);
      if (known?.steerer.customerId !== customerId) return;
      known.cancelDeadMan();
      holds.delete(cameraId);
      void stop(cameraId);
    },
    holder: (cameraId) => {
      const known = holds.get(cameraId);
      return known && isHeld(known) ? known.steerer.customerId : null;
    },
    isHeldBy: (cameraId, { customerId, steererId }) => {
      const known = holds.get(cameraId);
      return known !== undefined && isHeld(known) && known.steerer.customerId === customerId && known.steerer.steererId === steererId;
    },
    isMoving: (cameraId) => holds.get(cameraId)?.isMoving ?? false,
    idleMsOf: (cameraId) => clock.monotonic() - (holds.get(cameraId)?.heardAt ?? Number.NEGATIVE_INFINITY),
    forget: (cameraId) => {
      holds.get(cameraId)?.cancelDeadMan();
      giveUpStopping(cameraId);
      holds.delete(cameraId);
      motors.delete(cameraId);
    },
    close: async () => {
      const held = [...holds].filter(([, known]) => isHeld(known)).map(([cameraId]) => cameraId);
      const moving = new Set([...held, ...lost.keys()]);
      for (const [, known] of holds) known.cancelDeadMan();
      holds.clear();
      for (const cancel of lost.values()) cancel();
      lost.clear();
      const stopLast = (cameraId: string): Promise<void> =>
        motorOf(cameraId)
          .drive(rest)
          .catch((error: unknown) => onLost(cameraId, error));
      await Promise.all([...moving].map(stopLast));
    },
  };
}
