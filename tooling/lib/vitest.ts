import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.ts';
import { runTool } from './run.ts';
import type { StepOutcome } from './steps.ts';

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[] | null;
      readonly duration?: number | null;
    }[];
  }[];
}

export type TestProject = 'unit' | 'integration' | 'e2e' | 'packed';

export interface TestResult {
  /** Relative to the root, with slashes. */
  readonly file: string;
  /** Empty for the file as a whole: it could not be loaded, or one of its hooks failed. */
  readonly name: string;
  readonly status: 'passed' | 'failed' | 'skipped';
  /** The first line of the error of a failed test. */
  readonly reason: string;
  readonly durationMs: number;
}

export interface TestOutcome extends StepOutcome {
  readonly tests: readonly TestResult[];
}

export interface VitestOptions {
  /** Prints while the tests run; otherwise the outcome contains the output. */
  readonly show?: boolean;
  /** Parts of file paths; all tests of the projects when empty. */
  readonly filters?: readonly string[];
  /** Files and globs to leave out, relative to the root. */
  readonly exclude?: readonly string[];
  /** Titles of tests to leave out, as they are written: `test.each` fills in `$name`. */
  readonly without?: readonly string[];
  /** Runs one file at a time, with nothing beside it; browser tests then record pictures of every step. */
  readonly isAlone?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  /** The folder with `vitest.config.ts`. */
  readonly folder?: string;
}

/** Runs tests and counts them from vitest's own report. */
export async function runVitest(
  projects: readonly TestProject[],
  { show = true, filters = [], exclude = [], without = [], isAlone = false, env = {}, folder = root }: VitestOptions = {},
): Promise<TestOutcome> {
  const reportFile = join(tmpdir(), `watchpost-tests-${process.pid}-${projects.join('-')}.json`);
  const wanted = without.length === 0 ? null : namesWithout(without);
  const { code, output } = await runTool(
    'vitest',
    'vitest',
    [
      'run',
      ...projects.map((project) => `--project=${project}*`),
      ...(isAlone ? ['--maxWorkers=1', '--no-file-parallelism'] : []),
      '--passWithNoTests',
      ...(wanted === null ? [] : [`--testNamePattern=${wanted.source}`]),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...filters,
    ],
    // Vite's own builds set NODE_ENV=production, which removes React's support for tests.
    {
      show,
      cwd: folder,
      env: {
        NODE_ENV: 'test',
        WATCHPOST_TEST_ALONE: isAlone ? '1' : '0',
        WATCHPOST_TEST_EXCLUDE: exclude.join(),
        // A whole run leaves no core idle, and machines of the same kind differ by half: only a red test is late by it.
        WATCHPOST_TEST_SLOW: process.env['WATCHPOST_TEST_SLOW'] ?? '2',
        ...env,
      },
    },
  );
  const report = readReport(reportFile);
  if (!report) return { passed: 0, failed: 1, tests: [], output: `${output}\nvitest ended without a report.` };
  // Vitest counts what a pattern leaves out as skipped.
  const tests = readTests(report, folder).filter(({ status, name }) => status !== 'skipped' || (wanted?.test(name) ?? true));
  return { ...countTests(tests, code), output };
}

/** Matches the full name of each test but of those with one of the titles. */
function namesWithout(titles: readonly string[]): RegExp {
  const escape = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  const names = titles.map((title) => title.split(/\$\w+/).map(escape).join('.+'));
  return new RegExp(`^(?!(?:.* )?(?:${names.join('|')})$)`);
}

/** @param folder which the names of files are relative to */
export function readTests(report: VitestReport, folder: string): TestResult[] {
  return report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(folder, name).replaceAll('\\', '/');
    const tests = assertionResults.map((test): TestResult => ({
      file,
      name: test.fullName,
      status: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      reason: firstLine(test.failureMessages?.[0]),
      durationMs: test.duration ?? 0,
    }));
    const failedAsAWhole = status === 'failed' && tests.every((test) => test.status !== 'failed');
    // Vitest's report has no error of a hook within a `describe`.
    const reason = firstLine(message) || 'a hook of its tests failed, for the reason that is printed above';
    return failedAsAWhole ? [...tests, { file, name: '', status: 'failed', reason, durationMs: 0 }] : tests;
  });
}

/** An error outside any test counts as one failure. @param code the exit code of vitest */
export function countTests(tests: readonly TestResult[], code: number): TestOutcome {
  const count = (status: TestResult['status']): number => tests.filter((test) => test.status === status).length;
  const failures = tests.filter(({ status }) => status === 'failed').map(describeFailure);
  if (failures.length === 0 && code !== 0) failures.push(`vitest ended with ${code}: an error outside of any test.`);
  return { passed: count('passed'), failed: failures.length, failures, skipped: count('skipped'), tests };
}

export function describeTest({ file, name }: Pick<TestResult, 'file' | 'name'>): string {
  return name === '' ? file : `${file} > ${name}`;
}

function describeFailure(test: TestResult): string {
  return `${describeTest(test)}: ${test.reason}`;
}

function firstLine(message = ''): string {
  return stripVTControlCharacters(message).trim().split('\n')[0]?.slice(0, 160) ?? '';
}

function readReport(file: string): VitestReport | null {
  try {
    const report: VitestReport = JSON.parse(readFileSync(file, 'utf8'));
    return report;
  } catch {
    return null;
  } finally {
    rmSync(file, { force: true });
  }
}
