import { existsSync, readFileSync } from 'node:fs';
import type { TestResult } from '../lib/vitest.ts';

export interface SetUpTime {
  readonly what: string;
  readonly count: number;
  readonly ms: number;
}

/** Sums what `e2e/support/evidence/set-up-time.ts` has noted, slowest first. */
export function sumSetUpTimes(lines: string): SetUpTime[] {
  const times = lines
    .split('\n')
    .filter(Boolean)
    .map((line): { what: string; ms: number } => JSON.parse(line));
  return [...Map.groupBy(times, ({ what }) => what)]
    .map(([what, own]) => ({ what, count: own.length, ms: own.reduce((sum, { ms }) => sum + ms, 0) }))
    .toSorted((a, b) => b.ms - a.ms);
}

/** Prints the slowest files and tests of a run, and what they waited for before they began. @param setUpTimes file of lines */
export function printTimes(tests: readonly TestResult[], setUpTimes: string): void {
  if (existsSync(setUpTimes)) {
    console.log('Started before tests, in all (two workers at a time):');
    for (const { what, count, ms } of sumSetUpTimes(readFileSync(setUpTimes, 'utf8')))
      console.log(`${(ms / 1000).toFixed(1).padStart(7)} s  ${what} (${count})`);
  }
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
