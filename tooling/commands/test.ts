import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { apiReportsGate } from '../api/api-reports.ts';
import { sourceGates } from '../lib/all-gates.ts';
import type { ToolName } from '../lib/find-tools.ts';
import { typesGate } from '../lib/gates.ts';
import { startPostgres } from '../lib/postgres.ts';
import { provideTools } from '../lib/provide-tools.ts';
import { root } from '../lib/root.ts';
import type { Step } from '../lib/steps.ts';
import { readFeatures } from '../lib/workspace.ts';
import { buildStale } from '../packages/builds.ts';
import { packPackages } from '../packages/pack-packages.ts';
import { packagesGate } from '../packages/packages-gate.ts';
import { sizeGate } from '../packages/size-gate.ts';
import { isPart, parts, readGate, type Part } from '../tests/suite.ts';
import { printTotals, runTests, type CheckGroup, type TestPart, type TestPlan } from '../tests/test-run.ts';
import { printTimes } from '../tests/times.ts';

// npm test: the gate, a list in e2e/gate.json. npm test <feature>: all tests of one feature, in all packages.
// npm run test:all: everything; with `-- --part browser`, one part of it. `-- --times` prints what took longest.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: { type: 'boolean' }, part: { type: 'string' }, times: { type: 'boolean' } },
});
const isCi = ['1', 'true'].includes(process.env['CI'] ?? '');
const [feature] = positionals;
const known = readFeatures(root).map(({ name }) => name);
if (feature !== undefined && !known.includes(feature)) stop(`There is no feature "${feature}". Features: ${known.join(', ')}.`);
if (values.part !== undefined && !isPart(values.part)) stop(`There is no part "${values.part}". Parts: ${parts.join(', ')}.`);
if (values.part !== undefined && !values.all) stop(`A part is of everything: npm run test:all -- --part ${values.part}`);

const startedAt = performance.now();
// Hundreds of processes load the same modules: the first one compiles them for all.
process.env['NODE_COMPILE_CACHE'] ??= join(root, 'node_modules/.cache/watchpost/compiled');
rmSync(join(root, 'test-results'), { recursive: true, force: true });
const setUpTimes = join(root, 'node_modules/.cache/watchpost/set-up-times.jsonl');
rmSync(setUpTimes, { force: true });
console.log(`found   node ${process.version}`);
/** The gate installs one engine; of the others, it uses what is there. */
const withEngines = values.all === true && (values.part ?? 'browser') === 'browser';
const tools = await provideTools({ withEngines, without: isCi ? 'cannot run' : 'will not run' });
const pathOf = (name: ToolName): string | null => tools.find((tool) => tool.name === name)?.path ?? null;
const missing = tools.filter(({ path, substitute }) => path === null && substitute === undefined);
const needed = missing.filter(({ isForAll }) => withEngines || !isForAll);
const chromium = pathOf('chromium');
const headlessShell = pathOf('chromium-headless-shell');
const initdb = pathOf('postgresql');
const sqliteOnly: Readonly<Record<string, string>> = {
  ...(values.times && { WATCHPOST_TEST_SET_UP_TIMES: setUpTimes }),
  ...(chromium !== null && { CHROMIUM_PATH: chromium }),
  ...(headlessShell !== null && { CHROMIUM_HEADLESS_SHELL_PATH: headlessShell }),
  // Tests that need a missing tool skip themselves; on CI no tool may be missing.
  WATCHPOST_TEST_MISSING: missing.map(({ name }) => name).join(','),
};
/** For specs of the gate. */
const sharesBrowser: Readonly<Record<string, string>> = { ...sqliteOnly, WATCHPOST_TEST_SHARES_BROWSER: '1' };
const postgres = initdb === null ? null : await startPostgres(initdb);
const env = postgres === null ? sqliteOnly : { ...sqliteOnly, WATCHPOST_TEST_POSTGRES_URL: postgres.url };

const toolsStep: Step = {
  name: 'tools',
  run: async () => ({
    passed: 0,
    failed: isCi ? needed.length : 0,
    output: `On CI nothing is skipped, but these could not be had: ${needed.map(({ name }) => name).join(', ')}.`,
  }),
};
const build: Step = { name: 'build for the browser', run: () => buildStale() };
const pack: Step = {
  name: 'pack the packages',
  run: async () => {
    await packPackages();
    return { passed: 1, failed: 0, output: '' };
  },
};
const checks: readonly CheckGroup[] = [
  // They write dist/, and other steps must not read it half-written. The reports read the declarations of the packages.
  { steps: [sizeGate, packagesGate, apiReportsGate], width: 1 },
  { steps: sourceGates.filter((step) => step !== apiReportsGate), width: 2 },
];

