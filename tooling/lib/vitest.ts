import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './root.ts';
import { runTool } from './run.ts';
import type { StepOutcome } from './steps.ts';

interface VitestReport {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages: readonly string[] | null;
    }[];
  }[];
}

export type TestProject = 'unit' | 'integration' | 'e2e' | 'packed';

export interface TestOutcome extends StepOutcome {
  /** Files with a failed test, relative to the root. */
  readonly failedFiles: readonly string[];
}

/**
 * Runs tests and counts them from vitest's own report.
 * @param filters parts of file paths; all tests of the project when empty
 * @param options `show` prints while the tests run; otherwise the outcome contains the output
 */
export async function runVitest(
  projects: readonly TestProject[],
  filters: readonly string[],
  env: Readonly<Record<string, string>>,
  { show = true }: { show?: boolean } = {},
): Promise<TestOutcome> {
  const reportFile = join(tmpdir(), `watchpost-tests-${process.pid}-${projects.join('-')}.json`);
  const { code, output } = await runTool(
    'vitest',
    'vitest',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--passWithNoTests',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${reportFile}`,
      ...filters,
    ],
    // Vite's own builds set NODE_ENV=production, which removes React's support for tests.
    { show, env: { NODE_ENV: 'test', ...env } },
  );
  const report = readReport(reportFile);
  if (!report) return { passed: 0, failed: 1, failedFiles: [], output: `${output}\nvitest ended without a report.` };
  return { ...countTests(report, code), output };
}

/** A file that could not be loaded, and an error outside any test, count as one failure each. */
export function countTests(report: VitestReport, code: number): TestOutcome {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${name} > ${fullName}: ${firstLine(failureMessages?.[0])}`);
    return failed.length === 0 && status === 'failed' ? [`${name}: ${firstLine(message)}`] : failed;
  });
  if (failures.length === 0 && code !== 0) failures.push(`vitest ended with ${code}: an error outside of any test.`);
  return {
    passed: report.numPassedTests,
    failed: failures.length,
    failures: failures.map((line) => line.replace(`${root}/`, '')),
    failedFiles: report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name.replace(`${root}/`, '')),
    skipped: report.numPendingTests + report.numTodoTests,
  };
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
