import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompilerState, Extractor, ExtractorConfig, ExtractorLogLevel, type IConfigFile } from '@microsoft/api-extractor';
import { packageInputs, sharedInputs } from '../cache/package-inputs.ts';
import { root } from '../lib/root.ts';
import { runTool, seldomCollecting, type RunResult } from '../lib/run.ts';
import { createHasher, hashInputs, isFresh, stamp } from '../lib/stamps.ts';
import type { Step, StepOutcome } from '../lib/steps.ts';
import { publishable } from '../packages/publishable.ts';
import { apiEntries, type ApiEntry } from './api-entries.ts';

const reportFolder = 'docs/api';
const fix = 'Review the change of the public API, then renew the report: npm run check -- --fix';

/** Compares the committed API report of each published entry with its declarations, so that reviewers see every change of the public API. */
export const apiReportsGate: Step = { name: 'API reports', run: () => checkReports(false) };

/** Writes the reports of changed entries. */
export async function writeApiReports(): Promise<void> {
  const { failed, output } = await checkReports(true);
  if (failed > 0) throw new Error(output);
}

async function checkReports(renew: boolean): Promise<StepOutcome> {
  const entries = apiEntries();
  const { hash } = createHasher();
  // Hash the report again: it may just have been written.
  const hashOf = (entry: ApiEntry): string =>
    `${hash([...sharedInputs, 'tooling/api', ...packageInputs(root, `packages/${entry.package}`)])} ${hashInputs([join(reportFolder, entry.report)])}`;
  const stale = entries.filter((entry) => !isFresh(stampOf(entry), hashOf(entry)));
  const problems = findOrphans(entries, renew);
  if (stale.length > 0) {
    const types = await emitDeclarations(entries);
    if (types.code !== 0) return { passed: 0, failed: 1, output: types.output };
  }
  const compilerState = createCompilerState(stale);
  for (const entry of stale) {
    const report = extractReport(entry, compilerState);
    const path = join(root, reportFolder, entry.report);
    const committed = existsSync(path) ? readFileSync(path, 'utf8') : null;
    if (report !== committed && renew) {
      mkdirSync(join(root, reportFolder), { recursive: true });
      writeFileSync(path, report);
    }
    if (report === committed || renew) stamp(stampOf(entry), hashOf(entry));
    else
      problems.push(
        `${reportFolder}/${entry.report} does not match the declarations of @watchpost/${entry.package} (${entry.entry}). ${fix}`,
      );
  }
  return {
    passed: entries.length - problems.length,
    failed: problems.length,
    output: problems.join('\n'),
    note: `${entries.length - stale.length} unchanged since they passed`,
  };
}

const stampOf = ({ report }: ApiEntry): string => `api-${report}`;

/** Finds reports of removed entries. */
function findOrphans(entries: readonly ApiEntry[], remove: boolean): string[] {
  const folder = join(root, reportFolder);
  const known = new Set(entries.map(({ report }) => report));
  const orphans = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.api.md') && !known.has(name)) : [];
  if (!remove) return orphans.map((name) => `${reportFolder}/${name} belongs to no published entry. ${fix}`);
  for (const name of orphans) rmSync(join(folder, name));
  return [];
}

function emitDeclarations(entries: readonly ApiEntry[]): Promise<RunResult> {
  const projects = publishable.map((name) => `packages/${name}/tsconfig.build.json`);
  // Force a full build if files are missing: the compiler's incremental state would not notice that they were deleted.
  const areMissing = entries.some((entry) => !existsSync(join(root, 'packages', entry.package, entry.declarations)));
  return runTool('@typescript/native', 'tsc', ['-b', ...(areMissing ? ['--force'] : []), ...projects, '--pretty', 'false'], {
    env: seldomCollecting,
  });
}

/** Reads the declarations of all entries once: most of the time of a report is reading and binding the types it is made of. */
function createCompilerState(entries: readonly ApiEntry[]): CompilerState | undefined {
  const [first] = entries;
  if (first === undefined) return undefined;
  return CompilerState.create(configOf(first, tmpdir()), { additionalEntryPoints: entries.map(pathOf) });
}

const pathOf = ({ package: name, declarations }: ApiEntry): string => join(root, 'packages', name, declarations);

function configOf(entry: ApiEntry, reportFolder: string): ExtractorConfig {
  const folder = join(root, 'packages', entry.package);
  const configObject: IConfigFile = {
    projectFolder: folder,
    mainEntryPointFilePath: pathOf(entry),
    compiler: { overrideTsconfig: compilerOptions() },
    apiReport: { enabled: true, reportFolder, reportTempFolder: join(reportFolder, 'temp'), reportFileName: entry.report },
    docModel: { enabled: false },
    dtsRollup: { enabled: false },
    tsdocMetadata: { enabled: false },
    newlineKind: 'lf',
    messages: {
      compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
    },
  };
  return ExtractorConfig.prepare({ configObject, configObjectFullPath: undefined, packageJsonFullPath: join(folder, 'package.json') });
}

/** Makes the report of one entry, without warnings: missing release tags and names that are not exported are not failures here. */
function extractReport(entry: ApiEntry, compilerState: CompilerState | undefined): string {
  const reports = mkdtempSync(join(tmpdir(), 'watchpost-api-'));
  try {
    Extractor.invoke(configOf(entry, reports), {
      localBuild: true,
      messageCallback: (message) => void (message.handled = true),
      ...(compilerState && { compilerState }),
    });
    return readFileSync(join(reports, entry.report), 'utf8');
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

/** Resolves other workspace packages to their declarations, as a registry delivers them. */
function compilerOptions(): object {
  return {
    compilerOptions: {
      target: 'ES2023',
      lib: ['ES2024', 'DOM', 'DOM.Iterable'],
      module: 'NodeNext',
      moduleResolution: 'NodeNext',
      strict: true,
      skipLibCheck: true,
      types: ['node'],
      noEmit: true,
    },
    include: ['dist/**/*.d.ts'],
  };
}
