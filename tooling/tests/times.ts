import type { TestResult } from '../lib/vitest.ts';

/** Prints the slowest files and tests of a run, for `--times`. */
export function printTimes(tests: readonly TestResult[]): void {
  const files = Map.groupBy(tests, ({ file }) => file);
  const sums = [...files].map(([file, own]) => ({
    what: `${file} (${own.length})`,
    ms: own.reduce((sum, test) => sum + test.durationMs, 0),
  }));
  printSlowest('The slowest files, by the time of their tests without hooks:', sums);
  printSlowest(
    'The slowest tests:',
    tests.map(({ file, name, durationMs }) => ({ what: `${file} > ${name}`, ms: durationMs })),
  );
}

function printSlowest(title: string, rows: readonly { readonly what: string; readonly ms: number }[]): void {
  console.log(title);
  for (const { what, ms } of rows.toSorted((a, b) => b.ms - a.ms).slice(0, 20))
    console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${what}`);
}
