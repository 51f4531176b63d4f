import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { run } from '../lib/run.ts';
import { gate, type Step } from '../lib/steps.ts';
import { runTests } from './test-run.ts';

beforeEach(() => {
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Prints how much it leaves the processor to others. */
const printPriority = 'os.getPriority()';

test('checks run beside the tests that wait, and leave the processor to them; preparations come before both, all other tests after', async () => {
  const order: string[] = [];
  const step = (name: string, act: () => Promise<void> | void = () => undefined): Step => ({
    name,
    run: async () => {
      order.push(`${name} begins`);
      await act();
      order.push(`${name} ends`);
      return gate(true, '');
    },
  });
  const priorities: Record<string, string> = {};
  const notePriority = async (name: string): Promise<void> => {
    priorities[name] = (await run(process.execPath, ['-p', printPriority])).output.trim();
  };
  const checkRuns = Promise.withResolvers<void>();
  const testRuns = Promise.withResolvers<void>();
  const totals = await runTests(
    {
      preparations: [step('build')],
      checks: [
        {
          steps: [
            step('check', async () => {
              checkRuns.resolve();
              await testRuns.promise;
              await notePriority('check');
            }),
          ],
          width: 1,
        },
      ],
      besideChecks: [
        step('waiting test', async () => {
          testRuns.resolve();
          await checkRuns.promise;
          await notePriority('waiting test');
        }),
      ],
      parts: [step('test', () => notePriority('test'))],
    },
    { allowSkipped: false },
  );
  expect(totals).toMatchObject({ passed: 4, failed: 0 });
  expect(order.slice(0, 2)).toEqual(['build begins', 'build ends']);
  expect(order.slice(2, 4).toSorted()).toEqual(['check begins', 'waiting test begins']);
  expect(order.slice(-2)).toEqual(['test begins', 'test ends']);
  expect(priorities['test']).toBe(priorities['waiting test']);
  expect(priorities['check']).not.toBe(priorities['test']);
});

test('a check that fails makes the run red, though tests ran beside it', async () => {
  const failing: Step = { name: 'lint', run: async () => gate(false, 'a fault') };
  const passing: Step = { name: 'tests', run: async () => gate(true, '') };
  const totals = await runTests({ checks: [{ steps: [failing], width: 1 }], besideChecks: [passing], parts: [] }, { allowSkipped: false });
  expect(totals).toMatchObject({ passed: 1, failed: 1, failures: ['lint'] });
});
