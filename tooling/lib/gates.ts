import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { packageInputs, sharedInputs } from '../cache/package-inputs.ts';
import { renderFeaturesPage } from '../workspace/features-page.ts';
import { checkSources } from '../workspace/source-rules.ts';
import { checkWorkspace } from '../workspace/workspace-rules.ts';
import { root } from './root.ts';
import { run, runTool, seldomCollecting, type RunResult } from './run.ts';
import { createHasher, isFresh, stamp } from './stamps.ts';
import { gate, mapBounded, type Step, type StepOutcome } from './steps.ts';
import { codeFolders, listFiles, listFolders, readFeatures } from './workspace.ts';

/**
 * Runs the compiler over every project: each tsconfig.json with its own files. Skips one whose packages have not changed. Beyond `lintGate`,
 * it finds exports whose types can't be declared without inferring them; in the packages that are published, building them finds those too.
 */
export const typesGate: Step = {
  name: 'types',
  run: async (): Promise<StepOutcome> => {
    const projects = [...codeFolders, 'docs']
      .flatMap((folder) => listFiles(root, folder))
      .filter((file) => file.endsWith('/tsconfig.json'));
    const { hash } = createHasher();
    const results = await mapBounded(projects, 2, async (project) => {
      const folder = dirname(project);
      const key = `types-${folder.replaceAll('/', '-')}`;
      const digest = hash([...sharedInputs, ...typesInputs(folder)]);
      if (isFresh(key, digest)) return { project, code: 0, output: '' };
      const cache = join('node_modules/.cache/watchpost/types', `${folder.replaceAll('/', '-')}.tsbuildinfo`);
      // Two projects are checked at a time: more checkers for each would check the types that they share once more.
      const options = ['--checkers', '1', '--noEmit', '--incremental', '--tsBuildInfoFile', cache, '--pretty', 'false'];
      const result = await runTool('@typescript/native', 'tsc', ['-p', project, ...options], { env: seldomCollecting });
      if (result.code === 0) stamp(key, digest);
      return { project, ...result };
    });
    const failed = results.filter(({ code }) => code !== 0);
    return {
      passed: results.length - failed.length,
      failed: failed.length,
      output: failed.map(({ project, output }) => `${project}\n${output}`).join('\n'),
    };
  },
};

/** A folder without a manifest belongs to the package above it; tooling, e2e and bench import each other's files by path. */
function typesInputs(folder: string): string[] {
  if (/^(tooling|e2e|bench|examples|docs)(\/|$)/.test(folder)) return [...codeFolders, 'docs'];
  const owner = folder.split('/').slice(0, 2).join('/');
  // Build configurations import plugins from there.
  return [...packageInputs(root, owner), 'tooling/packages'];
}

/** What no project of the compiler contains, because what it imports is not installed here: linted, not compiled. */
const uncompiled: readonly string[] = ['docs/.vitepress/theme', 'e2e/consumers/typescript', 'examples/angular'];

/**
 * Runs oxlint with its type-aware rules and the errors of the compiler on packages that changed or whose dependencies did; warnings fail too.
 * It has each file's types anyway, and once: `typesGate` checks a file again in each project that imports it.
 */
export const lintGate: Step = {
  name: 'lint and types',
  run: async () => {
    const { hash } = createHasher();
    const folders = [...codeFolders, 'docs'].flatMap((folder) =>
      folder === 'packages' ? listFolders(root, folder).map((name) => `packages/${name}`) : existsSync(join(root, folder)) ? [folder] : [],
    );
    const digests = new Map(folders.map((folder) => [folder, hash(['.oxlintrc.json', ...sharedInputs, ...typesInputs(folder)])]));
    const keyOf = (folder: string): string => `lint-and-types-${folder.replaceAll('/', '-')}`;
    const stale = folders.filter((folder) => !isFresh(keyOf(folder), digests.get(folder) ?? ''));
    if (stale.length === 0) return gate(true, '', 'unchanged since they passed');
    const lint = (...args: readonly string[]): Promise<RunResult> =>
      runTool('oxlint', 'oxlint', ['--type-aware', '--deny-warnings', ...args], { env: seldomCollecting });
    const results = [await lint('--type-check', ...uncompiled.map((folder) => `--ignore-pattern=${folder}/**`), ...stale)];
    const others = uncompiled.filter((folder) => stale.some((parent) => folder.startsWith(`${parent}/`)));
    if (others.length > 0) results.push(await lint(...others));
    const isClean = results.every(({ code }) => code === 0);
    if (isClean) for (const folder of stale) stamp(keyOf(folder), digests.get(folder) ?? '');
    return gate(isClean, results.map(({ output }) => output).join('\n'), `${stale.length} of ${folders.length} folders changed`);
  },
};

/** Runs oxfmt over all files that .oxfmtrc.json does not ignore. */
export const formatGate: Step = {
  name: 'format',
  run: async () => {
    const { code, output } = await runTool('oxfmt', 'oxfmt', ['--list-different', '.']);
    return gate(code === 0, `${output.trimEnd()}\nNot formatted as .oxfmtrc.json says. Format: npm run check -- --fix`);
  },
};

export async function formatSources(): Promise<void> {
  const { code, output } = await runTool('oxfmt', 'oxfmt', ['.']);
  if (code !== 0) throw new Error(output);
}

/** Runs knip: finds unused files, exports and types. */
export const unusedGate: Step = {
  name: 'unused exports',
  run: async () => {
    const { code, output } = await runTool('knip', 'knip', ['--no-progress', '--no-config-hints']);
    return gate(
      code === 0,
      `${output.trimEnd()}\nNobody imports these. Remove them, or the word "export". A file that a program opens by its path is an entry in knip.json.`,
    );
  },
};

export const boundariesGate: Step = {
  name: 'boundaries',
  run: async () => {
    const { code, output } = await run(process.execPath, [join(root, 'tooling/boundaries/cruise.ts')]);
    return gate(code === 0, output, code === 0 ? output : undefined);
  },
};

export const workspaceGate: Step = {
  name: 'workspace',
  run: async () => {
    const report = checkWorkspace(root);
    const problems = [...report.problems, ...checkSources(root)];
    return gate(
      problems.length === 0,
      problems.join('\n'),
      `${report.files} source files, median ${report.median} lines, p90 ${report.p90}`,
    );
  },
};

const featuresPage = 'docs/features.md';

export function writeFeaturesPage(): void {
  writeFileSync(join(root, featuresPage), renderFeaturesPage(readFeatures(root)));
}

export const docsGate: Step = {
  name: 'generated docs',
  run: async () => {
    const path = join(root, featuresPage);
    const isFresh = existsSync(path) && readFileSync(path, 'utf8') === renderFeaturesPage(readFeatures(root));
    return gate(isFresh, `${featuresPage} does not match features.json. It is generated. Renew it: npm run check -- --fix`);
  },
};
