import type { PtzAbilities, PtzVelocity } from '@watchpost/sdk-core';

/** The axes that a camera moves on. */
export type PtzAxes = Pick<PtzAbilities, 'canPan' | 'canTilt' | 'canZoom'>;

export const rest: PtzVelocity = { pan: 0, tilt: 0, zoom: 0 };

/** Arrows turn, plus and minus zoom. Physical key codes work the same in every keyboard layout. */
const keyDirections: Readonly<Record<string, Partial<PtzVelocity>>> = {
  ArrowLeft: { pan: -1 },
  ArrowRight: { pan: 1 },
  ArrowUp: { tilt: 1 },
  ArrowDown: { tilt: -1 },
  Equal: { zoom: 1 },
  NumpadAdd: { zoom: 1 },
  Minus: { zoom: -1 },
  NumpadSubtract: { zoom: -1 },
};
/** Radius around the first touch in which nothing moves, as a fraction of the reach. */
const pointerDeadZone = 0.08;
/** Dead zone of sticks (0–1), which never return to exactly 0. */
const stickDeadZone = 0.16;
/** Number of speed steps; finer ones are invisible, and each change is a request to the camera. */
const steps = 20;

export function isSteeringKey(code: string): boolean {
  return Object.hasOwn(keyDirections, code);
}

/** Returns the velocity for held keys. @param codes key codes @param speed 0–1 */
export function velocityOfKeys(codes: Iterable<string>, speed: number): PtzVelocity {
  return sumOf([...codes].map((code) => scaled({ ...rest, ...keyDirections[code] }, speed)));
}

/**
 * Returns the velocity of a drag over the picture: slow near its start, full speed at the distance `reach`.
 * @param dx to the right, px; @param dy down, px
 * @param reach distance of full speed, px
 */
export function velocityOfDrag(dx: number, dy: number, reach: number): PtzVelocity {
  const distance = Math.hypot(dx, dy) / reach;
  if (!(distance > pointerDeadZone)) return rest;
  const share = Math.min((distance - pointerDeadZone) / (1 - pointerDeadZone), 1) ** 2 / distance / reach;
  return { pan: rounded(dx * share), tilt: rounded(-dy * share), zoom: 0 };
}

/** Returns a gamepad's velocity: the left stick turns; the right one (up and down) or the triggers zoom. */
export function velocityOfGamepad({ axes, buttons }: Pick<Gamepad, 'axes' | 'buttons'>): PtzVelocity {
  const stick = (index: number): number => {
    const value = axes[index] ?? 0;
    const size = Math.abs(value);
    return size <= stickDeadZone ? 0 : rounded(Math.sign(value) * Math.min((size - stickDeadZone) / (1 - stickDeadZone), 1) ** 2);
  };
  const trigger = (index: number): number => rounded(buttons[index]?.value ?? 0);
  return sumOf([
    { pan: stick(0), tilt: -stick(1) + 0, zoom: -stick(3) + 0 },
    { ...rest, zoom: trigger(7) - trigger(6) },
  ]);
}

/** Adds the velocities of simultaneous inputs. */
export function sumOf(velocities: readonly PtzVelocity[]): PtzVelocity {
  const total = (axis: keyof PtzVelocity): number =>
    Math.min(
      1,
      Math.max(
        -1,
        velocities.reduce((sum, velocity) => sum + velocity[axis], 0),
      ),
    ) + 0;
  return { pan: total('pan'), tilt: total('tilt'), zoom: total('zoom') };
}

/** Returns the part of a velocity that this camera supports. */
export function possible({ pan, tilt, zoom }: PtzVelocity, { canPan, canTilt, canZoom }: PtzAxes): PtzVelocity {
  return { pan: canPan ? pan : 0, tilt: canTilt ? tilt : 0, zoom: canZoom ? zoom : 0 };
}

export function scaled({ pan, tilt, zoom }: PtzVelocity, speed: number): PtzVelocity {
  return { pan: pan * speed, tilt: tilt * speed, zoom: zoom * speed };
}

function rounded(value: number): number {
  return Math.round(value * steps) / steps + 0;
}