const plan: TestPlan = feature !== undefined ? { parts: testsOf(feature) } : values.all ? everything(values.part) : gate();
const totals = await runTests({ ...plan, preparations: [toolsStep, ...(plan.preparations ?? [])] }, { allowSkipped: !isCi }).finally(() =>
  postgres?.stop(),
);
if (values.times) printTimes(totals.tests, setUpTimes);
console.log(`Took ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
printTotals(totals);
process.exitCode = totals.failed === 0 ? 0 : 1;

/** On SQLite; what depends on the database itself, on PostgreSQL too. */
function gate(): TestPlan {
  const list = readGate(root);
  const onBoth = Object.keys(list.postgres);
  const stories = Object.entries(list.engines).flatMap(([path, { tool, reason }]) => {
    if (pathOf(tool) !== null) return path;
    console.log(`skip    ${tool} is not here, so this will not run: ${reason}. npm run test:all -- --part browser installs it.`);
    return [];
  });
  const exclude = [...onBoth.map((path) => (path.endsWith('/') ? `${path}**` : path)), ...Object.keys(list.onlyInTestAll)];
  const without = Object.values(list.testsOnlyInTestAll).flatMap((tests) => Object.keys(tests));
  return {
    preparations: [build],
    checks,
    besideChecks: [
      { name: 'tests with processes of their own', projects: ['integration'], options: { exclude, without, env: sqliteOnly } },
      { name: `database tests on SQLite${alsoOnPostgres()}`, projects: ['unit'], options: { filters: onBoth, env } },
    ],
    parts: [
      { name: 'unit, contract and server tests on SQLite', projects: ['unit'], options: { exclude, env: sqliteOnly } },
      ...inBrowser([
        {
          name: 'the shortest ways through the product',
          projects: ['e2e'],
          options: { filters: [...Object.keys(list.browser), ...stories], without, env: sharesBrowser },
        },
        {
          name: 'packed packages in a project of a stranger',
          projects: ['packed'],
          options: { filters: Object.keys(list.packed), env: sqliteOnly },
        },
      ]),
    ],
  };
}

/** Each part builds what several of its tests would otherwise build at the same time, in the same folders. */
function everything(part?: Part): TestPlan {
  const specsOfGate = Object.keys(readGate(root).browser);
  const testParts: Readonly<Record<Part, readonly (TestPart | Step)[]>> = {
    checks: [],
    unit: [{ name: `unit, contract and server tests on SQLite${alsoOnPostgres()}`, projects: ['unit'], options: { env } }],
    // Some start a process of the built server.
    integration: [pack, build, { name: 'tests with processes of their own', projects: ['integration'], options: { env } }],
    browser: inBrowser([
      { name: 'the shortest ways through the product', projects: ['e2e'], options: { filters: specsOfGate, env: sharesBrowser } },
      {
        name: 'all other end-to-end tests in Chromium, Firefox and WebKit',
        projects: ['e2e'],
        options: { exclude: specsOfGate, env: sqliteOnly },
      },
      ...alsoInFirefox(),
    ]),
    packed: [
      pack,
      ...inBrowser([{ name: 'packed packages in projects of strangers', projects: ['packed'], options: { env: sqliteOnly } }]),
    ],
  };
  return {
    ...((part ?? 'checks') === 'checks' && { checks: [...checks, { steps: [typesGate], width: 1 }] }),
    parts: part === undefined ? [...new Set(Object.values(testParts).flat())] : [...testParts[part]],
  };
}

/** Chromium's own specs once more in Firefox, as they are. */
function alsoInFirefox(): TestPart[] {
  if (pathOf('firefox') === null) return [];
  const specs = readGate(root).inFirefox;
  const without = Object.values(specs).flatMap((tests) => Object.keys(tests));
  const name = `specs of Chromium in Firefox, without ${without.length} of their tests that e2e/gate.json gives reasons for`;
  return [
    {
      name,
      projects: ['e2e'],
      options: { filters: Object.keys(specs), without, env: { ...sqliteOnly, WATCHPOST_TEST_ENGINE: 'firefox' } },
    },
  ];
}

function testsOf(name: string): (TestPart | Step)[] {
  const filters = [`features/${name}/`, `/${name}-`, `e2e/${name}/`];
  return [
    { name: `unit, contract and server tests on SQLite${alsoOnPostgres()}`, projects: ['unit'], options: { filters, env } },
    { name: 'tests with processes of their own', projects: ['integration'], options: { filters, env } },
    ...inBrowser([{ name: 'end-to-end tests in Chromium', projects: ['e2e'], options: { filters, env: sqliteOnly } }]),
  ];
}

function inBrowser(testParts: readonly TestPart[]): (TestPart | Step)[] {
  return chromium === null ? [] : [build, ...testParts];
}

function alsoOnPostgres(): string {
  return initdb === null ? '' : ' and PostgreSQL';
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(2);
}
