import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freePorts } from '../../e2e/rig/free-ports.ts';
import { printTotals, runTests, type TestRunTotals } from './test-run.ts';

let folder: string;
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-fixture-'));
  lines = [];
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

interface FixtureOptions {
  readonly without?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const runFixture = (...filters: readonly string[]): Promise<TestRunTotals> => runWith({}, ...filters);

async function runWith({ without = [], env: more = {} }: FixtureOptions, ...filters: readonly string[]): Promise<TestRunTotals> {
  const env = {
    ...more,
    FIXTURE_FOLDER: folder,
    FIXTURE_PORT: String(await freePorts(1)),
    WATCHPOST_TEST_RESULTS: join(folder, 'results'),
  };
  const options = { show: false, folder: join(import.meta.dirname, 'fixture'), filters, without, env };
  return runTests({ parts: [{ name: 'fixture', projects: ['integration'], options }] }, { allowSkipped: false });
}

describe('a run of tests', () => {
  test.each(['every-third', 'never-recovers'])('is red with a fault of the product, also when its test runs alone: %s', async (name) => {
    const totals = await runFixture(name);
    expect(totals).toMatchObject({ passed: 0, failed: 1, flaky: [] });
  });

  test('is green with a test that fails beside another one only; it is printed as flaky with its reason', async () => {
    const totals = await runFixture('beside', 'under-load');
    expect(totals).toMatchObject({ passed: 2, failed: 0, failures: [], flaky: [{ file: 'under-load.fixture.ts' }] });
    lines = [];
    printTotals(totals);
    expect(lines[0]).toMatch(/^FLAKY {2}under-load\.fixture\.ts > works when nothing runs beside it: .*EADDRINUSE/);
    expect(lines.slice(-2)).toEqual(['2 passed, 0 failed, 1 flaky', '2 passed, 0 failed']);
  });

  test.each([
    { count: 10, failed: 0, failures: [] },
    { count: 11, failed: 1, failures: ['11 tests were flaky, more than 10: it is the product or the machine.'] },
  ])('with $count flaky tests has $failed failures', async ({ count, failed, failures }) => {
    const totals = await runWith({ env: { FIXTURE_FLAKY: String(count) } }, 'flaky-many');
    expect(totals).toMatchObject({ passed: count, failed, failures });
    expect(totals.flaky).toHaveLength(count);
  });

  test('leaves tests out by the titles as they are written, and does not count them as skipped', async () => {
    const totals = await runWith({ without: ['is found', 'is added $what'] }, 'left-out');
    expect(totals).toMatchObject({ passed: 2, failed: 0, skipped: 0 });
    expect(totals.tests.map(({ name }) => name)).toEqual(['plays (live)', 'a camera plays (live)?']);
  });

  test('leaves what there was when a hook before the tests failed, though the hook behind them ends it', async () => {
    expect((await runFixture('before-all')).failures[0]).toMatch(/^before-all\.fixture\.ts: a hook of its tests failed/);
    const left = join(folder, 'results/tooling-tests-fixture-before-all.fixture.ts/before-all-tests-of-the-archive');
    expect(readFileSync(join(left, 'reason.txt'), 'utf8')).toContain('There is no recording to play.');
    expect(readFileSync(join(left, 'server-1.log'), 'utf8')).toBe('The camera does not answer.');
  });

  test('leaves what there was when a test failed, though the hook behind it ends it', async () => {
    await runFixture('after-each');
    const left = join(folder, 'results/tooling-tests-fixture-after-each.fixture.ts/shows-a-picture');
    expect(readFileSync(join(left, 'reason.txt'), 'utf8')).toContain('There is no picture.');
    expect(readFileSync(join(left, 'server-1.log'), 'utf8')).toBe('The camera has gone.');
  });
});
