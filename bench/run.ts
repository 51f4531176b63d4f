/**
 * Runs benches one after another and summarizes their promises; fails when one is broken.
 * Usage: node bench/run.ts [name…], from the root of the repository. All of them take about 50 minutes.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isKept, type Figure } from './support/report.ts';

const folder = import.meta.dirname;
const scripts = ['app', 'archive', 'house', 'live'].flatMap((group) =>
  readdirSync(join(folder, group)).map((file) => ({ bench: basename(file, '.ts'), script: join(folder, group, file) })),
);
const known = scripts.map(({ bench }) => bench);
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`There is no bench ${unknown.join(', ')}. There are: ${known.join(', ')}.`);
  process.exit(2);
}

const results: { bench: string; figures: readonly Figure[]; ended: number | null }[] = [];
for (const { bench, script } of scripts) {
  if (asked.length > 0 && !asked.includes(bench)) continue;
  const file = join('artifacts', 'bench', `${bench}.json`);
  rmSync(file, { force: true });
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], { stdio: 'inherit' });
  const [ended] = (await once(child, 'exit')) as [number | null];
  const figures = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { figures: Figure[] }).figures : [];
  results.push({ bench, figures, ended });
}

const failed = results.filter(({ figures, ended }) => ended !== 0 || !figures.every(isKept));
console.log('\nPromises');
console.table(
  results.flatMap(({ bench, figures, ended }) => {
    const promised = figures.filter(({ promise }) => promise);
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
