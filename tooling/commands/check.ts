import { boundariesGate, docsGate, lintGate, typesGate, workspaceGate, writeFeaturesPage } from '../lib/gates.ts';
import { runSteps } from '../lib/steps.ts';
import { runVitest } from '../lib/vitest.ts';
import { packagesGate } from '../packages/packages-gate.ts';
import { sizeGate } from '../packages/size-gate.ts';

// npm run check: what is right or wrong without a browser or a database server, in a minute. `--fix` makes generated pages anew.
if (process.argv.includes('--fix')) writeFeaturesPage();
const startedAt = performance.now();
const { passed, failed } = await runSteps([
  typesGate,
  lintGate,
  boundariesGate,
  workspaceGate,
  docsGate,
  { name: 'unit tests', run: () => runVitest(['unit'], [], {}) },
  sizeGate,
  packagesGate,
]);
console.log(`${passed} passed, ${failed} failed · ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
process.exitCode = failed === 0 ? 0 : 1;
