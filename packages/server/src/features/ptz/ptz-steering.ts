import type { PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createPtzMotor, isRest, rest, type PtzMotor } from './ptz-motor.ts';

/** A page that somebody steers from. */
export interface Steerer {
  readonly customerId: string;
  readonly steererId: string;
}

/** Whose hand is on which camera. Who begins has it until some seconds after the last movement; nobody else can move it meanwhile. */
export interface PtzSteering {
  /**
   * Moves at this speed until the next call, or until none comes: then it stops by itself.
   * @param sequence what is not newer than what was heard before changes nothing
   * @throws {AppError} camera-steered; of a stop what the camera answered; of a movement what it answered to the one before
   */
  move(cameraId: string, steerer: Steerer, sequence: number, velocity: PtzVelocity): Promise<void>;
  /** Sent to a place by a person: nobody else may for some seconds. @throws {AppError} camera-steered */
  take(cameraId: string, steerer: Steerer): void;
  holder(cameraId: string): string | null;
  /** For how long nobody has touched it, ms. */
  restedFor(cameraId: string): number;
  forget(cameraId: string): void;
  /** Whatever moves is stopped. */
  close(): Promise<void>;
}

export interface PtzSteeringDeps {
  readonly clock: Clock;
  readonly send: (cameraId: string, velocity: PtzVelocity) => Promise<unknown>;
  /** A camera that could not be stopped. */
  readonly onLost: (cameraId: string, error: unknown) => void;
}

/** Without a word from the page for so long the camera is stopped, ms: several times the page's rhythm. */
export const deadManTime = 1500;
/** So long after the last word the camera is free for others, ms: long enough to look at the picture and go on. */
export const holdTime = 3000;

interface Hold {
  readonly steerer: Steerer;
  sequence: number;
  /** Monotonic ms. */
  heardAt: number;
  cancelDeadMan: () => void;
  /** Of a movement; told with the next call, for a movement does not wait for the camera. */
  failure: unknown;
}

export function createPtzSteering({ clock, send, onLost }: PtzSteeringDeps): PtzSteering {
  const holds = new Map<string, Hold>();
  const motors = new Map<string, PtzMotor>();

  const motorOf = (cameraId: string): PtzMotor => {
    const motor = motors.get(cameraId) ?? createPtzMotor({ clock, send: (velocity) => send(cameraId, velocity) });
    motors.set(cameraId, motor);
    return motor;
  };
  const isHeld = ({ heardAt }: Hold): boolean => clock.monotonic() - heardAt < holdTime;
  const stop = (cameraId: string): Promise<void> => motorOf(cameraId).drive(rest).catch((error: unknown) => onLost(cameraId, error));

  const hold = (cameraId: string, steerer: Steerer): Hold => {
    const before = holds.get(cameraId);
    // The same person at another page takes it along.
    if (before && isHeld(before) && before.steerer.customerId !== steerer.customerId) throw new AppError('camera-steered');
    if (before?.steerer.customerId === steerer.customerId && before.steerer.steererId === steerer.steererId) {
      before.heardAt = clock.monotonic();
      return before;
    }
    before?.cancelDeadMan();
    const fresh: Hold = { steerer, sequence: -1, heardAt: clock.monotonic(), cancelDeadMan: () => undefined, failure: null };
    holds.set(cameraId, fresh);
    return fresh;
  };

  return {
    move: async (cameraId, steerer, sequence, velocity) => {
      const mine = hold(cameraId, steerer);
      if (sequence <= mine.sequence) return;
      mine.sequence = sequence;
      mine.cancelDeadMan();
      const driven = motorOf(cameraId).drive(velocity);
      if (isRest(velocity)) {
        mine.cancelDeadMan = () => undefined;
        mine.failure = null;
        return driven;
      }
      mine.cancelDeadMan = clock.after(deadManTime, () => void stop(cameraId));
      const { failure } = mine;
      mine.failure = null;
      driven.catch((error: unknown) => (mine.failure = error));
      if (failure !== null) throw failure;
    },
    take: (cameraId, steerer) => {
      const mine = hold(cameraId, steerer);
      // Else it would be stopped on its way.
      mine.cancelDeadMan();
      motorOf(cameraId).reset();
    },
    holder: (cameraId) => {
      const known = holds.get(cameraId);
      return known && isHeld(known) ? known.steerer.customerId : null;
    },
    restedFor: (cameraId) => clock.monotonic() - (holds.get(cameraId)?.heardAt ?? Number.NEGATIVE_INFINITY),
    forget: (cameraId) => {
      holds.get(cameraId)?.cancelDeadMan();
      holds.delete(cameraId);
      motors.delete(cameraId);
    },
    close: async () => {
      const moving = [...holds].filter(([, known]) => isHeld(known));
      for (const [, known] of holds) known.cancelDeadMan();
      holds.clear();
      await Promise.all(moving.map(([cameraId]) => stop(cameraId)));
    },
  };
}
