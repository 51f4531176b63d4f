import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { slowFirst } from './tooling/tests/slow-first.ts';
import { atMost } from './tooling/tests/slow-machine.ts';

// Vitest's own option reaches no project that has an `exclude`.
const leftOut = (process.env['WATCHPOST_TEST_EXCLUDE'] ?? '').split(',').filter(Boolean);
const skipped = ['**/node_modules/**', '**/dist/**', '**/data/**', ...leftOut];
/** They install the packed packages into projects of their own, as a user of the registry does. */
const packed = 'e2e/consumers/*.spec.ts';

/** One limit for all that tests wait for, instead of the libraries' own second, ms. */
const waitLimitMs = atMost(10_000);
const waitLimits = 'tooling/tests/set-wait-limits.ts';

/** They replace a package by another one, which must not reach the next file. */
const withOtherModules = ['packages/server/src/adapters/payments/create-provider.integration.test.ts'];

/** What a page keeps, such as its toasts, must not reach the next file. */
const withScreens = ['packages/reference-app/**', 'packages/widgets/**'];

/** The specs of the gate share a browser, a product (e2e/support/worker) and what is loaded in each worker. One that runs again, alone, does not. */
const sharesBrowser = process.env['WATCHPOST_TEST_SHARES_BROWSER'] === '1' && process.env['WATCHPOST_TEST_ALONE'] === '0';
/** Set by the runner of tests (tooling/lib/vitest.ts). */
const isAlone = process.env['WATCHPOST_TEST_ALONE'] === '1';

class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return slowFirst(await super.sort(files));
  }
}

/** Kinds of tests, one kind after another: unit, integration (processes of their own), browsers, packed packages. */
export default defineConfig({
  cacheDir: 'node_modules/.vite',
  test: {
    // Two cores are what everybody has.
    maxWorkers: 2,
    pool: 'forks',
    // Waits are for conditions; this only bounds them. How soon something happens is a question for bench/.
    provide: { waitLimitMs },
    expect: { poll: { timeout: waitLimitMs } },
    setupFiles: [waitLimits],
    sequence: { sequencer: SlowFirst },
    // Style sheets are empty for tests, but those that are tested themselves.
    css: { include: [/widgets\/src\/(theme|primitives)\//] },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,tooling,bench,e2e}/**/*.test.ts'],
          exclude: [...skipped, ...withScreens, '**/*.integration.test.ts'],
          testTimeout: atMost(20_000),
          hookTimeout: atMost(60_000),
          // A third less time: the modules of the server are loaded twice, not two hundred times.
          isolate: false,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-screens',
          // Half the processor time of a process for each file, and as much isolation: a file has its own globals and its own modules.
          pool: 'vmThreads',
          // What a worker has loaded stays until it has this much; then another takes its place.
          vmMemoryLimit: '1500MB',
          include: withScreens.map((folder) => `${folder}/*.test.{ts,tsx}`),
          exclude: skipped,
          setupFiles: [waitLimits, 'packages/widgets/src/testing/set-wait-limits.ts'],
          testTimeout: atMost(20_000),
          hookTimeout: atMost(60_000),
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{packages,tooling,bench,e2e}/**/*.integration.test.ts'],
          exclude: [...skipped, ...withOtherModules],
          testTimeout: atMost(60_000),
          hookTimeout: atMost(60_000),
          // They wait for processes and for real time more than they compute: two at a time leave the cores idle for two thirds of it.
          maxWorkers: 4,
          // To load the server takes most of them longer, in processor time, than all that they do. What failed runs again in a process of its own.
          isolate: isAlone,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration-other-modules',
          include: withOtherModules,
          exclude: skipped,
          testTimeout: atMost(60_000),
          hookTimeout: atMost(60_000),
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['e2e/**/*.spec.ts'],
          setupFiles: [waitLimits, 'e2e/support/evidence/keep-evidence.ts'],
          exclude: [...skipped, packed],
          isolate: !sharesBrowser,
          // Pages compute. More of them at once, as axe would open them, starve the spec of the other worker.
          maxConcurrency: 2,
          // They bound waiting on a busy machine; how long something may take is measured in bench/.
          testTimeout: atMost(180_000),
          hookTimeout: atMost(180_000),
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'packed',
          include: [packed],
          setupFiles: [waitLimits, 'e2e/support/evidence/keep-evidence.ts'],
          exclude: skipped,
          testTimeout: atMost(120_000),
          hookTimeout: atMost(120_000),
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
