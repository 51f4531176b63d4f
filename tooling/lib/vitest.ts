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
    readonly assertionResults: readonly { readonly status: string; readonly fullName: string; readonly failureMessages: readonly string[] | null }[];
  }[];
}

export type TestProject = 'unit' | 'integration' | 'e2e' | 'e2e-patient' | 'e2e-alone';

/**
 * Runs tests and counts them from vitest's own report.
 * @param filters parts of file paths; all tests of the project when empty
 */
export async function runVitest(projects: readonly TestProject[], filters: readonly string[], env: Readonly<Record<string, string>>): Promise<StepOutcome> {
  const reportFile = join(tmpdir(), `watchpost-tests-${process.pid}-${projects.join('-')}.json`);
  const { code } = await runTool(
    'vitest',
    'vitest',
    ['run', ...projects.map((project) => `--project=${project}`), '--passWithNoTests', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...filters],
    // Vite's own builds leave NODE_ENV=production behind, and with it React has nothing for tests.
    { show: true, env: { NODE_ENV: 'test', ...env } },
  );
  const report = readReport(reportFile);
  if (!report) return { passed: 0, failed: 1, output: 'vitest ended without a report.' };
  return countTests(report, code);
}

/** A file that could not be loaded, and an error outside of any test, count as one failure each. */
export function countTests(report: VitestReport, code: number): StepOutcome {
  const failures = report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName, failureMessages }) => `${name} > ${fullName}: ${firstLine(failureMessages?.[0])}`);
    return failed.length === 0 && status === 'failed' ? [`${name}: ${firstLine(message)}`] : failed;
  });
  if (failures.length === 0 && code !== 0) failures.push(`vitest ended with ${code}: an error outside of any test.`);
  return { passed: report.numPassedTests, failed: failures.length, failures: failures.map((line) => line.replace(`${root}/`, '')), skipped: report.numPendingTests + report.numTodoTests };
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
