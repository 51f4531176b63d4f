/** Playback speeds in the menu. */
export const speeds = [0.25, 0.5, 1, 2, 4, 8, 16] as const;

/** "¼×", "2×" */
export function speedText(speed: number, locale: string): string {
  return speed === 0.25 ? '¼×' : speed === 0.5 ? '½×' : `${speed.toLocaleString(locale, { maximumFractionDigits: 2 })}×`;
}

/** The next speed in a direction; unchanged at the ends. Starts from the current speed even if it is not in the list. */
export function nextSpeed(speed: number, direction: 1 | -1): number {
  const further = direction > 0 ? speeds.find((one) => one > speed) : speeds.findLast((one) => one < speed);
  return further ?? (direction > 0 ? 16 : 0.25);
}
