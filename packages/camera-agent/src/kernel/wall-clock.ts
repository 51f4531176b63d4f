/** Wall-clock time, Unix ms; jumps when the clock is set. */
export type WallClock = () => number;

export const systemWallClock: WallClock = () => Date.now();
