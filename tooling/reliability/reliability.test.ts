import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../lib/root.ts';
import type { TestResult } from '../lib/vitest.ts';
import { isGreen, judgeRow, type Evidence } from './judge-rows.ts';
import { reliabilityRows, type ReliabilityRow } from './reliability-rows.ts';

test('there is a row for each promise, R1 to R25, and a proof or a gap in each', () => {
  expect(reliabilityRows.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, index) => `R${index + 1}`));
  expect(reliabilityRows.filter(({ proofs, gap }) => proofs.length === 0 && gap === undefined)).toEqual([]);
});

const proofs = reliabilityRows.flatMap(({ id, proofs: all }) => all.map((proof) => [id, proof.file, proof] as const));
test.each(proofs)('%s is shown by a test that exists, in %s', (_, file, { project, test: name }) => {
  expect(readFileSync(join(root, file), 'utf8')).toContain(name);
  const kind = file.endsWith('.integration.test.ts') ? 'integration' : file.endsWith('.spec.ts') ? 'e2e' : 'unit';
  expect(kind).toBe(project);
});

const figures = reliabilityRows.flatMap(({ id, figures: all = [] }) => all.map((figure) => [id, figure.bench, figure.figure] as const));
test.each(figures)('%s has a figure of the bench %s that exists', (_, bench, figure) => {
  const source = ['app', 'archive', 'house', 'live'].flatMap((folder) => {
    try {
      return [readFileSync(join(root, 'bench', folder, `${bench}.ts`), 'utf8')];
    } catch {
      return [];
    }
  });
  expect(source).toHaveLength(1);
  expect(source[0]).toContain(figure);
});

describe('a row', () => {
  const row: ReliabilityRow = {
    id: 'R1',
    scenario: 's',
    limit: 'l',
    proofs: [{ project: 'unit', file: 'a.test.ts', test: 'R1:' }],
    figures: [{ bench: 'b', figure: 'f' }],
  };
  const result = (status: TestResult['status'], name = 'group R1: case'): TestResult => ({
    file: 'a.test.ts',
    name,
    status,
    reason: 'why',
    durationMs: 1,
  });
  const evidence = (all: Partial<Evidence>): Evidence => ({
    tests: [result('passed')],
    figures: null,
    fuzzed: null,
    requestsARoute: 1000,
    ...all,
  });
  const figure = (p95: number | null) => [
    { bench: 'b', name: 'f of it', unit: 's', median: 1, p95, maximum: 9, promise: { of: 'p95', atMost: 5 } as const },
  ];
  const longest = figure(4).map((one) => ({ ...one, promise: { of: 'maximum', atMost: 5 } as const }));
  const verdictOf = (all: Partial<Evidence>, of: ReliabilityRow = row) => judgeRow(of, evidence(all)).verdict;

  test.each<[string, Partial<Evidence>, string]>([
    ['whose tests pass', {}, 'kept'],
    ['of which one test fails', { tests: [result('passed'), result('failed')] }, 'BROKEN'],
    ['whose file could not be loaded', { tests: [result('failed', '')] }, 'BROKEN'],
    ['whose tests were skipped', { tests: [result('skipped')] }, 'not shown'],
    ['of which nothing ran', { tests: [] }, 'not shown'],
    ['whose test has another name', { tests: [result('passed', 'R10: other')] }, 'not shown'],
    ['whose figure is within its limit', { figures: figure(4) }, 'kept'],
    ['whose figure is beyond its limit', { figures: figure(6) }, 'BROKEN'],
    ['whose figure is none', { figures: figure(null) }, 'BROKEN'],
    ['whose figure is beyond its limit once', { figures: longest }, 'BROKEN'],
    ['whose bench gave no figure', { figures: [] }, 'not shown'],
  ])('%s', (_, all, verdict) => {
    expect(verdictOf(all)).toBe(verdict);
  });

  test('with a gap is shown in part, unless it is broken', () => {
    const partly = { ...row, gap: 'not all of it' };
    expect(verdictOf({}, partly)).toBe('in part');
    expect(verdictOf({ tests: [result('failed')] }, partly)).toBe('BROKEN');
    expect(verdictOf({ tests: [] }, partly)).toBe('not shown');
  });

  test('that is fuzzed needs 100,000 inputs without a fault', () => {
    const fuzzed: ReliabilityRow = { ...row, isFuzzed: true };
    const of = (inputs: number, hasFault = false) => [
      {
        name: 'p',
        inputs,
        refused: 0,
        outcomes: 1,
        slowestMs: 3,
        fault: hasFault ? { kind: 'throws' as const, message: 'm', seed: 1, index: 2, input: 'AA==' } : null,
      },
    ];
    expect(verdictOf({}, fuzzed)).toBe('not shown');
    expect(verdictOf({ fuzzed: of(1000) }, fuzzed)).toBe('not shown');
    expect(verdictOf({ fuzzed: of(100_000) }, fuzzed)).toBe('kept');
    expect(judgeRow(fuzzed, evidence({ fuzzed: of(7, true) }))).toMatchObject({
      verdict: 'BROKEN',
      reasons: [expect.stringContaining('AA==')],
    });
  });

  test('that is requested needs 1,000 requests a route', () => {
    const requested: ReliabilityRow = { ...row, isRequested: true };
    expect(verdictOf({ requestsARoute: 40 }, requested)).toBe('not shown');
    expect(verdictOf({ requestsARoute: 1000 }, requested)).toBe('kept');
    expect(verdictOf({ requestsARoute: 40, tests: [result('failed')] }, requested)).toBe('BROKEN');
    expect(verdictOf({ requestsARoute: 40 })).toBe('kept');
  });

  test('decides whether the run is green', () => {
    const judged = judgeRow(row, evidence({}));
    expect(isGreen([judged, { ...judged, verdict: 'in part' }])).toBe(true);
    expect(isGreen([judged, { ...judged, verdict: 'not shown' }])).toBe(false);
    expect(isGreen([judged, { ...judged, verdict: 'BROKEN' }])).toBe(false);
    expect(isGreen([])).toBe(false);
  });
});
