import type { BenchEngine } from '../engine.ts';
import type { Figure } from '../report.ts';

/** What another engine may take, as a multiple of Chromium's median in the same run. WebKitGTK promises nothing: its media are not Safari's. */
const maxRatios: Readonly<Record<Exclude<BenchEngine, 'chromium'>, Readonly<Record<string, number>>>> = {
  firefox: { 'warm, until it moves, half of the times': 1.3, 'WebSocket → MSE': 1.2 },
  webkit: {},
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
export function compareEngines(
  chromium: readonly Figure[],
  engine: Exclude<BenchEngine, 'chromium'>,
  other: readonly Figure[],
): Compared[] {
  return other.flatMap(({ name, unit, median }) => {
    const [mine, ...more] = chromium.filter((figure) => figure.name === name);
    const maxRatio = maxRatios[engine][name];
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

/** ADR 114: what WebCodecs may take that follows MediaSource's first picture, as a share of MediaSource's figure in the same run. */
const webCodecsLimits = [
  { what: 'age of the picture, p95', mediaSource: 'WebSocket → MSE', webCodecs: 'WebCodecs after MediaSource', of: 'p95', share: 0.5 },
  {
    what: 'until the picture moves, p95',
    mediaSource: 'warm, until it moves, nearly always',
    webCodecs: 'WebCodecs after MediaSource, warm, until it moves',
    of: 'p95',
    share: 1.1,
  },
  {
    what: 'frames not presented',
    mediaSource: 'frames not presented, WebSocket → MSE',
    webCodecs: 'frames not presented, WebCodecs after MediaSource',
    of: 'median',
    share: 1,
  },
  {
    what: 'processor of the browser',
    mediaSource: 'processor of the browser, WebSocket → MSE',
    webCodecs: 'processor of the browser, WebCodecs after MediaSource',
    of: 'median',
    share: 1.1,
  },
  {
    what: 'wake-ups of the browser',
    mediaSource: 'wake-ups of the browser, WebSocket → MSE',
    webCodecs: 'wake-ups of the browser, WebCodecs after MediaSource',
    of: 'median',
    share: 1.1,
  },
] as const;

/** WebCodecs beside MediaSource, by the figures of `live-latency` and `first-frame` in one engine; what was not measured is missing. */
export function weighWebCodecs(figures: readonly Figure[]): Weighed[] {
  const find = (name: string): Figure | undefined => figures.find((figure) => figure.name === name);
  return webCodecsLimits.flatMap(({ what, of, share, ...names }) => {
    const [mediaSource, webCodecs] = [find(names.mediaSource), find(names.webCodecs)];
    if (!mediaSource || !webCodecs) return [];
    return [{ what, unit: mediaSource.unit, mediaSource: mediaSource[of], webCodecs: webCodecs[of], atMost: mediaSource[of] * share }];
  });
}

export function isWithinLimit({ webCodecs, atMost }: Weighed): boolean {
  return webCodecs <= atMost;
}

/** Whether WebCodecs becomes the default. Each engine has to have measured all limits, and to keep them. @param byEngine one list each */
export function favoursWebCodecs(byEngine: readonly (readonly Weighed[])[]): boolean {
  return byEngine.length > 1 && byEngine.every((weighed) => weighed.length === webCodecsLimits.length && weighed.every(isWithinLimit));
}
