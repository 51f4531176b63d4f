import type { Figure } from './report.ts';

/** What another engine may take, as a multiple of Chromium's median in the same run. */
const maxRatios: Readonly<Record<string, number>> = {
  'warm, until it moves, half of the times': 1.3,
  'WebSocket → MSE': 1.2,
};

interface Compared {
  readonly figure: string;
  readonly unit: string;
  readonly chromium: number;
  readonly other: number;
  readonly ratio: number;
  /** Absent for a comparison without a promise. */
  readonly maxRatio?: number;
}

/** The figures that both engines have, side by side; not those whose name stands for several. */
export function compareEngines(chromium: readonly Figure[], other: readonly Figure[]): Compared[] {
  return other.flatMap(({ name, unit, median }) => {
    const [mine, ...more] = chromium.filter((figure) => figure.name === name);
    const maxRatio = maxRatios[name];
    return mine && more.length === 0
      ? [
          {
            figure: name,
            unit,
            chromium: mine.median,
            other: median,
            ratio: median / mine.median,
            ...(maxRatio !== undefined && { maxRatio }),
          },
        ]
      : [];
  });
}

/** A figure that could not be measured keeps no promise. */
export function isWithinRatio({ ratio, maxRatio }: Compared): boolean {
  return maxRatio === undefined || ratio <= maxRatio;
}
