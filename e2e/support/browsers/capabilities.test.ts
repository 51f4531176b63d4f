import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readGate } from '../../../tooling/tests/suite.ts';
import { capabilities, engines, testLimits, type Capability } from './capabilities.ts';
import { capabilityTable, limitList } from './capabilities-page.ts';
import { oldestVersion, oldestVersionsTable } from './oldest-versions.ts';

const root = resolve(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(resolve(root, path), 'utf8');
const all: readonly (readonly [string, Capability])[] = Object.entries(capabilities);

describe.each([
  ['en', 'docs/guide/browsers.md'],
  ['ru', 'docs/ru/guide/browsers.md'],
] as const)('the page in %s', (locale, path) => {
  test('has the table of what the tests show, and the list of what they can’t', () => {
    expect(read(path)).toContain(capabilityTable(locale));
    expect(read(path)).toContain(limitList(locale));
  });

  test('has the table of the oldest versions', () => {
    expect(read(path)).toContain(oldestVersionsTable(locale));
  });
});

test.each(['README.md', 'docs/start/integrator.md', 'docs/ru/start/integrator.md', 'packages/reference-app/public/boot.js'])(
  '%s names the oldest versions',
  (path) => {
    const [chromium, firefox, webkit] = (['chromium', 'firefox', 'webkit'] as const).map(oldestVersion);
    expect(read(path)).toMatch(new RegExp(`Chrome (or|and|и|или) Edge ${chromium}, Safari ${webkit}, Firefox ${firefox}`));
  },
);

test.each(all.flatMap(([name, { proofs }]) => engines.map((engine) => ({ name, engine, proof: proofs[engine] }))))(
  '$name in $engine: what is called tested has its test',
  ({ proof }) => {
    if (proof.kind !== 'tested') return;
    expect(existsSync(resolve(root, proof.spec)), proof.spec).toBe(true);
    expect(read(proof.spec)).toMatch(new RegExp(`['"]${proof.test.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}`));
  },
);

test('what Chromium’s specs leave out in Firefox has one of the reasons that the page lists', () => {
  const reasons = Object.values(readGate(root).inFirefox).flatMap((tests) => Object.values(tests));
  const listed = testLimits.filter(({ engine }) => engine === 'firefox').map(({ lacks }) => `Firefox: ${lacks.en}`);
  expect(reasons.filter((reason) => !listed.includes(reason))).toEqual([]);
});

test('an engine is tested by its own specs only', () => {
  const ofOthers = all.flatMap(([, { proofs }]) => [proofs.firefox, proofs.webkit]);
  for (const proof of ofOthers) if (proof.kind === 'tested') expect(proof.spec).toMatch(/^e2e\/browsers\//);
});
