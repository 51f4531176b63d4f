import { hashInputs, isFresh, stamp } from '../lib/stamps.ts';
import type { Step } from '../lib/steps.ts';

/**
 * Skips a step whose inputs have not changed since it last passed. Failures are never cached.
 * @param inputs files and folders, relative to the root, that can change the result
 */
export function stampedStep(step: Step, inputs: readonly string[]): Step {
  const key = `step-${step.name.replaceAll(/\W+/g, '-')}`;
  return {
    name: step.name,
    run: async () => {
      const hash = hashInputs(inputs);
      if (isFresh(key, hash)) return { passed: 1, failed: 0, note: 'unchanged since it passed' };
      const outcome = await step.run();
      if (outcome.failed === 0) stamp(key, hash);
      return outcome;
    },
  };
}
