/** The JavaScript that a first screen needs before it can be used: the entry, the screen's own code, all that they import at once, and one language. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { figure, report } from '../support/report.ts';

const app = join(import.meta.dirname, '../../packages/reference-app');
const assets = join(app, 'dist/assets');
if (!existsSync(assets)) throw new Error('The app is not built. Run `npx pnpm --filter @watchpost/reference-app build` first.');
const { firstScreenKilobytes: budget } = JSON.parse(readFileSync(join(app, 'size-budget.json'), 'utf8')) as { firstScreenKilobytes: number };

const files = readdirSync(assets).filter((name) => name.endsWith('.js'));
/** The chunks of a module, by the name that the bundler gives them. */
const chunks = (name: string): string[] => {
  const found = files.filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
  if (found.length === 0) throw new Error(`There is no chunk called ${name} in ${assets}.`);
  return found.map((file) => join(assets, file));
};
/** A file and all that it imports before it can run. */
const withImports = (file: string, known: Set<string>): Set<string> => {
  if (known.has(file)) return known;
  known.add(file);
  for (const [, next = ''] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*["'](\.\/[\w./-]+\.js)["']/g)) withImports(join(dirname(file), next), known);
  return known;
};
const kilobytes = (names: Iterable<string>, zip: (bytes: Buffer) => Buffer): number => [...names].reduce((sum, file) => sum + zip(readFileSync(file)).length, 0) / 1000;

const [, entryName = ''] = /<script type="module"[^>]* src="\/assets\/([\w-]+\.js)"/.exec(readFileSync(join(app, 'dist/index.html'), 'utf8')) ?? [];
const entry = withImports(join(assets, entryName), new Set());
// The languages weigh nearly the same: the heavier one counts.
const language = [...chunks('en'), ...chunks('ru')].toSorted((a, b) => kilobytes([b], gzipSync) - kilobytes([a], gzipSync)).slice(0, 1);

report(
  'first-screen',
  // The dashboard stands in its layout.
  [['sign-in'], ['dashboard', 'shell']].flatMap((parts) => {
    const [screen = ''] = parts;
    const needed = new Set([...entry, ...language]);
    for (const part of parts.flatMap(chunks)) withImports(part, needed);
    return [
      figure(`${screen}, gzip`, 'kB', [kilobytes(needed, gzipSync)], { of: 'median', atMost: budget }),
      figure(`${screen}, brotli`, 'kB', [kilobytes(needed, brotliCompressSync)]),
      figure(`${screen}, files`, '', [needed.size]),
    ];
  }),
);
