import type { Figure } from '../report.ts';

/** Benches of the server alone: they need nothing that another checkout would have to build. */
export const benchesOfServer: readonly string[] = ['idle', 'ingest', 'viewers'];

/** How far two runs of the same server are apart. */
const maxRatio = 1.1;
/** What a server costs; how late or incomplete something is has limits of its own. */
const costs: readonly string[] = ['% of a core', 'MB'];

interface Cost {
  readonly figure: string;
  readonly unit: string;
  readonly there: number;
  readonly here: number;
  readonly ratio: number;
  /** Whether the cost has not grown; what could not be measured has. */
  readonly isKept: boolean;
}

/** The promised costs of this checkout's server beside those of another one's, medians. */
export function compareCheckouts(there: readonly Figure[], here: readonly Figure[]): Cost[] {
  return here
    .filter(({ promise, unit }) => promise !== undefined && costs.includes(unit))
    .map(({ name, unit, median }) => {
      const before = there.find((figure) => figure.name === name)?.median ?? Number.NaN;
      const ratio = median / before;
      return { figure: name, unit, there: before, here: median, ratio, isKept: ratio <= maxRatio };
    });
}
