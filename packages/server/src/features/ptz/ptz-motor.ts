import type { PtzVelocity } from '@watchpost/contract/schemas/ptz';
import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';

/** Drives one camera: one command at a time, the newest request wins, and a stop is retried. */
export interface PtzMotor {
  /**
   * Sets the speed.
   * @returns once the camera has this speed, or a newer one
   * @throws the camera's error; for a stop, after several attempts
   */
  drive(velocity: PtzVelocity): Promise<void>;
  /** Forgets the last command, because the camera was sent elsewhere. */
  reset(): void;
}

export interface PtzMotorDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly send: (velocity: PtzVelocity) => Promise<unknown>;
}

/** A camera without further commands stops after this time, ms, in case this server fails. */
export const motorLifetimeMs = 3000;
/** The command is repeated after this time, ms. */
const renewIntervalMs = 1000;
const maxStopAttempts = 4;
const stopRetryDelayMs = 300;

export const rest: PtzVelocity = { pan: 0, tilt: 0, zoom: 0 };

export function isRest({ pan, tilt, zoom }: PtzVelocity): boolean {
  return pan === 0 && tilt === 0 && zoom === 0;
}

export function createPtzMotor({ clock, send }: PtzMotorDeps): PtzMotor {
  let wanted = rest;
  let lastSent: { readonly velocity: PtzVelocity; readonly at: number } | null = null;
  let inFlight: Promise<void> | null = null;

  const sendWanted = async (): Promise<void> => {
    for (let attempt = 1; ;) {
      const velocity = wanted;
      try {
        await send(velocity);
        if (velocity === wanted) {
          lastSent = { velocity, at: clock.monotonic() };
          // In the same turn: a new request must not wait for a loop that has ended.
          inFlight = null;
          return;
        }
        attempt = 1;
      } catch (error) {
        lastSent = null;
        if (velocity !== wanted) attempt = 1;
        else if (!isRest(velocity) || attempt === maxStopAttempts || isUnable(error)) {
          inFlight = null;
          throw error;
        } else {
          attempt += 1;
          await new Promise<void>((resolve) => clock.after(stopRetryDelayMs, resolve));
        }
      }
    }
  };
  const isSent = (velocity: PtzVelocity): boolean =>
    lastSent !== null && isSame(lastSent.velocity, velocity) && clock.monotonic() - lastSent.at < renewIntervalMs;

  return {
    drive: (velocity) => {
      if (inFlight === null && isSent(velocity)) return Promise.resolve();
      // A speed that is being sent need not be sent again.
      if (inFlight === null || !isSame(wanted, velocity)) wanted = velocity;
      if (inFlight !== null) return inFlight;
      const sending = sendWanted();
      inFlight = sending;
      return sending;
    },
    reset: () => void (lastSent = null),
  };
}

/** Whether the camera has no motor, so it need not be stopped. */
export function isUnable(error: unknown): boolean {
  return error instanceof AppError && error.code === 'camera-unsupported';
}

function isSame(a: PtzVelocity, b: PtzVelocity): boolean {
  return a.pan === b.pan && a.tilt === b.tilt && a.zoom === b.zoom;
}
