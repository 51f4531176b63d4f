import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { catalog } from '../../packages/contract/src/catalog.ts';
import { root } from '../lib/root.ts';
import { listFiles } from '../lib/workspace.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
/** What partners and operators read. */
const pages = [
  'README.md',
  ...['docs/guide', 'docs/start', 'docs/ru', 'examples', 'packages']
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => (file.startsWith('docs/') ? file.endsWith('.md') : /^(?:examples|packages)\/[^/]+\/README\.md$/.test(file))),
].map((file) => ({ file, text: read(file) }));

/** Finds the names of a kind on all pages, each with its page. */
function find(pattern: RegExp): readonly { readonly file: string; readonly name: string }[] {
  return pages.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match, name = match]) => ({ file, name })));
}

test('every HTTP path of the pages is one of the contract', () => {
  const known = Object.values(catalog)
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .map(({ path }) => new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`));
  const found = find(/\/public\/api\/v\d\/[\w{}…./-]*[\w}]/g);
  expect(found.length).toBeGreaterThan(40);
  expect(found.filter(({ name }) => !known.some((path) => path.test(name)))).toEqual([]);
});

test('every setting and every metric of the pages is in the sources or in a test of them', () => {
  const sources = ['packages/server/src', 'packages/camera-agent/src', 'examples']
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => /\.(?:ts|js)$/.test(file))
    .map(read)
    .join('\n');
  // The names of links to an operator's own pages are made of theirs.
  const settings = find(/\bWATCHPOST_(?!LINK_)[A-Z0-9_]*[A-Z0-9]\b/g);
  const metrics = find(/\bwatchpost_[a-z_]*[a-z]\b/g);
  expect(settings.length).toBeGreaterThan(100);
  expect(metrics.length).toBeGreaterThan(20);
  expect([...settings, ...metrics].filter(({ name }) => !sources.includes(name))).toEqual([]);
});

/** All texts of a file of translations. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

test.each([
  ['en', 'Settings'],
  ['ru', 'Настройки'],
])('every way through the settings that a page names is what the app says, %s', (language, start) => {
  const texts = new Set(
    listFiles(root, 'packages/reference-app/src')
      .filter((file) => file.endsWith(`.${language}.json`))
      .flatMap((file) => textsIn(JSON.parse(read(file)))),
  );
  const ways = find(new RegExp(`\\*\\*(${start} → [^*]+)\\*\\*`, 'g'));
  expect(ways.length).toBeGreaterThan(5);
  expect(ways.filter(({ name }) => !name.split(' → ').every((label) => texts.has(label)))).toEqual([]);
});
