import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/root.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const page = read('docs/guide/migration.md');
const reports = readdirSync(join(root, 'docs/api')).map((file) => read(`docs/api/${file}`));
const hasWord = (text: string, word: string): boolean => new RegExp(`(?<![\\w$])${word}(?![\\w$])`).test(text);

/** Names without an heir of the same name. */
const gone = ['createEmbedToken', 'FirebaseAddresses', 'shortestClip', 'longestClip', 'setWall'];

/** Names in code, of which this repository has no other spelling: `timeoutMs`, not `false`. */
function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].flatMap(([, code = '']) => code.match(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g) ?? []);
}

test('every version that can be updated has a section, newest first', () => {
  const versions = [...read('packages/sdk-core/CHANGELOG.md').matchAll(/^## (\d+\.\d+)\.0$/gm)].map(([, version = '']) => version);
  const isAhead = readdirSync(join(root, '.changeset')).some(
    (file) => file.endsWith('.md') && read(`.changeset/${file}`).includes('"@watchpost/sdk-core": minor'),
  );
  const sections = [...page.matchAll(/^## From (.+)$/gm)].map(([, version = '']) => version);
  expect(sections).toEqual(isAhead ? versions : versions.slice(1));
});

test('what takes the place of something is there', () => {
  const rows = [...page.matchAll(/^\|[^|\n]+\|([^|\n]+)\|$/gm)].map(([, is = '']) => is);
  const names = rows.flatMap(namesIn);
  expect(names.length).toBeGreaterThan(15);
  const sources = ['contract', 'sdk-core', 'widgets'].flatMap((name) =>
    readdirSync(join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => read(join('packages', name, 'src', file))),
  );
  const text = sources.join('\n');
  expect(names.filter((name) => !hasWord(text, name))).toEqual([]);
});

test.each(gone)('%s, which the page says is gone, is in no report of the API', (name) => {
  expect(hasWord(page, name)).toBe(true);
  expect(reports.filter((report) => hasWord(report, name))).toEqual([]);
});
