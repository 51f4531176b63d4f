import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { listFiles, readFeatures } from '../lib/workspace.ts';
import { isPart } from '../tests/suite.ts';

const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read('package.json'));

describe.each(['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'])('%s', (file) => {
  const page = read(file);

  test('names commands that exist', () => {
    const named = [...page.matchAll(/\bnpm (?:run ([\w:-]+)|(test|start)\b)/g)].map(([, run, direct]) => run ?? direct ?? '');
    expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    const features = [...page.matchAll(/`npm test ([a-z][\w-]*)/g)].map(([, feature = '']) => feature);
    expect(readFeatures(root).map(({ name }) => name)).toEqual(expect.arrayContaining(features));
    const parts = [...page.matchAll(/--part (\w+)/g)].map(([, part = '']) => part);
    expect(parts.filter((part) => !isPart(part))).toEqual([]);
  });
  test('links to files that exist', () => {
    const links = [...page.matchAll(/\]\((?!https?:)([^)#\s]+)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  });
});

test('the trial of a new field names files that exist', () => {
  const [, section = ''] = /^## A field, from the database to the screen\n([\s\S]*?)^## /m.exec(read('CONTRIBUTING.md')) ?? [];
  const named = [...section.matchAll(/`([\w-]+\.tsx?)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  const files = listFiles(root, 'packages').map((file) => basename(file));
  expect(files).toEqual(expect.arrayContaining(named));
});
