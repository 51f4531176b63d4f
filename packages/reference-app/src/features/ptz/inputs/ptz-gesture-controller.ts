import type { PtzSteering, PtzVelocity } from '@watchpost/sdk-core';
import { possible, sumOf } from './ptz-inputs.ts';
import type { PtzAxes } from './ptz-inputs.ts';

/** The inputs that can move the camera. */
type PtzInput = 'drag' | 'buttons' | 'keys' | 'gamepad' | 'wheel';

/** Combines all inputs of one user into a single movement. */
export interface PtzGestureController {
  /** Sets the velocity of one input, in place of its previous one; all zeros release it. */
  hold(input: PtzInput, velocity: PtzVelocity): void;
  /** Stops the camera: the user switched to another window or tab, or left the page. */
  releaseAll(): void;
}

export function createPtzGestureController(steering: Pick<PtzSteering, 'move' | 'stop'>, axes: PtzAxes): PtzGestureController {
  const held = new Map<PtzInput, PtzVelocity>();
  return {
    hold: (input, velocity) => {
      held.set(input, velocity);
      steering.move(possible(sumOf([...held.values()]), axes));
    },
    releaseAll: () => {
      held.clear();
      steering.stop();
    },
  };
}
