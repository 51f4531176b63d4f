import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { atMost } from '../../../tooling/tests/slow-machine.ts';
import { runTests, type TestRunTotals } from '../../../tooling/tests/test-run.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-fixture-'));
  vi.spyOn(console, 'log').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

function runFixture(name: string, fault: '0' | '1'): Promise<TestRunTotals> {
  const env = { FIXTURE_FAULT: fault, WATCHPOST_TEST_RESULTS: join(folder, 'results') };
  const options = { show: false, folder: join(import.meta.dirname, 'fixture'), filters: [name], env };
  return runTests({ parts: [{ name: 'fixture', projects: ['integration'], options }] }, { allowSkipped: false });
}

// Without the fault, the same test is green: only the fault makes it red.
test.each([
  { name: 'server-fault', what: 'a route of the server that refuses every third request' },
  { name: 'player-fault', what: 'a player that never recovers' },
])(
  'a run is red with $what, also when the test runs alone',
  async ({ name }) => {
    expect(await runFixture(name, '1')).toMatchObject({ passed: 0, failed: 1, flaky: [] });
    expect(await runFixture(name, '0')).toMatchObject({ passed: 1, failed: 0, failures: [] });
  },
  atMost(300_000),
);
