import { afterEach, describe, expect, test, vi } from 'vitest';
import { gate, mapBounded, runSteps } from './steps.ts';
import { countTests, readTests } from './vitest.ts';

describe('steps', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('adds up totals; a step that throws has failed and reports why', async () => {
    const lines: string[] = [];
    vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
    const totals = await runSteps([
      { name: 'one', run: async () => gate(true, '') },
      { name: 'many', run: async () => ({ passed: 5, failed: 2, skipped: 1, failures: ['many: it goes on'], output: 'what went wrong' }) },
      { name: 'broken', run: () => Promise.reject(new Error('no such program')) },
    ]);
    expect(totals).toEqual({ passed: 6, failed: 3, skipped: 1, failures: ['many: it goes on', 'broken'] });
    expect(lines.join('\n')).toMatch(
      /ok {5}one.*\nwhat went wrong\nFAILED many · 5 passed, 2 failed, 1 skipped.*\nError: no such program[\s\S]*FAILED broken/,
    );
  });

  test('runs at most `width` at a time, with answers in order', async () => {
    let running = 0;
    let most = 0;
    const answers = await mapBounded([3, 1, 2, 5, 4], 2, async (item) => {
      running += 1;
      most = Math.max(most, running);
      for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
      running -= 1;
      return item * 10;
    });
    expect(answers).toEqual([30, 10, 20, 50, 40]);
    expect(most).toBe(2);
  });
});

describe('counting tests', () => {
  const folder = '/repository';
  const file = { name: `${folder}/e2e/player/watch.spec.ts`, status: 'failed', message: '', assertionResults: [] };
  const passed = { status: 'passed', fullName: 'starts', failureMessages: [], duration: 12 };

  test('counts passed, failed and skipped tests, and lists each failed one with its file and the first line of its reason', () => {
    const failed = {
      status: 'failed',
      fullName: 'a player stops',
      failureMessages: ['\u{1B}[31mError: it goes on\u{1B}[39m\n    at player.spec.ts:3'],
    };
    const skipped = { status: 'pending', fullName: 'rests', failureMessages: null };
    const tests = readTests({ testResults: [{ ...file, assertionResults: [passed, failed, skipped] }] }, folder);
    expect(tests[0]).toEqual({ file: 'e2e/player/watch.spec.ts', name: 'starts', status: 'passed', reason: '', durationMs: 12 });
    expect(countTests(tests, 1)).toMatchObject({
      passed: 1,
      failed: 1,
      skipped: 1,
      failures: ['e2e/player/watch.spec.ts > a player stops: Error: it goes on'],
    });
  });
  test('counts a file that could not be loaded as a failure', () => {
    const tests = readTests({ testResults: [{ ...file, message: 'no such module' }] }, folder);
    expect(countTests(tests, 1)).toMatchObject({ passed: 0, failed: 1, failures: ['e2e/player/watch.spec.ts: no such module'] });
  });
  test('counts a file whose hook failed after its tests as a failure', () => {
    const tests = readTests({ testResults: [{ ...file, message: 'the server did not stop', assertionResults: [passed] }] }, folder);
    expect(countTests(tests, 1)).toMatchObject({ passed: 1, failed: 1, failures: ['e2e/player/watch.spec.ts: the server did not stop'] });
  });
  test('counts an error outside any test as a failure', () => {
    expect(countTests([], 1)).toMatchObject({ failed: 1 });
    expect(countTests([], 0)).toMatchObject({ failed: 0, failures: [] });
  });
});
