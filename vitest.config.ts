import { defineConfig } from 'vitest/config';

const skipped = ['**/node_modules/**', '**/dist/**', '**/data/**'];

/** Three kinds of tests: unit (in parallel), integration and e2e (one file at a time: they start servers and browsers). */
export default defineConfig({
  cacheDir: 'node_modules/.vite',
  test: {
    // Two cores are what everybody has.
    maxWorkers: 2,
    pool: 'forks',
    // Style sheets are empty for tests, but those that are tested themselves.
    css: { include: [/widgets\/src\/(theme|primitives)\//] },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{packages,tooling,bench,e2e}/**/*.test.{ts,tsx}'],
          exclude: [...skipped, '**/*.integration.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: { name: 'integration', include: ['{packages,tooling,bench,e2e}/**/*.integration.test.ts'], exclude: skipped, fileParallelism: false, testTimeout: 60_000, hookTimeout: 60_000 },
      },
      {
        extends: true,
        test: { name: 'e2e', include: ['e2e/**/*.spec.ts'], exclude: skipped, fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000 },
      },
    ],
  },
});
