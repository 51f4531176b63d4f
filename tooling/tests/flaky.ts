import { countTests, type TestOutcome, type TestResult } from '../lib/vitest.ts';

/** What two runs say together: of everything, and of the files with a failure again, alone. */
export interface SettledOutcome extends TestOutcome {
  /** Tests that failed once and passed once. They count as passed. */
  readonly flaky: readonly TestResult[];
}

/** A run with more flaky tests than this is red: then it is the product or the machine, not one test. */
export const maxFlaky = 10;

/** Lists the files to run again. A failure that belongs to no file is final. */
export function failedFiles({ tests }: TestOutcome): string[] {
  return [...new Set(tests.filter(({ status }) => status === 'failed').map(({ file }) => file))];
}

/**
 * Decides what is red: a test that failed and never passed.
 * @param again the run of `failedFiles(first)`, alone
 */
export function settle(first: TestOutcome, again: TestOutcome): SettledOutcome {
  const repeated = new Set(again.tests.map(({ file }) => file));
  const verdicts = [...repeated].flatMap((file) => settleFile(first.tests.filter(of(file)), again.tests.filter(of(file))));
  const kept = first.tests.filter(({ file }) => !repeated.has(file));
  const settled = countTests([...kept, ...verdicts.flatMap(({ test }) => test ?? [])], 0);
  const flaky = verdicts.flatMap((verdict) => verdict.flaky ?? []);
  // A failure outside of any test is in no list of tests.
  const outside = (first.failures ?? []).slice(first.tests.filter(({ status }) => status === 'failed').length);
  return { ...settled, failed: settled.failed + outside.length, failures: [...(settled.failures ?? []), ...outside], flaky };
}

interface Verdict {
  /** Absent for a file as a whole that is all right. */
  readonly test?: TestResult;
  readonly flaky?: TestResult;
}

function settleFile(first: readonly TestResult[], again: readonly TestResult[]): Verdict[] {
  const names = new Set([...first, ...again].map(({ name }) => name));
  return [...names].map((name) => {
    const one = first.find((test) => test.name === name);
    const other = again.find((test) => test.name === name);
    if (name === '') return settleWhole(one, other);
    if (one?.status === 'failed' && other?.status === 'passed') return { test: other, flaky: one };
    if (one?.status === 'passed' && other?.status === 'failed') return { test: one, flaky: other };
    // It may have been skipped because a hook before it failed.
    const ran = one === undefined || one.status === 'skipped' ? other : one;
    return ran ? { test: ran } : {};
  });
}

/** A file that could not be loaded, or whose hook failed, is listed only when that happened. */
function settleWhole(one: TestResult | undefined, other: TestResult | undefined): Verdict {
  const flaky = one ?? other;
  if (one && other) return { test: one };
  return flaky ? { flaky } : {};
}

const of =
  (file: string) =>
  (test: TestResult): boolean =>
    test.file === file;
