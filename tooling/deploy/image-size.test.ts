import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { isLeftOut, prune } from './prune.ts';

const temporary = mkdtempSync(join(tmpdir(), 'watchpost-prune-'));
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

/** MB of the server's production packages without node-av, which is one file of 175 MB, and without our own. A rise needs a reason. */
const budgetMb = 85;

interface InstalledPackage {
  readonly name: string;
  /** Bytes that the image has. */
  readonly bytes: number;
  readonly leftOutBytes: number;
}

/** The server's production dependencies, as `npm install --omit=dev` takes them: each once, wherever it lies. */
function productionPackages(): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  const visit = (link: string): void => {
    const own = realpathSync(link);
    if (found.has(own)) return;
    const manifest: { name: string; dependencies?: Record<string, string>; optionalDependencies?: Record<string, string> } = JSON.parse(
      readFileSync(join(own, 'package.json'), 'utf8'),
    );
    const sum = { bytes: 0, leftOutBytes: 0 };
    for (const file of filesOf(own))
      sum[isLeftOut(`${manifest.name}/${relative(own, file)}`) ? 'leftOutBytes' : 'bytes'] += statSync(file).size;
    found.set(own, { name: manifest.name, ...sum });
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const dependency = ancestorsOf(own).find((parent) => existsSync(join(parent, 'node_modules', name, 'package.json')));
      // Of another platform.
      if (dependency !== undefined) visit(join(dependency, 'node_modules', name));
    }
  };
  visit(join(root, 'packages/server'));
  return [...found.values()];
}

function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestorsOf(parent)];
}

/** Without packages inside. */
function filesOf(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return [];
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesOf(path) : entry.isFile() ? [path] : [];
  });
}

test('the packages of the image stay within their budget', () => {
  const packages = productionPackages().filter(({ name }) => !name.startsWith('@watchpost/') && !name.startsWith('@seydx/'));
  expect(packages.length).toBeGreaterThan(150);
  const mb = packages.reduce((sum, { bytes }) => sum + bytes, 0) / 1e6;
  const largest = packages
    .toSorted((one, other) => other.bytes - one.bytes)
    .slice(0, 8)
    .map(({ name, bytes }) => `${name} ${(bytes / 1e6).toFixed(1)}`);
  expect(mb, `${mb.toFixed(1)} MB, the largest: ${largest.join(', ')}`).toBeLessThan(budgetMb);
  // The rules still find what they are for.
  expect(packages.reduce((sum, { leftOutBytes }) => sum + leftOutBytes, 0)).toBeGreaterThan(40e6);
});

test.each([
  ['pg/lib/index.js', false],
  ['pg/package.json', false],
  ['pg/LICENSE', false],
  ['pg/LICENSE.md', false],
  ['@watchpost/server/dist/third-party.md', false],
  ['@seydx/node-av-linux-x64/node-av.node', false],
  ['pdfkit/js/data/Helvetica.afm', false],
  ['dejavu-fonts-ttf/ttf/DejaVuSans.ttf', false],
  ['dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf', false],
  ['dejavu-fonts-ttf/ttf/DejaVuSerif.ttf', true],
  ['pg/README.md', true],
  ['zod/index.d.cts', true],
  ['zod/src/index.ts', true],
  ['stripe/esm/stripe.core.js.map', true],
  ['@types/node/package.json', true],
  ['@opentelemetry/semantic-conventions/dist/index.mjs', false],
  ['@opentelemetry/semantic-conventions/dist/stable_attributes.mjs', false],
  ['@opentelemetry/semantic-conventions/dist/experimental_attributes.mjs', true],
  ['@opentelemetry/semantic-conventions/dist/index-incubating.cjs', true],
])('%s is left out: %s', (path, expected) => expect(isLeftOut(path)).toBe(expected));

test('what is removed is removed inside of packages, too; the rest stays', () => {
  const files = { 'a/index.js': 10, 'a/index.d.ts': 20, 'a/node_modules/dejavu-fonts-ttf/ttf/DejaVuSerif.ttf': 30, 'b/LICENSE.md': 40 };
  for (const [file, size] of Object.entries(files)) {
    mkdirSync(dirname(join(temporary, file)), { recursive: true });
    writeFileSync(join(temporary, file), new Uint8Array(size));
  }
  expect(prune(temporary)).toEqual({ removedBytes: 50, keptBytes: 50 });
  expect(Object.keys(files).filter((file) => existsSync(join(temporary, file)))).toEqual(['a/index.js', 'b/LICENSE.md']);
});
