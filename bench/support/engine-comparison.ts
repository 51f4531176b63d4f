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

interface Weighed {
  readonly what: string;
  readonly unit: string;
  readonly mediaSource: number;
  readonly webCodecs: number;
  /** What WebCodecs may take to become the default. */
  readonly atMost: number;
}

/** ADR 114: what WebCodecs may take, as a share of MediaSource's figure in the same run. */
const shares = [
  { what: 'age of the picture, p95', prefix: '', of: 'p95', share: 0.5 },
  { what: 'frames not presented', prefix: 'frames not presented, ', of: 'median', share: 1 },
  { what: 'processor of the browser', prefix: 'processor of the browser, ', of: 'median', share: 1.1 },
] as const;

/** WebCodecs beside MediaSource, by the figures of `live-latency` in one engine; what was not measured is missing. */
export function weighWebCodecs(figures: readonly Figure[]): Weighed[] {
  const find = (name: string): Figure | undefined => figures.find((figure) => figure.name === name);
  return shares.flatMap(({ what, prefix, of, share }) => {
    const mediaSource = find(`${prefix}WebSocket → MSE`);
    const webCodecs = find(`${prefix}WebSocket → WebCodecs`);
    if (!mediaSource || !webCodecs) return [];
    return [{ what, unit: mediaSource.unit, mediaSource: mediaSource[of], webCodecs: webCodecs[of], atMost: mediaSource[of] * share }];
  });
}
