/** What a step found. */
export interface StepOutcome {
  readonly passed: number;
  readonly failed: number;
  /** Tests that did not run. */
  readonly skipped?: number;
  /** What failed, a line each: said again at the very end, where it is looked for. */
  readonly failures?: readonly string[];
  /** Printed when something failed. */
  readonly output?: string;
  /** A few words beside the name. */
  readonly note?: string;
}

export interface Step {
  readonly name: string;
  run(): Promise<StepOutcome>;
}

/** A step that is one yes or no. */
export function gate(ok: boolean, output: string, note?: string): StepOutcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, output, ...(note !== undefined && { note }) };
}

export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly string[];
}

/** Runs steps in order, each with its time and, when it failed, all of its output. A step that throws has failed. */
export async function runSteps(steps: readonly Step[]): Promise<Totals> {
  let passed = 0;
  let failed = 0;
  let skipped = 0;
  const failures: string[] = [];
  for (const step of steps) {
    const startedAt = performance.now();
    const outcome = await step.run().catch((error: unknown) => gate(false, error instanceof Error ? (error.stack ?? error.message) : String(error)));
    passed += outcome.passed;
    failed += outcome.failed;
    skipped += outcome.skipped ?? 0;
    if (outcome.failed > 0) failures.push(...(outcome.failures?.length ? outcome.failures : [step.name]));
    if (outcome.failed > 0 && outcome.output) console.log(outcome.output.trimEnd());
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const counts = outcome.passed + outcome.failed > 1 ? ` · ${outcome.passed} passed, ${outcome.failed} failed` : '';
    const left = outcome.skipped ? `, ${outcome.skipped} skipped` : '';
    console.log(`${outcome.failed === 0 ? 'ok    ' : 'FAILED'} ${step.name}${counts}${left}${outcome.note ? ` · ${outcome.note}` : ''} · ${seconds} s`);
  }
  return { passed, failed, skipped, failures };
}

/** Calls for each item, at most `width` at a time; the answers come in the order of the items. */
export async function mapBounded<T, R>(items: readonly T[], width: number, call: (item: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = [];
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) answers[index] = await call(item);
  };
  await Promise.all(Array.from({ length: width }, worker));
  return answers;
}
