import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { root } from '../lib/root.ts';
import { run, runTool } from '../lib/run.ts';
import { isFresh, stamp } from '../lib/stamps.ts';
import { gate, mapBounded, type Step } from '../lib/steps.ts';
import { readJson } from './builds.ts';
import { hashPackages, packPackages } from './pack-packages.ts';
import { checkPackedPackage } from './package-rules.ts';
import { publishable, tarballOf, type Publishable } from './publishable.ts';

/** Builds and packs what users install, and checks it with publint, "are the types wrong" and our own rules. Repeats this only when a source changed. */
export const packagesGate: Step = {
  name: 'packages (build, publint, types, what a stranger needs)',
  run: async () => {
    const hash = hashPackages();
    if (isFresh('packages', hash)) return gate(true, '', 'unchanged since they passed');
    await packPackages();
    const problems = (await mapBounded(publishable, 2, checkPackage)).filter((problem) => problem !== null);
    if (problems.length === 0) stamp('packages', hash);
    return { passed: publishable.length - problems.length, failed: problems.length, output: problems.join('\n') };
  },
};

async function checkPackage(name: Publishable): Promise<string | null> {
  const path = tarballOf(name);
  const lint = await runTool('publint', 'publint', ['run', path, '--strict']);
  const types = await findWrongTypes(name);
  const problems = checkPackedPackage(
    { files: await unpack(path) },
    {
      repositoryUrl: readJson<{ repository: { url: string } }>('package.json').repository.url,
      folder: `packages/${name}`,
      exists: (file) => existsSync(join(root, file)),
    },
  );
  const outputs = [lint.code === 0 ? '' : lint.output, ...types, ...problems].filter((output) => output !== '');
  return outputs.length === 0 ? null : [name, ...outputs].join('\n');
}

/** Our packages are modules: what other ways to resolve them lack is no problem. */
const notServed: ReadonlySet<string> = new Set(['node10', 'node16-cjs']);

/** Asks "are the types wrong". Its library loads a compiler, so it is loaded when needed, and once for all packages. */
async function findWrongTypes(name: Publishable): Promise<string[]> {
  const { checkPackage: checkTypes, createPackageFromTarballData } = await import('@arethetypeswrong/core');
  const { problemKindInfo } = await import('@arethetypeswrong/core/problems');
  const tarball = createPackageFromTarballData(new Uint8Array(readFileSync(tarballOf(name))));
  const analysis = await checkTypes(tarball, { excludeEntrypoints: excludedEntries(name) });
  if (analysis.types === false) return ['The package has no types.'];
  return analysis.problems
    .filter((problem) => !('resolutionKind' in problem && notServed.has(problem.resolutionKind)))
    .map((problem) => {
      const { title, docsUrl } = problemKindInfo[problem.kind];
      if ('entrypoint' in problem) return `${title}: ${problem.entrypoint} (${problem.resolutionKind}), ${docsUrl}`;
      return `${title}: ${'fileName' in problem ? problem.fileName : problem.typesFileName}, ${docsUrl}`;
    });
}

/** Reads the files of a tarball, by path in the package. */
async function unpack(tarball: string): Promise<ReadonlyMap<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-packed-'));
  try {
    const { code, output } = await run('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1']);
    if (code !== 0) throw new Error(output);
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name));
    return new Map(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path, 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Style sheets and the manifest have no types. */
function excludedEntries(name: Publishable): string[] {
  return name === 'widgets'
    ? ['./custom-elements.json', './theme/tokens.css', './theme/fonts.css', './theme/primitives.css', './theme/own-colours.css']
    : [];
}
