import type { PtzVelocity } from '@watchpost/contract/schemas/ptz';
import { steeringIntervalMs } from '@watchpost/contract/timing/ptz-steering';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { PtzMover } from './ptz-access.ts';
import { isRest, rest } from './ptz-motor.ts';
import type { PtzSteering } from './ptz-steering.ts';

/**
 * Movements of programs that say once how long, as recorders do. This server repeats them as a page would, so the same stops a camera: its
 * own timeout, another page, the end of the right, the end of this server.
 */
export interface PtzLastingMoves {
  /**
   * Moves at a speed for a time, instead of what began before; all 0 stops.
   * @throws {AppError} camera-steered, or the camera's error
   */
  move(mover: PtzMover, steererId: string, movement: PtzMovement): Promise<void>;
  /** Repeats nothing more for this camera; it is not stopped here. */
  end(cameraId: string): void;
  forget(cameraId: string): void;
  close(): void;
}

/** What a program asks for. */
export interface PtzMovement {
  readonly velocity: PtzVelocity;
  /** ms */
  readonly lastsMs: number;
  /** When the request arrived, Unix ms: a movement that a later stop has overtaken has no effect. */
  readonly askedAt: number;
}

export interface PtzLastingMovesDeps {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Moves the camera as a page does. */
  readonly move: (mover: PtzMover, steererId: string, sequence: number, velocity: PtzVelocity) => Promise<void>;
  readonly isHeldBy: PtzSteering['isHeldBy'];
  /** Called when a movement ended before its time. */
  readonly onFailed: (cameraId: string, error: unknown) => void;
}

/** A request is under way for less than this time, ms; with a greater difference, the clock was set. */
const maxOvertakenMs = 5000;

export function createPtzLastingMoves({ clock, move, isHeldBy, onFailed }: PtzLastingMovesDeps): PtzLastingMoves {
  /** By camera: what ends its repetition. */
  const running = new Map<string, () => void>();
  /** By camera: who stopped it last, and when that was asked for. */
  const stopped = new Map<string, { readonly steererId: string; readonly askedAt: number }>();
  let sequence = 0;

  const end = (cameraId: string): void => running.get(cameraId)?.();
  const send = (mover: PtzMover, steererId: string, velocity: PtzVelocity): Promise<void> => {
    sequence += 1;
    return move(mover, steererId, sequence, velocity);
  };
  /** @returns what ends this repetition, and no later one */
  const repeat = (mover: PtzMover, steererId: string, velocity: PtzVelocity, lastsMs: number): (() => void) => {
    const { cameraId, customerId } = mover.access;
    const endsAt = clock.monotonic() + lastsMs;
    let cancel = (): void => undefined;
    const stop = (): void => {
      cancel();
      if (running.get(cameraId) === stop) running.delete(cameraId);
    };
    const step = (): void => {
      // Another page has it by now, or the right has ended: then it was stopped.
      if (!isHeldBy(cameraId, { customerId, steererId })) return stop();
      const isOver = clock.monotonic() >= endsAt;
      if (isOver) stop();
      else wait();
      send(mover, steererId, isOver ? rest : velocity).catch((error: unknown) => {
        stop();
        onFailed(cameraId, error);
      });
    };
    const wait = (): void => {
      cancel = clock.after(Math.max(0, Math.min(steeringIntervalMs, endsAt - clock.monotonic())), step);
    };
    running.set(cameraId, stop);
    wait();
    return stop;
  };

  return {
    move: (mover, steererId, { velocity, lastsMs, askedAt }) => {
      const { cameraId, customerId } = mover.access;
      const last = stopped.get(cameraId);
      const overtakenMs = last?.steererId === steererId ? last.askedAt - askedAt : 0;
      if (!isRest(velocity) && overtakenMs > 0 && overtakenMs < maxOvertakenMs) return Promise.resolve();
      const moved = send(mover, steererId, velocity);
      // Refused: what moves it for another user goes on.
      if (!isHeldBy(cameraId, { customerId, steererId })) return moved;
      end(cameraId);
      if (isRest(velocity)) {
        stopped.set(cameraId, { steererId, askedAt });
        return moved;
      }
      // In the same turn: a stop that follows at once must find it.
      const stop = repeat(mover, steererId, velocity, lastsMs);
      return moved.catch((error: unknown) => {
        stop();
        throw error;
      });
    },
    end,
    forget: (cameraId) => {
      end(cameraId);
      stopped.delete(cameraId);
    },
    close: () => {
      for (const stop of running.values()) stop();
    },
  };
}
