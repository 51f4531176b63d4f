import type { PtzAbilities, PtzVelocity } from '@watchpost/sdk-core';

/** Which ways a camera moves. */
export type PtzAxes = Pick<PtzAbilities, 'canPan' | 'canTilt' | 'canZoom'>;

export const rest: PtzVelocity = { pan: 0, tilt: 0, zoom: 0 };

/** Arrows turn, plus and minus zoom: by place, so that they are the same in every layout. */
const keyDirections: Readonly<Record<string, Partial<PtzVelocity>>> = {
  ArrowLeft: { pan: -1 }, ArrowRight: { pan: 1 }, ArrowUp: { tilt: 1 }, ArrowDown: { tilt: -1 },
  Equal: { zoom: 1 }, NumpadAdd: { zoom: 1 }, Minus: { zoom: -1 }, NumpadSubtract: { zoom: -1 },
};
/** Around the point of the first touch nothing moves, share of the reach. */
const deadReach = 0.08;
/** Sticks never come back to exactly 0. */
const deadStick = 0.16;
/** Finer steps nobody sees, and each is a call to the camera. */
const steps = 20;

export function isSteeringKey(code: string): boolean {
  return Object.hasOwn(keyDirections, code);
}

/** @param codes of the keys that are held; @param speed 0–1 */
export function velocityOfKeys(codes: Iterable<string>, speed: number): PtzVelocity {
  return sumOf([...codes].map((code) => scaled({ ...rest, ...keyDirections[code] }, speed)));
}

/**
 * How a drag over the picture turns the camera: slowly near its beginning, at full speed a reach away.
 * @param dx to the right, and @param dy down, pixels
 * @param reach where it is fastest, pixels
 */
export function velocityOfDrag(dx: number, dy: number, reach: number): PtzVelocity {
  const distance = Math.hypot(dx, dy) / reach;
  if (!(distance > deadReach)) return rest;
  const share = Math.min((distance - deadReach) / (1 - deadReach), 1) ** 2 / distance / reach;
  return { pan: rounded(dx * share), tilt: rounded(-dy * share), zoom: 0 };
}

/** The left stick turns; the right one up and down, or the triggers, zoom. */
export function velocityOfGamepad({ axes, buttons }: Pick<Gamepad, 'axes' | 'buttons'>): PtzVelocity {
  const stick = (index: number): number => {
    const value = axes[index] ?? 0;
    const size = Math.abs(value);
    return size <= deadStick ? 0 : rounded(Math.sign(value) * Math.min((size - deadStick) / (1 - deadStick), 1) ** 2);
  };
  const trigger = (index: number): number => rounded(buttons[index]?.value ?? 0);
  return sumOf([{ pan: stick(0), tilt: -stick(1) + 0, zoom: -stick(3) + 0 }, { ...rest, zoom: trigger(7) - trigger(6) }]);
}

/** Several hands at once add up. */
export function sumOf(velocities: readonly PtzVelocity[]): PtzVelocity {
  const total = (axis: keyof PtzVelocity): number => Math.min(1, Math.max(-1, velocities.reduce((sum, velocity) => sum + velocity[axis], 0))) + 0;
  return { pan: total('pan'), tilt: total('tilt'), zoom: total('zoom') };
}

/** What of a wish this camera can do. */
export function possible({ pan, tilt, zoom }: PtzVelocity, { canPan, canTilt, canZoom }: PtzAxes): PtzVelocity {
  return { pan: canPan ? pan : 0, tilt: canTilt ? tilt : 0, zoom: canZoom ? zoom : 0 };
}

export function scaled({ pan, tilt, zoom }: PtzVelocity, speed: number): PtzVelocity {
  return { pan: pan * speed, tilt: tilt * speed, zoom: zoom * speed };
}

function rounded(value: number): number {
  return Math.round(value * steps) / steps + 0;
}
