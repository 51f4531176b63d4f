import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** One figure of a bench: the promise and the measurement. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly median: number;
  readonly p95: number;
  readonly maximum: number;
  readonly samples: number;
  /** The promise that the figure must keep; absent for a comparison. */
  readonly promise?: { readonly of: 'median' | 'p95' | 'maximum'; readonly atMost: number };
}

/**
 * The value below which the given share of the samples lies (nearest rank).
 * @param share 0–1
 * @example percentile([3, 1, 2], 0.5) // 2
 */
export function percentile(samples: readonly number[], share: number): number {
  if (samples.length === 0) return Number.NaN;
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export function figure(name: string, unit: string, samples: readonly number[], promise?: Figure['promise']): Figure {
  return {
    name,
    unit,
    median: percentile(samples, 0.5),
    p95: percentile(samples, 0.95),
    maximum: percentile(samples, 1),
    samples: samples.length,
    ...(promise && { promise }),
  };
}

/** Reads what `report` has written. JSON has no NaN and no infinity: what could not be measured is NaN again, and keeps no promise. */
export function readFigures(json: string): Figure[] {
  const { figures }: { figures: Figure[] } = JSON.parse(json, (_, value: unknown) => (value === null ? Number.NaN : value));
  return figures;
}

/** A promise without samples, or with a missing one, is broken: neither NaN nor infinity is a measurement. */
export function isKept({ promise, ...measured }: Figure): boolean {
  return promise === undefined || (Number.isFinite(measured[promise.of]) && measured[promise.of] <= promise.atMost);
}

const round = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(2));

/** Prints the table and writes `artifacts/bench/<bench>.json`; in another engine than Chromium `<bench>-<engine>.json`, of another checkout `<bench>-beside.json`, both without promises. */
export function report(bench: string, measured: readonly Figure[]): void {
  const engine = process.env['BENCH_ENGINE'] ?? 'chromium';
  const suffix = process.env['BENCH_SERVER'] !== undefined ? '-beside' : engine === 'chromium' ? '' : `-${engine}`;
  // What another engine promises is a multiple of Chromium's figure in the same run; another checkout's figures are what ours are compared with.
  const figures: readonly Figure[] = suffix === '' ? measured : measured.map(({ promise: _promise, ...item }) => item);
  const name = `${bench}${suffix}`;
  console.log(`\n${name}`);
  console.table(
    figures.map((item) => ({
      figure: item.name,
      unit: item.unit,
      median: round(item.median),
      p95: round(item.p95),
      maximum: round(item.maximum),
      samples: item.samples,
      promise: item.promise ? `${item.promise.of} ≤ ${item.promise.atMost}` : '',
      kept: item.promise ? (isKept(item) ? 'yes' : 'NO') : '',
    })),
  );
  mkdirSync('artifacts/bench', { recursive: true });
  writeFileSync(`artifacts/bench/${name}.json`, `${JSON.stringify({ bench, cores: cpus().length, figures }, null, 2)}\n`);
}
