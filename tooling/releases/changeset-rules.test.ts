import { expect, test } from 'vitest';
import { findMissingChangesets } from './changeset-rules.ts';

const packages = [
  { name: '@watchpost/contract', folder: 'packages/contract' },
  { name: '@watchpost/server', folder: 'packages/server' },
];
const changeset = "---\n'@watchpost/contract': minor\n---\n\n'@watchpost/server': is only mentioned.\n";

test('a changed package needs a changeset that names it', () => {
  expect(findMissingChangesets(packages, ['packages/contract/src/a.ts', 'packages/server/src/b.ts'], [changeset])).toEqual([
    '@watchpost/server',
  ]);
  expect(findMissingChangesets(packages, ['packages/contract/package.json'], [])).toEqual(['@watchpost/contract']);
});
test('tests, test support and other folders need no changeset', () => {
  const files = ['packages/server/src/a.test.ts', 'packages/server/src/testing/a.ts', 'packages/server-tools/src/a.ts', 'docs/a.md'];
  expect(findMissingChangesets(packages, files, [])).toEqual([]);
});
