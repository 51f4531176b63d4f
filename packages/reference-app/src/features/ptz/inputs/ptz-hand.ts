import type { PtzSteering, PtzVelocity } from '@watchpost/sdk-core';
import { possible, sumOf } from './ptz-inputs.ts';
import type { PtzAxes } from './ptz-inputs.ts';

/** What can steer. */
export type PtzInput = 'drag' | 'buttons' | 'keys' | 'gamepad' | 'wheel';

/** All that a person steers with, as one hand. */
export interface PtzHand {
  /** Whatever moved before by this input is replaced; all 0 lets go. */
  hold(input: PtzInput, velocity: PtzVelocity): void;
  /** The page lost the person: another window, another tab, gone. */
  letGo(): void;
}

export function createPtzHand(steering: Pick<PtzSteering, 'move' | 'stop'>, axes: PtzAxes): PtzHand {
  const held = new Map<PtzInput, PtzVelocity>();
  return {
    hold: (input, velocity) => {
      held.set(input, velocity);
      steering.move(possible(sumOf([...held.values()]), axes));
    },
    letGo: () => {
      held.clear();
      steering.stop();
    },
  };
}
