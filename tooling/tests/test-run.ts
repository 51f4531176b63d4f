import { atLowPriority } from '../lib/run.ts';
import { runSteps, type Step, type StepOutcome, type Totals } from '../lib/steps.ts';
import { describeTest, runVitest, type TestOutcome, type TestProject, type TestResult, type VitestOptions } from '../lib/vitest.ts';
import { failedFiles, maxFlaky, settle } from './flaky.ts';

/** One call of vitest within a run of tests. */
export interface TestPart {
  readonly name: string;
  readonly projects: readonly TestProject[];
  readonly options?: VitestOptions;
}

export interface TestRunTotals extends Totals {
  /** Tests that failed once and passed once, each with its reason. */
  readonly flaky: readonly TestResult[];
  readonly tests: readonly TestResult[];
}

/** Checks, `width` at a time. */
export interface CheckGroup {
  readonly steps: readonly Step[];
  readonly width: number;
}

/** What a run of tests does, and what of it at the same time. */
export interface TestPlan {
  /** What all the rest needs, such as builds: one after another. */
  readonly preparations?: readonly Step[];
  /** Run one group after another. */
  readonly checks?: readonly CheckGroup[];
  /** Tests that wait more than they compute: the checks run at the same time and take what these leave of the processor. */
  readonly besideChecks?: readonly (TestPart | Step)[];
  /** Run one after another, with nothing beside them. */
  readonly parts: readonly (TestPart | Step)[];
}

/**
 * Runs the checks and the tests. The files of failed tests run once more when everything else has ended, one at a time:
 * what passes then is flaky, what fails again is red. Unit tests depend on nothing but their code, so they are never run again.
 * @param options `allowSkipped` is false where no tool may be missing: there, a skipped test counts as failed
 */
export async function runTests(
  { preparations = [], checks = [], besideChecks = [], parts }: TestPlan,
  { allowSkipped }: { readonly allowSkipped: boolean },
): Promise<TestRunTotals> {
  const tests: TestResult[] = [];
  const again: { readonly part: TestPart; readonly first: TestOutcome }[] = [];
  const finish = (outcome: TestOutcome): StepOutcome => {
    tests.push(...outcome.tests);
    return allowSkipped ? outcome : countSkipped(outcome);
  };
  const stepOf = (part: TestPart | Step): Step => {
    if ('run' in part) return part;
    return {
      name: part.name,
      run: async () => {
        const first = await runVitest(part.projects, part.options);
        if (first.failed === 0 || part.projects.includes('unit') || failedFiles(first).length === 0) return finish(first);
        again.push({ part, first });
        return { passed: 0, failed: 0, note: `${first.failed} failed, decided when they have run alone` };
      },
    };
  };
  const runChecks = async (): Promise<Totals[]> => {
    const checked: Totals[] = [];
    for (const { steps, width } of checks) checked.push(await runSteps(steps, { width }));
    return checked;
  };
  const prepared = await runSteps(preparations);
  // The tests first: some checks compute in this process, and nothing else starts then.
  const [beside, checked] = await Promise.all([
    runSteps(besideChecks.map(stepOf)),
    besideChecks.length > 0 ? atLowPriority(runChecks) : runChecks(),
  ]);
  const ran = await runSteps(parts.map(stepOf));
  const flaky: TestResult[] = [];
  const decided = await runSteps(
    again.map(({ part, first }): Step => ({
      name: `${part.name}, the failed files again, alone`,
      run: async () => {
        const filters = failedFiles(first);
        const settled = settle(first, await runVitest(part.projects, { ...part.options, filters, isAlone: true }));
        flaky.push(...settled.flaky);
        return finish(settled);
      },
    })),
  );
  const limit =
    flaky.length > maxFlaky ? [`${flaky.length} tests were flaky, more than ${maxFlaky}: it is the product or the machine.`] : [];
  const all = [prepared, ...checked, beside, ran, decided];
  const sum = (count: (totals: Totals) => number): number => all.reduce((total, totals) => total + count(totals), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed) + limit.length,
    skipped: sum(({ skipped }) => skipped),
    failures: [...all.flatMap(({ failures }) => failures), ...limit],
    flaky,
    tests,
  };
}

/** Prints what was red and what was flaky, then the totals; the last line is the one that CI reads. */
export function printTotals({ passed, failed, skipped, failures, flaky }: TestRunTotals): void {
  for (const failure of failures) console.log(`FAILED ${failure}`);
  for (const test of flaky) console.log(`FLAKY  ${describeTest(test)}: ${test.reason}`);
  if (flaky.length > 0) console.log('What was seen when they failed is in test-results/. Each one is looked into: docs/testing.md.');
  if (skipped > 0) console.log(`${skipped} tests were skipped.`);
  console.log(`${passed.toLocaleString('en')} passed, ${failed} failed, ${flaky.length} flaky`);
  console.log(`${passed} passed, ${failed} failed`);
}

function countSkipped(outcome: TestOutcome): StepOutcome {
  if (!outcome.skipped) return outcome;
  const skipped = outcome.tests
    .filter(({ status }) => status === 'skipped')
    .map((test) => `${describeTest(test)}: skipped, and on CI nothing is`);
  return { ...outcome, failed: outcome.failed + outcome.skipped, failures: [...(outcome.failures ?? []), ...skipped] };
}
