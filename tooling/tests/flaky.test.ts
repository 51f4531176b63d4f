import { describe, expect, test } from 'vitest';
import { countTests, type TestResult } from '../lib/vitest.ts';
import { failedFiles, settle } from './flaky.ts';

const file = 'e2e/player/watch.spec.ts';
const result = (name: string, status: TestResult['status'], reason = ''): TestResult => ({ file, name, status, reason, durationMs: 1 });
const run = (...tests: readonly TestResult[]) => countTests(tests, tests.some(({ status }) => status === 'failed') ? 1 : 0);

describe('a test that failed and was run again alone', () => {
  test('is flaky when it passes, and counts as passed', () => {
    const settled = settle(
      run(result('plays', 'failed', 'no picture'), result('stops', 'passed')),
      run(result('plays', 'passed'), result('stops', 'passed')),
    );
    expect(settled).toMatchObject({ passed: 2, failed: 0, failures: [], flaky: [{ name: 'plays', reason: 'no picture' }] });
  });

  test('is red when it fails again', () => {
    const settled = settle(
      run(result('plays', 'failed', 'no picture'), result('stops', 'passed')),
      run(result('plays', 'failed', 'still none'), result('stops', 'passed')),
    );
    expect(settled).toMatchObject({ passed: 1, failed: 1, failures: [`${file} > plays: no picture`], flaky: [] });
  });

  test('is red when its file does not get that far again', () => {
    const settled = settle(
      run(result('plays', 'failed', 'no picture')),
      run(result('plays', 'skipped'), result('', 'failed', 'no server')),
    );
    expect(settled).toMatchObject({ passed: 0, failed: 1, flaky: [{ name: '', reason: 'no server' }] });
  });

  test('makes another test of its file flaky that passed before and fails now', () => {
    const settled = settle(
      run(result('plays', 'failed'), result('stops', 'passed')),
      run(result('plays', 'passed'), result('stops', 'failed')),
    );
    expect(settled).toMatchObject({ passed: 2, failed: 0, flaky: [{ name: 'plays' }, { name: 'stops' }] });
  });
});

describe('a file that failed as a whole', () => {
  test('is flaky when it works, and its tests count', () => {
    const settled = settle(run(result('plays', 'skipped'), result('', 'failed', 'no server')), run(result('plays', 'passed')));
    expect(settled).toMatchObject({ passed: 1, failed: 0, skipped: 0, flaky: [{ name: '', reason: 'no server' }] });
  });

  test('is red when it fails so again', () => {
    const settled = settle(run(result('', 'failed', 'no server')), run(result('', 'failed', 'no server')));
    expect(settled).toMatchObject({ passed: 0, failed: 1, flaky: [] });
  });

  test('leaves a test red that fails in the run in which the file works', () => {
    const settled = settle(run(result('', 'failed', 'no server')), run(result('plays', 'failed', 'no picture')));
    expect(settled).toMatchObject({ failed: 1, failures: [`${file} > plays: no picture`] });
  });
});

test('files without a failure keep their results, and are not run again', () => {
  const other = { ...result('lists', 'passed'), file: 'e2e/cameras/list.spec.ts' };
  const first = run(result('plays', 'failed'), other);
  expect(failedFiles(first)).toEqual([file]);
  expect(settle(first, run(result('plays', 'passed')))).toMatchObject({ passed: 2, failed: 0 });
});

test('an error outside of any test stays red, and so does everything when the second run reports nothing', () => {
  expect(settle(countTests([result('plays', 'passed')], 1), run())).toMatchObject({ passed: 1, failed: 1, flaky: [] });
  expect(settle(run(result('plays', 'failed', 'no picture')), run())).toMatchObject({
    failed: 1,
    failures: [`${file} > plays: no picture`],
  });
});
