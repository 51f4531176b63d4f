import { defineConfig } from 'vitest/config';

const skipped = ['**/node_modules/**', '**/dist/**', '**/data/**'];
/** They measure memory, or how soon a picture is there: nothing else may use the machine meanwhile. */
const alone = ['e2e/player-leaks.spec.ts', 'e2e/player-fallback.spec.ts', 'e2e/player-transports.spec.ts', 'e2e/player-controls.spec.ts', 'e2e/video-wall.spec.ts', 'e2e/player-sound.spec.ts'];
/** They wait for minutes that really have to pass, and then ask how soon: beside each other, and beside nothing that is busy. */
const patient = ['e2e/player.spec.ts', 'e2e/player-embed.spec.ts', 'e2e/session-offline.spec.ts'];

/** Kinds of tests, one kind after another, two files at a time: unit, integration (processes of their own), browsers; at last those that need the machine for themselves. */
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
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['{packages,tooling,bench,e2e}/**/*.integration.test.ts'],
          exclude: skipped,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'e2e', include: ['e2e/**/*.spec.ts'], exclude: [...skipped, ...patient, ...alone], testTimeout: 120_000, hookTimeout: 120_000, sequence: { groupOrder: 2 } },
      },
      {
        extends: true,
        test: { name: 'e2e-patient', include: patient, exclude: skipped, testTimeout: 120_000, hookTimeout: 120_000, sequence: { groupOrder: 3 } },
      },
      {
        extends: true,
        test: { name: 'e2e-alone', include: alone, exclude: skipped, fileParallelism: false, testTimeout: 120_000, hookTimeout: 120_000, sequence: { groupOrder: 4 } },
      },
    ],
  },
});
