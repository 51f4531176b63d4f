import { sourceGates } from '../lib/all-gates.ts';
import type { ToolName } from '../lib/find-tools.ts';
import { startPostgres } from '../lib/postgres.ts';
import { provideTools } from '../lib/provide-tools.ts';
import { root } from '../lib/root.ts';
import { runSteps, type Step, type StepOutcome } from '../lib/steps.ts';
import { runVitest, type TestProject } from '../lib/vitest.ts';
import { readFeatures } from '../lib/workspace.ts';
import { buildStale } from '../packages/builds.ts';
import { packagesGate } from '../packages/packages-gate.ts';
import { sizeGate } from '../packages/size-gate.ts';

// npm test: runs everything. npm test <feature>: runs the tests of one feature, in all packages.
const isCi = ['1', 'true'].includes(process.env['CI'] ?? '');
const feature = process.argv.slice(2).find((argument) => !argument.startsWith('-'));
const known = readFeatures(root).map(({ name }) => name);
if (feature !== undefined && !known.includes(feature)) {
  console.error(`There is no feature "${feature}". Features: ${known.join(', ')}.`);
  process.exit(2);
}
const filters = feature === undefined ? [] : [`features/${feature}/`, `/${feature}-`, `e2e/${feature}/`];

const startedAt = performance.now();
console.log(`found   node ${process.version}`);
const tools = await provideTools({ without: isCi ? 'cannot run' : 'will not run' });
const pathOf = (name: ToolName): string | null => tools.find((tool) => tool.name === name)?.path ?? null;
const missing = tools.filter(({ path, substitute }) => path === null && substitute === undefined);
const chromium = pathOf('chromium');
const headlessShell = pathOf('chromium-headless-shell');
const initdb = pathOf('postgresql');
const env: Readonly<Record<string, string>> = {
  ...(chromium !== null && { CHROMIUM_PATH: chromium }),
  ...(headlessShell !== null && { CHROMIUM_HEADLESS_SHELL_PATH: headlessShell }),
  // Tests that need a missing tool skip themselves; on CI no tool may be missing.
  WATCHPOST_TEST_MISSING: missing.map(({ name }) => name).join(','),
};

const testSteps: Step[] = [
  {
    name: `unit, contract and server tests on SQLite${initdb === null ? '' : ' and PostgreSQL'}`,
    run: () => onPostgres(['unit', 'integration']),
  },
  { name: 'build for the browser', run: () => buildStale() },
  ...(chromium === null ? [] : [{ name: 'end-to-end tests in Chromium', run: () => runVitest(['e2e'], filters, env).then(noSkipsOnCi) }]),
  ...(chromium === null || feature !== undefined
    ? []
    : [{ name: 'packed packages in projects of strangers', run: () => runVitest(['packed'], [], env).then(noSkipsOnCi) }]),
];
const gates = [...sourceGates, sizeGate, packagesGate];
const totals = await runSteps([
  {
    name: 'tools',
    run: async () => ({
      passed: 0,
      failed: isCi ? missing.length : 0,
      output: `On CI nothing is skipped, but these could not be had: ${missing.map(({ name }) => name).join(', ')}.`,
    }),
  },
  ...(feature === undefined ? gates : []),
  ...testSteps,
]);
for (const failure of totals.failures) console.log(`FAILED ${failure}`);
if (totals.skipped > 0) console.log(`${totals.skipped} tests were skipped.`);
console.log(`Took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
console.log(`${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;

/** Server tests always run on SQLite, and on PostgreSQL if its address is in the environment. */
async function onPostgres(projects: readonly TestProject[]): Promise<StepOutcome> {
  if (initdb === null) return runVitest(projects, filters, env);
  const postgres = await startPostgres(initdb);
  try {
    return noSkipsOnCi(await runVitest(projects, filters, { ...env, WATCHPOST_TEST_POSTGRES_URL: postgres.url }));
  } finally {
    await postgres.stop();
  }
}

function noSkipsOnCi(outcome: StepOutcome): StepOutcome {
  if (!isCi || !outcome.skipped) return outcome;
  return {
    ...outcome,
    failed: outcome.failed + outcome.skipped,
    output: `On CI a skipped test counts as failed: ${outcome.skipped} were skipped.`,
  };
}
