/** Measures the script-tag build in dist/cdn against size-budget.json. Run after the build: `node size.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const folder = new URL('./dist/cdn/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));
const gzip = (name: string): number => gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length;
const matching = (pattern: RegExp): number => files.filter((name) => pattern.test(name)).reduce((sum, name) => sum + gzip(name), 0);
/** Static imports of a file, itself included: what a browser fetches before it can run. */
function withImports(name: string, seen: Set<string> = new Set()): Set<string> {
  if (seen.has(name)) return seen;
  seen.add(name);
  const text = readFileSync(new URL(name, folder), 'utf8');
  const within = name.startsWith('wall/') ? 'wall/' : '';
  for (const [, file] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) if (file !== undefined) withImports(within + file, seen);
  return seen;
}
const camera = files.find((name) => name.startsWith('camera-'));
if (!camera) throw new Error('There is no build in dist/cdn: run `pnpm --filter @watchpost/widgets build` first.');
const eager = new Set(['watchpost.js', ...withImports(camera)]);
const wall = readdirSync(new URL('./wall/', folder)).find((name) => name.startsWith('video-wall-'));
const eagerWall = new Set(['watchpost-video-wall.js', ...(wall === undefined ? [] : withImports(`wall/${wall}`))]);
const measured: Record<string, number> = {
  'live: loader, element, Preact, signals, sdk-core': [...eager].reduce((sum, name) => sum + gzip(name), 0),
  'controls': matching(/^controls-/),
  'timeline': matching(/^timeline-/),
  'archive': matching(/^archive-transport-/),
  'video wall: loader, element, player with live and timeline, Preact, signals, sdk-core': [...eagerWall].reduce((sum, name) => sum + gzip(name), 0),
};
const budget: unknown = JSON.parse(readFileSync(new URL('./size-budget.json', import.meta.url), 'utf8'));
let over = false;
for (const [name, limit] of Object.entries(budget as Record<string, number>)) {
  const size = measured[name];
  if (size === undefined) continue;
  over ||= size > limit;
  // oxlint-disable-next-line no-console -- the report is what this script is for
  console.log(`${size > limit ? 'over' : 'ok  '}  ${String(size).padStart(6)} of ${String(limit).padStart(6)} bytes  ${name}`);
}
if (over) process.exitCode = 1;
