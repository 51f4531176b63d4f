/**
 * Runs benches one after another and summarizes their promises; fails when one is broken.
 * Usage: node bench/run.ts [name…] [--engine=firefox,chromium] [--quick], from the root of the repository. All of them take about 50 minutes,
 * without those that are only run by their name.
 * With engines: the benches of live video and of seeking in each of them, one after another, and the figures side by side.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { compareEngines, isWithinRatio, weighWebCodecs } from './support/engine-comparison.ts';
import { benchEngines, isBenchEngine } from './support/engine.ts';
import { isKept, readFigures, type Figure } from './support/report.ts';

/** Benches that measure a browser's player. */
const perEngine = ['live-latency', 'first-frame', 'archive-seek'];
/** Benches that take hours. */
const onlyByName = ['soak'];

const folder = import.meta.dirname;
const scripts = ['app', 'archive', 'fleet', 'house', 'live'].flatMap((group) =>
  readdirSync(join(folder, group)).map((file) => ({ bench: basename(file, '.ts'), script: join(folder, group, file) })),
);
const known = scripts.map(({ bench }) => bench);
const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { engine: { type: 'string' }, quick: { type: 'boolean' } },
});
const isQuick = values.quick === true || process.env['npm_config_quick'] === 'true';
/** Without `--` before it, npm takes the option for its own, and hands it on in the environment. */
const askedEngines = values.engine ?? process.env['npm_config_engine'];
const engines = (askedEngines ?? 'chromium').split(/[,|]/);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) stop(`There is no bench ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
if (!engines.every(isBenchEngine)) stop(`There is no engine ${engines.join(', ')} here. There are: ${benchEngines.join(', ')}.`);
const same = askedEngines === undefined ? [] : asked.filter((name) => !perEngine.includes(name));
if (same.length > 0) stop(`${same.join(', ')} measures no engine. These do: ${perEngine.join(', ')}.`);

const results: { bench: string; engine: string; figures: readonly Figure[]; ended: number | null }[] = [];
for (const { bench, script } of scripts) {
  if (askedEngines !== undefined && !perEngine.includes(bench)) continue;
  if (asked.length > 0 ? !asked.includes(bench) : onlyByName.includes(bench)) continue;
  for (const engine of engines) {
    const file = join('artifacts', 'bench', `${bench}${engine === 'chromium' ? '' : `-${engine}`}.json`);
    rmSync(file, { force: true });
    const env = { ...process.env, BENCH_ENGINE: engine, ...(isQuick && { BENCH_QUICK: '1' }) };
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { stdio: 'inherit', env });
    const [ended] = (await once(child, 'exit')) as [number | null];
    const figures = existsSync(file) ? readFigures(readFileSync(file, 'utf8')) : [];
    results.push({ bench, engine, figures, ended });
  }
}

const compared = results.flatMap(({ bench, engine, figures }) => {
  const chromium = results.find((other) => other.bench === bench && other.engine === 'chromium');
  return engine === 'chromium' || !chromium ? [] : compareEngines(chromium.figures, figures).map((item) => ({ bench, engine, ...item }));
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
const weighed = results.flatMap(({ bench, engine, figures }) =>
  bench === 'live-latency' ? weighWebCodecs(figures).map((item) => ({ engine, ...item })) : [],
);
if (weighed.length > 0) {
  console.log('\nWebCodecs beside MediaSource: it becomes the default when all hold in both engines (ADR 114). No promise.');
  console.table(
    weighed.map((item) => ({
      engine: item.engine,
      figure: item.what,
      unit: item.unit,
      MediaSource: item.mediaSource.toFixed(1),
      WebCodecs: item.webCodecs.toFixed(1),
      'at most': item.atMost.toFixed(1),
      holds: item.webCodecs <= item.atMost ? 'yes' : 'no',
    })),
  );
}
const failed = [
  ...results.filter(({ figures, ended }) => ended !== 0 || !figures.every(isKept)),
  ...compared.filter((item) => !isWithinRatio(item)),
];
console.log('\nPromises');
console.table(
  results.flatMap(({ bench, engine, figures, ended }) => {
    const promised = figures.filter(({ promise }) => promise);
    // Another engine's promises are above.
    if (engine !== 'chromium' && figures.length > 0) return [];
    if (promised.length === 0) return [{ bench, figure: `ended with ${ended} and no figures`, measured: '', promise: '', kept: 'NO' }];
    return promised.map((item) => ({
      bench,
      figure: item.name,
      measured: `${Number(item.promise?.of === 'median' ? item.median : item.p95).toFixed(2)} ${item.unit}`,
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
