import { mkdirSync, writeFileSync } from 'node:fs';
import { run } from '../lib/run.ts';
import { mapBounded } from '../lib/steps.ts';
import { packPackages } from '../packages/pack-packages.ts';
import { pnpmVersion, publishable, type Publishable } from '../packages/publishable.ts';
import { readThirdParty, type ThirdParty } from '../packages/third-party.ts';
import { readPackedThirdParty, releaseFile, releaseFolder } from './release-files.ts';

/** The part of a CycloneDX document that is changed here. */
interface Bom {
  readonly components?: readonly object[];
}

/**
 * Writes a CycloneDX SBOM for each package to `artifacts/release`: pnpm lists the dependencies that are installed with the package, and
 * `dist/third-party.md` what is inside it.
 * @returns the files
 * @throws {Error} with the output of pnpm when it fails
 */
export async function writeSboms(names: readonly Publishable[] = publishable): Promise<string[]> {
  await packPackages();
  mkdirSync(releaseFolder, { recursive: true });
  return mapBounded(names, 2, async (name) => {
    const bom = await listDependencies(name);
    const inside = readThirdParty(await readPackedThirdParty(name)).map(toComponent);
    const file = releaseFile(name, 'cdx.json');
    writeFileSync(file, `${JSON.stringify({ ...bom, components: [...(bom.components ?? []), ...inside] }, null, 2)}\n`);
    return file;
  });
}

async function listDependencies(name: Publishable): Promise<Bom> {
  const args = ['--filter', `@watchpost/${name}`, 'sbom', '--sbom-format', 'cyclonedx', '--prod'];
  const { code, output } = await run('npx', ['--loglevel=error', '-y', `pnpm@${pnpmVersion}`, ...args]);
  if (code !== 0) throw new Error(`pnpm sbom failed for ${name}:\n${output}`);
  return JSON.parse(output);
}

/** The package that is inside may also be a dependency: its reference must differ. */
function toComponent({ name, version, license }: ThirdParty): object {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': `${purl}#bundled`,
    name,
    version,
    purl,
    licenses: [{ expression: license }],
    properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }],
  };
}
