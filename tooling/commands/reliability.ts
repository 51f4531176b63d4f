import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ToolName } from '../lib/find-tools.ts';
import { startPostgres } from '../lib/postgres.ts';
import { provideTools } from '../lib/provide-tools.ts';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { runVitest, type TestProject, type TestResult } from '../lib/vitest.ts';
import { buildStale } from '../packages/builds.ts';
import type { FuzzResult } from '../fuzz/fuzz.ts';
import { isGreen, judgeRow, type MeasuredFigure } from '../reliability/judge-rows.ts';
import { reliabilityRows } from '../reliability/reliability-rows.ts';

// npm run reliability: what shows each promise R1 to R25, as a table and as artifacts/reliability.json; fails when one is broken or nothing
// shows it. `-- --only R15,R9`: some of them. `-- --inputs 1000`: fewer inputs for the fuzzer. `-- --requests 40`: fewer to each route.
// `-- --bench`: with the figures of benches.
const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    inputs: { type: 'string' },
    requests: { type: 'string' },
    seed: { type: 'string' },
    bench: { type: 'boolean' },
  },
});
const asked = values.only?.split(',');
const rows = reliabilityRows.filter(({ id }) => asked === undefined || asked.includes(id));
if (rows.length === 0) stop(`There is no promise ${values.only}. There are R1 to R25.`);
const inputs = Number(values.inputs ?? 100_000);
const seed = Number(values.seed ?? 15);
const requestsARoute = Number(values.requests ?? 1000);
if (![inputs, requestsARoute].every((count) => Number.isInteger(count) && count > 0) || !Number.isInteger(seed))
  stop('--inputs, --requests and --seed are whole numbers.');

const proofs = rows.flatMap((row) => row.proofs);
const hasBrowser = proofs.some(({ project }) => project === 'e2e') || values.bench === true;
const tools = await provideTools({
  names: ['ffmpeg', 'gstreamer', 'postgresql', ...(hasBrowser ? (['chromium', 'chromium-headless-shell'] as const) : [])],
  without: 'will not run',
});
if (hasBrowser) {
  const built = await buildStale();
  if (built.failed > 0) stop(built.output ?? 'The build for the browser failed.');
}
const pathOf = (wanted: ToolName): string | null => tools.find(({ name }) => name === wanted)?.path ?? null;
const chromium = pathOf('chromium');
const headlessShell = pathOf('chromium-headless-shell');
const initdb = pathOf('postgresql');
const postgres = initdb === null ? null : await startPostgres(initdb);
const env = {
  ...(postgres && { WATCHPOST_TEST_POSTGRES_URL: postgres.url }),
  ...(chromium !== null && { CHROMIUM_PATH: chromium }),
  ...(headlessShell !== null && { CHROMIUM_HEADLESS_SHELL_PATH: headlessShell }),
  WATCHPOST_HOSTILE_REQUESTS: String(requestsARoute),
  WATCHPOST_TEST_MISSING: tools
    .flatMap(({ name, path, substitute }) => (path === null && substitute === undefined ? [name] : []))
    .join(','),
};

const fuzzed = rows.some(({ isFuzzed }) => isFuzzed) ? await runFuzzer() : null;
const tests: TestResult[] = [];
for (const project of ['unit', 'integration', 'e2e'] as const satisfies readonly TestProject[]) {
  const filters = [...new Set(proofs.filter((proof) => proof.project === project).map(({ file }) => file))];
  if (filters.length > 0) tests.push(...(await runVitest([project], { filters, env })).tests);
}
await postgres?.stop();
const figures = values.bench === true ? await runBenches() : null;

const judged = rows.map((row) => judgeRow(row, { tests, figures, fuzzed, requestsARoute }));
console.table(judged.map(({ id, scenario, figure, limit, verdict }) => ({ id, scenario, figure, limit, verdict })));
for (const { id, verdict, reasons } of judged) for (const reason of reasons) console.log(`${id}, ${verdict}: ${reason}`);
mkdirSync(join(root, 'artifacts'), { recursive: true });
writeFileSync(
  join(root, 'artifacts/reliability.json'),
  `${JSON.stringify({ seed, inputs, requestsARoute, rows: judged, fuzzed }, null, 2)}\n`,
);
console.log(
  isGreen(judged)
    ? 'All promises are kept, as far as they are shown.'
    : 'Not green: see the rows above. What each run gave is in artifacts/reliability.json.',
);
process.exitCode = isGreen(judged) ? 0 : 1;

/** In a process of its own: memory that a parser loses must not be that of the tests. */
async function runFuzzer(): Promise<FuzzResult[]> {
  console.log(`Fuzzing with ${inputs} inputs for each parser, seed ${seed} …`);
  const { output } = await run(process.execPath, [
    '--max-old-space-size=1024',
    'tooling/fuzz/run.ts',
    '--inputs',
    String(inputs),
    '--seed',
    String(seed),
  ]);
  const results = output.split('\n').flatMap((line): FuzzResult[] => {
    if (!line.startsWith('{')) return [];
    const result: FuzzResult = JSON.parse(line);
    return [result];
  });
  console.table(results.map(({ fault, ...result }) => ({ ...result, fault: fault?.message ?? '' })));
  const ended = await import('../fuzz/all-targets.ts').then(({ fuzzTargets }) => fuzzTargets[results.length]);
  if (!ended) return results;
  console.error(output.slice(-2000));
  const fault = { kind: 'throws' as const, message: 'the process ended', seed, index: 0, input: '' };
  return [...results, { name: ended.name, inputs: 0, refused: 0, outcomes: 0, slowestMs: 0, fault }];
}

async function runBenches(): Promise<MeasuredFigure[]> {
  const benches = [...new Set(rows.flatMap((row) => (row.figures ?? []).map(({ bench }) => bench)))];
  if (benches.length === 0) return [];
  await run(process.execPath, [join(root, 'bench/run.ts'), ...benches], { show: true });
  return benches.flatMap((bench) => {
    const file = join(root, 'artifacts/bench', `${bench}.json`);
    if (!existsSync(file)) return [];
    const report: { readonly figures: readonly Omit<MeasuredFigure, 'bench'>[] } = JSON.parse(readFileSync(file, 'utf8'));
    return report.figures.map((figure) => ({ ...figure, bench }));
  });
}

function stop(reason: string): never {
  console.error(reason);
  process.exit(2);
}
