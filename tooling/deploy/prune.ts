// Removes from an installation what only people and compilers read: types, sources, source maps, manuals, fonts that no document uses.
// The Dockerfile runs it: node prune.ts node_modules
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Licences stay: they belong to what is passed on. */
const kept = /^(?:licen[cs]e|copying|notice|third-party)/i;
const leftOut = /(?:\.map|\.d\.[cm]?ts|\.[cm]?tsx?|\.flow|\.md|\.markdown|\.tsbuildinfo|\.gyp|\.gypi|\.cc|\.cpp|\.h|\.c)$/i;
/** Of DejaVu, invoices and timelapses use these two. */
const fonts = /^dejavu-fonts-ttf\/(?!ttf\/DejaVuSans(?:-Bold)?\.ttf$|package\.json$)/;
/** Names that may still change, 2.7 MB of them; OpenTelemetry's SDK uses the others. */
const changingNames = /^@opentelemetry\/semantic-conventions\/dist\/(?:experimental_|index-incubating)/;
/** Types alone, whatever they depend on. */
const typesOnly = /^@types\//;

/** Whether the server runs without a file. @param path from the innermost `node_modules`, with slashes */
export function isLeftOut(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !kept.test(name) && (leftOut.test(name) || [fonts, changingNames, typesOnly].some((pattern) => pattern.test(path)));
}

function* filesOf(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else if (entry.isFile()) yield path;
  }
}

/** Removes what is left out of a `node_modules` folder, with those inside of it. */
export function prune(modules: string): { readonly removedBytes: number; readonly keptBytes: number } {
  let [removedBytes, keptBytes] = [0, 0];
  for (const file of filesOf(modules)) {
    const { size } = statSync(file);
    const path = relative(modules, file).split(sep).join('/').split('node_modules/').at(-1) ?? '';
    if (isLeftOut(path)) {
      rmSync(file);
      removedBytes += size;
    } else keptBytes += size;
  }
  return { removedBytes, keptBytes };
}

if (import.meta.main) {
  const [modules = 'node_modules'] = process.argv.slice(2);
  const { removedBytes, keptBytes } = prune(modules);
  console.log(`${Math.round(removedBytes / 1e6)} MB removed, ${Math.round(keptBytes / 1e6)} MB kept.`);
}
