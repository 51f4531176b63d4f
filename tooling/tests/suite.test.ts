import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { codeFolders, listFiles } from '../lib/workspace.ts';
import { readGate } from './suite.ts';

const gate = readGate(root);
const entries = [
  ...[gate.browser, gate.packed, gate.postgres, gate.onlyInTestAll].flatMap((list) => Object.entries(list)),
  ...Object.entries(gate.engines).map(([path, { reason }]): [string, string] => [path, reason]),
];

describe('the list of the gate', () => {
  test.each(entries)('%s exists, and has a reason', (path, reason) => {
    expect(existsSync(join(root, path))).toBe(true);
    expect(reason.length).toBeGreaterThan(5);
  });

  test('has one story for each engine beside Chromium', () => {
    expect(Object.values(gate.engines).map(({ tool }) => tool)).toEqual(['firefox', 'webkit']);
  });

  const leftOut = Object.entries(gate.testsOnlyInTestAll).flatMap(([file, tests]) =>
    Object.entries(tests).map(([title, reason]) => ({ title, file, reason })),
  );
  const kinds = ['.spec.ts', '.integration.test.ts'];
  const sources = codeFolders
    .flatMap((folder) => listFiles(root, folder))
    .filter((file) => kinds.some((kind) => file.endsWith(kind)))
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));
  test.each(leftOut)('leaves out a test of $file with a reason: $title', ({ title, file, reason }) => {
    expect(reason.length).toBeGreaterThan(5);
    expect(gate.onlyInTestAll).not.toHaveProperty([file]);
    // Titles alone decide: a test with the same one in another file would be left out, too.
    expect(sources.filter(({ text }) => text.includes(title)).map((source) => source.file)).toEqual([file]);
  });

  const notInFirefox = Object.entries(gate.inFirefox).flatMap(([file, tests]) =>
    Object.entries(tests).map(([title, reason]) => ({ title, file, reason })),
  );
  test.each(notInFirefox)('leaves out a test of $file in Firefox with a reason: $title', ({ title, file, reason }) => {
    expect(reason).toMatch(/^Firefox: .{5}/);
    expect(readFileSync(join(root, file), 'utf8')).toContain(title);
  });

  test('has a story of each feature that has browser tests', () => {
    const folderOf = (file: string): string | undefined => file.split('/')[1];
    const inGate = new Set([...Object.keys(gate.browser), ...Object.keys(gate.packed)].map(folderOf));
    const specs = listFiles(root, 'e2e').filter((file) => file.endsWith('.spec.ts'));
    const without = new Set(specs.map(folderOf).filter((folder) => !inGate.has(folder)));
    // Every story goes through the shell, every screen is made of the primitives, and the other engines have a list of their own.
    expect(without).toEqual(new Set(['browsers', 'primitives', 'shell']));
  });

  const { notUnderstood } = gate;
  const lines = readFileSync(join(root, 'docs/testing.md'), 'utf8').split('\n');
  test.each(notUnderstood)('has a line in docs/testing.md for what nobody understands: $test', (entry) => {
    const { file, test: title, seen, excluded, since, times } = entry;
    expect(readFileSync(join(root, file), 'utf8')).toContain(title);
    const name = file.replace(/^e2e\//, '').replace(/\.(spec|integration\.test)\.ts$/, '');
    expect(lines).toContain(`| \`${name}\`: ${title} | ${seen} | ${excluded} | ${since} | ${times} |`);
  });

  const runsInGate = ({ file, test: title }: { readonly file: string; readonly test: string }): boolean => {
    const isListed = Object.hasOwn({ ...gate.browser, ...gate.packed, ...gate.engines }, file);
    const isWithProcesses = file.endsWith('.integration.test.ts') && !Object.hasOwn(gate.onlyInTestAll, file);
    return (isListed || isWithProcesses) && !Object.hasOwn(gate.testsOnlyInTestAll[file] ?? {}, title);
  };
  test('leaves out what came back three times and is not understood, at most five tests', () => {
    const comesBack = notUnderstood.filter(({ times }) => times >= 3);
    expect(comesBack.filter(runsInGate)).toEqual([]);
    expect(comesBack.length).toBeLessThanOrEqual(5);
  });
});
