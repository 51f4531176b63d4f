import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { root } from '../lib/root.ts';
import { codeFolders, listFolders, readFeatures } from '../lib/workspace.ts';
import { boundaryRules } from './boundary-rules.ts';

export interface BoundaryViolation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
  readonly comment: string;
}

/** Checks the imports of a repository with this layout against the rules built from its features.json. */
export async function findBoundaryViolations(rootFolder: string): Promise<{ files: number; violations: BoundaryViolation[] }> {
  const rules = boundaryRules(readFeatures(rootFolder));
  const present = new Set(listFolders(rootFolder, '.'));
  const result = await cruise(
    codeFolders.filter((folder) => present.has(folder)),
    {
      baseDir: rootFolder,
      validate: true,
      ruleSet: rules,
      // Keeps type-only imports, marked as such. "specify" would compile each file, too, to mark what the compiler drops: no rule asks for that.
      tsPreCompilationDeps: true,
      skipAnalysisNotInRules: true,
      combinedDependencies: false,
      doNotFollow: { path: 'node_modules' },
      exclude: { path: '(^|/)(dist|data|artifacts)/' },
      enhancedResolveOptions: {
        exportsFields: ['exports'],
        conditionNames: ['types', 'import', 'default', 'node'],
        extensions: ['.ts', '.tsx', '.js', '.mjs'],
      },
    },
  );
  const output = result.output as ICruiseResult;
  const comments = new Map([...rules.forbidden, ...rules.required].map((rule) => [rule.name, rule.comment ?? '']));
  const violations = output.summary.violations.map(({ rule, from, to }) => ({
    rule: rule.name,
    from,
    to,
    comment: comments.get(rule.name) ?? '',
  }));
  return { files: output.summary.totalCruised, violations };
}

function describeViolations(violations: readonly BoundaryViolation[]): string {
  return violations.map(({ rule, from, to, comment }) => `${from} → ${to}\n    ${rule}: ${comment}`).join('\n');
}

// The gate runs this as a program: half a minute of computing would hold up all that its own process runs at the same time.
if (import.meta.main) {
  const { files, violations } = await findBoundaryViolations(root);
  process.stdout.write(violations.length === 0 ? `${files} files` : describeViolations(violations));
  process.exitCode = violations.length === 0 ? 0 : 1;
}
