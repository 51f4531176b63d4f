import type { PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';

/** Drives one camera: one command at a time, the newest wish wins, and a stop is insisted on. */
export interface PtzMotor {
  /**
   * @returns once the camera has this speed, or a newer one
   * @throws what the camera answered; of a stop, after some attempts
   */
  drive(velocity: PtzVelocity): Promise<void>;
  /** It was sent somewhere else: what it was told last counts no more. */
  reset(): void;
}

export interface PtzMotorDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly send: (velocity: PtzVelocity) => Promise<unknown>;
}

/** A camera that hears nothing more stops after so long, ms: when this server itself is gone. */
export const motorLifetime = 3000;
/** So it is told again in time, ms. */
const renewAfter = 1000;
const stopAttempts = 4;
const stopPause = 300;

export const rest: PtzVelocity = { pan: 0, tilt: 0, zoom: 0 };

export function isRest({ pan, tilt, zoom }: PtzVelocity): boolean {
  return pan === 0 && tilt === 0 && zoom === 0;
}

export function createPtzMotor({ clock, send }: PtzMotorDeps): PtzMotor {
  let wanted = rest;
  let told: { readonly velocity: PtzVelocity; readonly at: number } | null = null;
  let underWay: Promise<void> | null = null;

  const tell = async (): Promise<void> => {
    for (let attempt = 1; ; ) {
      const velocity = wanted;
      try {
        await send(velocity);
        if (velocity === wanted) {
          told = { velocity, at: clock.monotonic() };
          // In the same turn: a wish that comes now must not wait for an end that has passed.
          underWay = null;
          return;
        }
        attempt = 1;
      } catch (error) {
        told = null;
        if (velocity !== wanted) attempt = 1;
        else if (!isRest(velocity) || attempt === stopAttempts || isUnable(error)) {
          underWay = null;
          throw error;
        } else {
          attempt += 1;
          await new Promise<void>((resolve) => clock.after(stopPause, resolve));
        }
      }
    }
  };
  const isTold = (velocity: PtzVelocity): boolean => told !== null && isSame(told.velocity, velocity) && clock.monotonic() - told.at < renewAfter;

  return {
    drive: (velocity) => {
      if (underWay === null && isTold(velocity)) return Promise.resolve();
      // A speed that is under way already need not be told once more.
      if (underWay === null || !isSame(wanted, velocity)) wanted = velocity;
      if (underWay !== null) return underWay;
      const telling = tell();
      underWay = telling;
      return telling;
    },
    reset: () => void (told = null),
  };
}

/** Nothing moves it: it need not be stopped. */
export function isUnable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'camera-unsupported';
}

function isSame(a: PtzVelocity, b: PtzVelocity): boolean {
  return a.pan === b.pan && a.tilt === b.tilt && a.zoom === b.zoom;
}
