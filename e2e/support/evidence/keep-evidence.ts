import { relative } from 'node:path';
import { afterEach, beforeAll, TestRunner, type RunnerTestSuite } from 'vitest';
import { root } from '../../../tooling/lib/root.ts';
import { saveEvidence } from './evidence.ts';

type AfterEach = ReturnType<typeof TestRunner.getSuiteHooks>['afterEach'][number];

const kept = new WeakSet<object>();

// Loaded before each spec (vitest.config.ts), so this is the first of its hooks. Vitest calls it last: a hook of the spec may have failed.
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail' || kept.has(task)) return;
  kept.add(task);
  const reason = (task.result.errors ?? []).map((error) => error.stack ?? error.message).join('\n\n');
  await saveEvidence(relative(root, task.file.filepath), task.name, reason);
});

// The first hook of the file: all others are known by now, and none has run.
// oxlint-disable-next-line eslint/no-empty-pattern -- Vitest reads the names of fixtures from here, and insists on a pattern
beforeAll(({}, file) => {
  keepOfHooks(file);
  const [keep] = TestRunner.getSuiteHooks(file).afterEach;
  if (keep) keepFirst(file, keep);
});

/** Saves what there is when a test fails before the spec's own hooks close its pages and servers: Vitest calls the last hook first. */
function keepFirst(suite: Readonly<RunnerTestSuite>, keep: AfterEach): void {
  TestRunner.getSuiteHooks(suite).afterEach.push(keep);
  for (const task of suite.tasks) if (task.type === 'suite') keepFirst(task, keep);
}

/** Saves what there is when a `beforeAll` fails: no test runs then, and the spec's `afterAll` closes its pages and servers. */
function keepOfHooks(suite: Readonly<RunnerTestSuite>): void {
  const { beforeAll: hooks } = TestRunner.getSuiteHooks(suite);
  for (const [index, hook] of hooks.entries()) {
    const keeping: typeof hook = async (...parameters) => {
      try {
        return await hook(...parameters);
      } catch (error) {
        const name = `before all tests${suite === suite.file ? '' : ` of ${suite.name}`}`;
        await saveEvidence(
          relative(root, suite.file.filepath),
          name,
          error instanceof Error ? (error.stack ?? error.message) : String(error),
        );
        throw error;
      }
    };
    // Vitest keeps a hook's limits of time on the hook.
    hooks[index] = Object.assign(keeping, hook);
  }
  for (const task of suite.tasks) if (task.type === 'suite') keepOfHooks(task);
}
