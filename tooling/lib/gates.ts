import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describeViolations, findBoundaryViolations } from '../boundaries/cruise.ts';
import { renderFeaturesPage } from '../workspace/features-page.ts';
import { checkSources } from '../workspace/source-rules.ts';
import { checkWorkspace } from '../workspace/workspace-rules.ts';
import { root } from './root.ts';
import { runTool } from './run.ts';
import { gate, mapBounded, type Step, type StepOutcome } from './steps.ts';
import { codeFolders, listFiles, readFeatures } from './workspace.ts';

/** The compiler over every project: each tsconfig.json with files of its own. */
export const typesGate: Step = {
  name: 'types',
  run: async (): Promise<StepOutcome> => {
    const projects = codeFolders.flatMap((folder) => listFiles(root, folder)).filter((file) => file.endsWith('/tsconfig.json'));
    const results = await mapBounded(projects, 2, async (project) => {
      const cache = join('node_modules/.cache/watchpost/types', `${dirname(project).replaceAll('/', '-')}.tsbuildinfo`);
      return { project, ...(await runTool('@typescript/native', 'tsc', ['-p', project, '--noEmit', '--incremental', '--tsBuildInfoFile', cache, '--pretty', 'false'])) };
    });
    const failed = results.filter(({ code }) => code !== 0);
    return { passed: results.length - failed.length, failed: failed.length, output: failed.map(({ project, output }) => `${project}\n${output}`).join('\n') };
  },
};

/** oxlint with its type-aware rules; warnings fail too. */
export const lintGate: Step = {
  name: 'lint',
  run: async () => {
    const { code, output } = await runTool('oxlint', 'oxlint', ['--type-aware', '--deny-warnings', ...codeFolders.filter((folder) => existsSync(join(root, folder)))]);
    return gate(code === 0, output);
  },
};

export const boundariesGate: Step = {
  name: 'boundaries',
  run: async () => {
    const { files, violations } = await findBoundaryViolations(root);
    return gate(violations.length === 0, describeViolations(violations), `${files} files`);
  },
};

export const workspaceGate: Step = {
  name: 'workspace',
  run: async () => {
    const report = checkWorkspace(root);
    const problems = [...report.problems, ...checkSources(root)];
    return gate(problems.length === 0, problems.join('\n'), `${report.files} source files, median ${report.median} lines, p90 ${report.p90}`);
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
    return gate(isFresh, `${featuresPage} does not match features.json. Make it anew: npm run check -- --fix`);
  },
};
