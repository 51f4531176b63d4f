import { apiReportsGate } from '../api/api-reports.ts';
import { stampedStep } from '../cache/stamped-step.ts';
import { commitsGate } from '../commits/commits-gate.ts';
import { proseGate } from '../prose/prose-gate.ts';
import { changesetsGate } from '../releases/changesets-gate.ts';
import { boundariesGate, docsGate, formatGate, lintGate, unusedGate, workspaceGate } from './gates.ts';
import type { Step } from './steps.ts';
import { codeFolders } from './workspace.ts';

const sources = [...codeFolders, 'features.json', 'package.json', 'pnpm-lock.yaml'];

/** The gates of `npm run check` and `npm test` that check sources; those of built packages are separate. Slow ones first: two run at a time. */
export const sourceGates: readonly Step[] = [
  lintGate,
  stampedStep(boundariesGate, sources),
  stampedStep(unusedGate, [...sources, 'knip.json', 'vitest.config.ts']),
  stampedStep(workspaceGate, sources),
  stampedStep(proseGate, [...codeFolders, 'docs', '.changeset', 'README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'SECURITY.md']),
  apiReportsGate,
  formatGate,
  docsGate,
  commitsGate,
  changesetsGate,
];
