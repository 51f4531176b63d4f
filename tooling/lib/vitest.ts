import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './run.ts';
import type { StepOutcome } from './steps.ts';

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly { readonly status: string }[] }[];
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
  const brokenFiles = report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed')).length;
  const failed = report.numFailedTests + brokenFiles;
  return { passed: report.numPassedTests, failed: failed === 0 && code !== 0 ? 1 : failed, skipped: report.numPendingTests + report.numTodoTests };
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
