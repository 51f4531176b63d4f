/** Measures the JavaScript that a first screen needs before it can be used: the entry, the screen's code, their static imports, and the texts of one language. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { figure, report } from '../support/report.ts';

const app = join(import.meta.dirname, '../../packages/reference-app');
const assets = join(app, 'dist/assets');
if (!existsSync(assets)) throw new Error('The app is not built. Run `npx pnpm --filter @watchpost/reference-app build` first.');
const { firstScreens } = JSON.parse(readFileSync(join(app, '../../size-budgets.json'), 'utf8')) as {
  firstScreens: readonly { readonly name: string; readonly maxBytes: number }[];
};
/** The chunks that main.tsx loads for each first screen. */
const chunksOf: Readonly<Record<string, readonly string[]>> = {
  'sign-in': ['sign-in-page', 'session-sign-in-screen'],
  dashboard: ['app', 'shell', 'dashboard'],
};

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
  for (const [, next = ''] of readFileSync(file, 'utf8').matchAll(/(?:\bfrom|\bimport)\s*["'](\.\/[\w./-]+\.js)["']/g))
    withImports(join(dirname(file), next), known);
  return known;
};
const kilobytes = (names: Iterable<string>, zip: (bytes: Buffer) => Buffer): number =>
  [...names].reduce((sum, file) => sum + zip(readFileSync(file)).length, 0) / 1000;

const [, entryName = ''] =
  /<script type="module"[^>]* src="\/assets\/([\w-]+\.js)"/.exec(readFileSync(join(app, 'dist/index.html'), 'utf8')) ?? [];
const entry = withImports(join(assets, entryName), new Set());
/** The texts that these files load in one language. */
const textsOf = (loaded: Iterable<string>, language: 'en' | 'ru'): string[] =>
  [...loaded].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bimport\(["'`]\.\/([\w.-]+\.js)["'`]\)/g)]
      .map(([, name = '']) => name)
      .filter((name) => name.includes(`.${language}-`))
      .map((name) => join(assets, name)),
  );

report(
  'first-screen',
  firstScreens.flatMap(({ name: screen, maxBytes }) => {
    const parts = chunksOf[screen] ?? [];
    const code = new Set(entry);
    for (const part of parts.flatMap(chunks)) withImports(part, code);
    // Only one language is loaded: the heavier one counts.
    const [texts = []] = [textsOf(code, 'en'), textsOf(code, 'ru')].toSorted((a, b) => kilobytes(b, gzipSync) - kilobytes(a, gzipSync));
    const needed = new Set([...code, ...texts]);
    return [
      figure(`${screen}, gzip`, 'kB', [kilobytes(needed, gzipSync)], { of: 'median', atMost: maxBytes / 1000 }),
      figure(`${screen}, brotli`, 'kB', [kilobytes(needed, brotliCompressSync)]),
      figure(`${screen}, files`, '', [needed.size]),
    ];
  }),
);
