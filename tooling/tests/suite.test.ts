import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import { listFiles } from '../lib/workspace.ts';
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

  test('has a story of each feature that has browser tests', () => {
    const folderOf = (file: string): string | undefined => file.split('/')[1];
    const inGate = new Set([...Object.keys(gate.browser), ...Object.keys(gate.packed)].map(folderOf));
    const specs = listFiles(root, 'e2e').filter((file) => file.endsWith('.spec.ts'));
    const without = new Set(specs.map(folderOf).filter((folder) => !inGate.has(folder)));
    // Every story goes through the shell, every screen is made of the primitives, and the other engines have a list of their own.
    expect(without).toEqual(new Set(['browsers', 'primitives', 'shell']));
  });

  test('leaves out at most five tests that nobody understands, each with a line in docs/testing.md', () => {
    expect(gate.notUnderstood.length).toBeLessThanOrEqual(5);
    const page = readFileSync(join(root, 'docs/testing.md'), 'utf8');
    expect(gate.notUnderstood.filter(({ test: name }) => !page.includes(name))).toEqual([]);
  });
});
