import { join } from 'node:path';
import { writeApiReports } from '../api/api-reports.ts';
import { stampedStep } from '../cache/stamped-step.ts';
import { changedUnitTests } from '../cache/unit-tests.ts';
import { sourceGates } from '../lib/all-gates.ts';
import { formatSources, writeFeaturesPage } from '../lib/gates.ts';
import { root } from '../lib/root.ts';
import { run } from '../lib/run.ts';
import { runSteps } from '../lib/steps.ts';
import { packagesGate } from '../packages/packages-gate.ts';
import { whenShapeChanged } from '../packages/packages-shape.ts';
import { sizeGate } from '../packages/size-gate.ts';

// npm run check: all checks that need neither a browser nor a database server. Repeats only checks whose inputs changed since they passed.
// `--fix` formats, and regenerates generated pages, API reports and the OpenAPI description of the documentation.
if (process.argv.includes('--fix')) {
  writeFeaturesPage();
  await formatSources();
  await writeApiReports();
  const { code, output } = await run(process.execPath, [join(root, 'docs/generate.ts')], {
    cwd: join(root, 'docs'),
    env: { DOCS_WITHOUT_CODE: '1' },
  });
  if (code !== 0) console.error(output);
}
const sizeInputs = ['contract', 'sdk-core', 'widgets', 'reference-app'].map((name) => `packages/${name}`);
const startedAt = performance.now();
const sources = await runSteps([changedUnitTests, ...sourceGates], { width: 2 });
// These write dist/, and other steps must not read it half-written.
const built = await runSteps([
  stampedStep(sizeGate, [...sizeInputs, 'size-budgets.json', 'tooling/packages', 'pnpm-lock.yaml']),
  whenShapeChanged(packagesGate),
]);
const failed = sources.failed + built.failed;
for (const failure of [...sources.failures, ...built.failures]) console.log(`FAILED ${failure}`);
console.log(`${sources.passed + built.passed} passed, ${failed} failed · ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
process.exitCode = failed === 0 ? 0 : 1;
