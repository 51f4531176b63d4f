/** Measures what a partner's page loads to show live video: the CDN loader and its imports, without code that loads on demand. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { figure, report } from '../support/report.ts';

const widgets = join(import.meta.dirname, '../../packages/widgets');
const { version }: { version: string } = JSON.parse(readFileSync(join(widgets, 'package.json'), 'utf8'));
const folder = join(widgets, 'dist/cdn', version);
const loader = join(folder, 'watchpost.js');
if (!existsSync(loader)) throw new Error('The widgets are not built. Run `npx pnpm --filter @watchpost/widgets build` first.');

const named = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, name = '']) => join(dirname(file), name));
/** Returns a file and its static imports, which must load before it can run. */
const withImports = (file: string, found: Set<string> = new Set()): Set<string> => {
  if (found.has(file)) return found;
  found.add(file);
  for (const next of named(file, /(?:from|import)\s*["'](\.\/[\w./-]+\.js)["']/g)) withImports(next, found);
  return found;
};
// The loader names the player's file and fetches it immediately; the player fetches the rest on demand (timeline, archive, hls.js).
const eager = [loader, ...named(loader, /file:["'`](\.\/[\w./-]+\.js)["'`]/g)];
const files = new Set(eager.flatMap((file) => [...withImports(file)]));
const later = readdirSync(folder)
  .map((name) => join(folder, name))
  .filter((file) => file.endsWith('.js') && !files.has(file));

const zipped = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length / 1024;
report('player-size', [
  figure('eager, gzip', 'KB', [[...files].reduce((sum, file) => sum + zipped(file), 0)], { of: 'median', atMost: 22 }),
  figure(
    'with low-latency HLS (hls.js light), gzip',
    'KB',
    [
      [...files, ...later.filter((file) => /hls/.test(relative(folder, file)) && !/native/.test(file))].reduce(
        (sum, file) => sum + zipped(file),
        0,
      ),
    ],
    { of: 'median', atMost: 140 },
  ),
  figure('eager, brotli', 'KB', [[...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length / 1024, 0)]),
  ...[...files].map((file) => figure(relative(folder, file), 'KB gzip', [zipped(file)])),
  ...later.map((file) => figure(`on demand: ${relative(folder, file)}`, 'KB gzip', [zipped(file)])),
  figure('hls.js alone', 'KB gzip', [zipped(join(import.meta.dirname, '../node_modules/hls.js/dist/hls.min.mjs'))]),
]);
