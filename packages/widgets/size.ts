/** Measures the script-tag build in dist/cdn against size-budgets.json. Run after the build: `node size.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const { version }: { version: string } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'));
const folder = new URL(`./dist/cdn/${version}/`, import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
const gzip = (name: string): number => gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length;
const total = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + gzip(name), 0);
const only = (pattern: RegExp): string => {
  const [name, ...more] = files.filter((file) => pattern.test(file));
  if (name === undefined || more.length > 0)
    throw new Error(`${more.length === 0 ? 'No file' : 'More than one file'} of dist/cdn matches ${pattern}.`);
  return name;
};
/** Static imports of a file, itself included: what a browser fetches before it can run. */
function withImports(name: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = readFileSync(new URL(name, folder), 'utf8');
  const within = /^\w+\//.exec(name)?.[0] ?? '';
  for (const [, file] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    if (file !== undefined) withImports(within + file, seen);
  return seen;
}
/** An element with its loader. */
const eager = (loader: string, element: RegExp): number => total([`${loader}.js`, ...withImports(only(element))]);
const measured: Readonly<Record<string, () => number>> = {
  loader: () => Math.max(...files.filter((name) => /^watchpost[\w-]*\.js$/.test(name)).map(gzip)),
  'live: loader, element, Preact, signals, sdk-core': () => eager('watchpost', /^camera-/),
  controls: () => gzip(only(/^controls-/)),
  timeline: () => gzip(only(/^timeline-/)),
  archive: () => gzip(only(/^archive-transport-/)),
  'video wall: loader, element, player with live and timeline, Preact, signals, sdk-core': () =>
    eager('watchpost-video-wall', /^wall\/video-wall-/),
  'snapshot: loader, element, sdk-core': () => eager('watchpost-snapshot', /^snapshot\/snapshot-element-/),
  'timeline element: loader, element, Preact': () => eager('watchpost-timeline', /^timeline\/timeline-element-/),
  'share dialog: loader, element, Preact, signals, sdk-core': () => eager('watchpost-share', /^share\/share-/),
  'checkout: loader, element, Preact, signals, sdk-core': () => eager('watchpost-checkout', /^checkout\/checkout-element-/),
};
const { scriptTag }: { scriptTag: readonly { readonly name: string; readonly maxBytes: number }[] } = JSON.parse(
  readFileSync(new URL('../../size-budgets.json', import.meta.url), 'utf8'),
);
let over = false;
for (const { name, maxBytes } of scriptTag) {
  const size = measured[name]?.();
  if (size === undefined) throw new Error(`size-budgets.json names "${name}", which is not measured.`);
  over ||= size > maxBytes;
  // oxlint-disable-next-line no-console -- the report is what this script is for
  console.log(`${size > maxBytes ? 'over' : 'ok  '}  ${String(size).padStart(6)} of ${String(maxBytes).padStart(6)} bytes  ${name}`);
}
if (over) process.exitCode = 1;
