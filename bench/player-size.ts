/** What a partner's page loads to show live video: the CDN loader and all that it brings along, without what is loaded only when needed (hls.js). */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { figure, report } from './support/report.ts';

const folder = join(import.meta.dirname, '../packages/widgets/dist/cdn');
const loader = join(folder, 'watchpost.js');
if (!existsSync(loader)) throw new Error('The widgets are not built. Run `npx pnpm --filter @watchpost/widgets build` first.');

/** Chunks that a page without need for them never asks for. */
const isLazy = (file: string): boolean => /hls/i.test(file);

const files = new Set<string>();
const visit = (file: string): void => {
  if (files.has(file) || isLazy(relative(folder, file))) return;
  files.add(file);
  const text = readFileSync(file, 'utf8');
  for (const [, name = ''] of text.matchAll(/["'`](\.{0,2}\/?[\w./-]+\.js)["'`]/g)) {
    const found = [join(dirname(file), name), join(folder, name)].find((candidate) => existsSync(candidate));
    if (found !== undefined) visit(found);
  }
};
visit(loader);

const zipped = (file: string): number => gzipSync(readFileSync(file), { level: 9 }).length / 1024;
report('player-size', [
  figure('eager, gzip', 'KB', [[...files].reduce((sum, file) => sum + zipped(file), 0)], { of: 'median', atMost: 22 }),
  figure('eager, brotli', 'KB', [[...files].reduce((sum, file) => sum + brotliCompressSync(readFileSync(file)).length / 1024, 0)]),
  ...[...files].map((file) => figure(relative(folder, file), 'KB gzip', [zipped(file)])),
  figure('hls.js, gzip', 'KB gzip', [zipped(join(import.meta.dirname, 'node_modules/hls.js/dist/hls.min.mjs'))]),
]);
