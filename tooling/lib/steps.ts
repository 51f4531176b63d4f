/** The result of a step. */
export interface StepOutcome {
  readonly passed: number;
  readonly failed: number;
  /** Number of skipped tests. */
  readonly skipped?: number;
  /** Failures, one line each, repeated at the very end where readers look for them. */
  readonly failures?: readonly string[];
  /** Printed when the step failed. */
  readonly output?: string;
  /** A short remark beside the name. */
  readonly note?: string;
}

export interface Step {
  readonly name: string;
  run(): Promise<StepOutcome>;
}

/** Returns the outcome of a step that either passes or fails. */
export function gate(ok: boolean, output: string, note?: string): StepOutcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output, ...(note !== undefined && { note }) };
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}

/**
 * Runs steps and prints each with its duration and, when it failed, all of its output. A step that throws has failed.
 * @param options `width` is the number of concurrent steps
 */
export async function runSteps(steps: readonly Step[], { width = 1 }: { width?: number } = {}): Promise<Totals> {
  const outcomes = await mapBounded(steps, width, async (step) => {
    const startedAt = performance.now();
    const outcome = await step
      .run()
      .catch((error: unknown) => gate(false, error instanceof Error ? (error.stack ?? error.message) : String(error)));
    printOutcome(step.name, outcome, performance.now() - startedAt);
    return { name: step.name, ...outcome };
  });
  const sum = (count: (outcome: StepOutcome) => number): number => outcomes.reduce((total, outcome) => total + count(outcome), 0);
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped = 0 }) => skipped),
    failures: outcomes.flatMap(({ name, failed, failures }) => (failed === 0 ? [] : failures?.length ? failures : [name])),
  };
}

function printOutcome(name: string, outcome: StepOutcome, durationMs: number): void {
  if (outcome.failed > 0 && outcome.output) console.log(outcome.output.trimEnd());
  const counts = outcome.passed + outcome.failed > 1 ? ` · ${outcome.passed} passed, ${outcome.failed} failed` : '';
  const skipped = outcome.skipped ? `, ${outcome.skipped} skipped` : '';
  const note = outcome.note ? ` · ${outcome.note}` : '';
  const result = outcome.failed === 0 ? 'ok    ' : 'FAILED';
  console.log(`${result} ${name}${counts}${skipped}${note} · ${(durationMs / 1000).toFixed(1)} s`);
}

/** Calls `call` for each item, at most `width` at a time; the results keep the order of the items. */
export async function mapBounded<T, R>(items: readonly T[], width: number, call: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) answers[index] = await call(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return answers;
}
