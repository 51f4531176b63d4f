/**
 * Runs benches one after another and summarizes their promises; fails when one is broken.
 * Usage: node bench/run.ts [name…] [--engine=firefox,chromium] [--beside=../older] [--quick], from the root of the repository. All of them take about two and a half
 * hours, without those that are only run by their name.
 * With engines (chromium, firefox, webkit): the benches of live video and of seeking in each of them, one after another, and the figures side by side.
 * Beside another checkout, whose packages are installed: what its server costs, measured by this checkout's benches, and what ours costs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { benchesOfServer, compareCheckouts } from './support/comparison/checkout-comparison.ts';
import { compareEngines, favoursWebCodecs, isWithinLimit, isWithinRatio, weighWebCodecs } from './support/comparison/engine-comparison.ts';
import { benchEngines, isBenchEngine, type BenchEngine } from './support/engine.ts';
import { isKept, readFigures, type Figure } from './support/report.ts';

/** Benches that measure a browser's player. */
const perEngine = ['live-latency', 'first-frame', 'archive-seek'];
/** Benches that take an hour or more. */
const onlyByName = ['soak', 'upgrade'];

const folder = import.meta.dirname;
const scripts = ['app', 'archive', 'fleet', 'house', 'live'].flatMap((group) =>
  readdirSync(join(folder, group)).map((file) => ({ bench: basename(file, '.ts'), script: join(folder, group, file) })),
);
const known = scripts.map(({ bench }) => bench);
const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { engine: { type: 'string' }, beside: { type: 'string' }, quick: { type: 'boolean' } },
});
const isQuick = values.quick === true || process.env['npm_config_quick'] === 'true';
/** Without `--` before it, npm takes the option for its own, and hands it on in the environment. */
const askedEngines = values.engine ?? process.env['npm_config_engine'];
const engines = (askedEngines ?? 'chromium').split(/[,|]/);
const beside = values.beside ?? process.env['npm_config_beside'];
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) stop(`There is no bench ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
if (!engines.every(isBenchEngine)) stop(`There is no engine ${engines.join(', ')} here. There are: ${benchEngines.join(', ')}.`);
const same = askedEngines === undefined ? [] : asked.filter((name) => !perEngine.includes(name));
if (same.length > 0) stop(`${same.join(', ')} measures no engine. These do: ${perEngine.join(', ')}.`);
if (beside !== undefined && !existsSync(join(beside, 'packages/server/node_modules')))
  stop(`${beside} is no checkout whose packages are installed: run a command of it once, such as npm run check.`);
const ofPages = beside === undefined ? [] : asked.filter((name) => !benchesOfServer.includes(name));
if (ofPages.length > 0) stop(`${ofPages.join(', ')} measures more than a server. These can run beside: ${benchesOfServer.join(', ')}.`);

interface Run {
  readonly engine: BenchEngine;
  /** Another checkout. */
  readonly checkout: string | null;
}
const runs: readonly Run[] = [
  ...engines.map((engine) => ({ engine, checkout: null })),
  ...(beside === undefined ? [] : [{ engine: 'chromium' as const, checkout: resolve(beside) }]),
];
const results: (Run & { bench: string; figures: readonly Figure[]; ended: number | null })[] = [];
for (const { bench, script } of scripts) {
  if (askedEngines !== undefined && !perEngine.includes(bench)) continue;
  if (beside !== undefined && !benchesOfServer.includes(bench)) continue;
  if (asked.length > 0 ? !asked.includes(bench) : onlyByName.includes(bench)) continue;
  for (const { engine, checkout } of runs) {
    const suffix = checkout !== null ? '-beside' : engine === 'chromium' ? '' : `-${engine}`;
    const file = join('artifacts', 'bench', `${bench}${suffix}.json`);
    rmSync(file, { force: true });
    const env = {
      ...process.env,
      BENCH_ENGINE: engine,
      ...(isQuick && { BENCH_QUICK: '1' }),
      ...(checkout !== null && { BENCH_SERVER: checkout }),
    };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { stdio: 'inherit', env });
    const [ended] = (await once(child, 'exit')) as [number | null];
    const figures = existsSync(file) ? readFigures(readFileSync(file, 'utf8')) : [];
    results.push({ bench, engine, checkout, figures, ended });
  }
}

const compared = results.flatMap(({ bench, engine, figures }) => {
  const chromium = results.find((other) => other.bench === bench && other.engine === 'chromium');
  if (engine === 'chromium' || !chromium) return [];
  return compareEngines(chromium.figures, engine, figures).map((item) => ({ bench, engine, ...item }));
});
if (compared.length > 0) {
  console.log('\nEngines side by side, medians');
  console.table(
    compared.map((item) => ({
      bench: item.bench,
      figure: item.figure,
      unit: item.unit,
      chromium: item.chromium.toFixed(1),
      [item.engine]: item.other.toFixed(1),
      ratio: item.ratio.toFixed(2),
      promise: item.maxRatio === undefined ? '' : `≤ ${item.maxRatio}`,
      kept: item.maxRatio === undefined ? '' : isWithinRatio(item) ? 'yes' : 'NO',
    })),
  );
}
const weighed = engines.map((engine) =>
  weighWebCodecs(results.filter((result) => result.engine === engine && result.checkout === null).flatMap(({ figures }) => figures)),
);
if (weighed.some((limits) => limits.length > 0)) {
  console.log('\nWebCodecs beside MediaSource: it becomes the default when all hold in both engines (ADR 114). No promise.');
  console.table(
    weighed.flatMap((limits, index) =>
      limits.map((item) => ({
        engine: engines[index],
        figure: item.what,
        unit: item.unit,
        MediaSource: item.mediaSource.toFixed(1),
        WebCodecs: item.webCodecs.toFixed(1),
        'at most': item.atMost.toFixed(1),
        holds: isWithinLimit(item) ? 'yes' : 'no',
      })),
    ),
  );
  console.log(
    favoursWebCodecs(weighed)
      ? 'All hold in all engines: WebCodecs becomes the default.'
      : 'Not all hold, or not all were measured in both engines: MediaSource stays the default.',
  );
}
const costs = results.flatMap(({ bench, checkout, figures }) => {
  const ours = results.find((other) => other.bench === bench && other.checkout === null);
  return checkout === null || !ours ? [] : compareCheckouts(figures, ours.figures).map((item) => ({ bench, ...item }));
});
if (costs.length > 0) {
  console.log(`\nThe server of ${beside} beside this one, medians`);
  console.table(
    costs.map((item) => ({
      bench: item.bench,
      figure: item.figure,
      unit: item.unit,
      there: item.there.toFixed(2),
      here: item.here.toFixed(2),
      ratio: item.ratio.toFixed(2),
      kept: item.isKept ? 'yes' : 'NO',
    })),
  );
}
const failed = [
  ...results.filter(({ figures, ended }) => ended !== 0 || !figures.every(isKept)),
  ...compared.filter((item) => !isWithinRatio(item)),
  ...costs.filter((item) => !item.isKept),
];
console.log('\nPromises');
console.table(
  results.flatMap(({ bench, engine, checkout, figures, ended }) => {
    const promised = figures.filter(({ promise }) => promise);
    // Another engine's promises are above, and what another checkout is compared with.
    if ((engine !== 'chromium' || checkout !== null) && figures.length > 0) return [];
    if (promised.length === 0) return [{ bench, figure: `ended with ${ended} and no figures`, measured: '', promise: '', kept: 'NO' }];
    return promised.map((item) => ({
      bench,
      figure: item.name,
      measured: `${item[item.promise?.of ?? 'median'].toFixed(2)} ${item.unit}`,
      promise: `${item.promise?.of} ≤ ${item.promise?.atMost}`,
      kept: isKept(item) ? 'yes' : 'NO',
    }));
  }),
);
console.log(failed.length === 0 ? 'All promises are kept.' : `Broken: ${failed.map(({ bench }) => bench).join(', ')}.`);
process.exitCode = failed.length === 0 ? 0 : 1;

function stop(reason: string): never {
  console.error(reason);
  process.exit(2);
}
