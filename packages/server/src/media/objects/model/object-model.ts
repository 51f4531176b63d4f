import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { convertModel } from './convert-model.ts';
import { readGraphModel } from './graph-model.ts';
import { readInstalledPackage, type ReadModelFile } from './model-package.ts';

/** SHA-256 of the converted model: only the one that was measured is run. */
const modelHash = 'f08208bb734613431d8e078d3bca7750f5b0f7fc9010fbb92c24a7a1e5839d59';
const fileName = 'coco-ssd-1.0.6.onnx';

/** Returns the folder of models in the data folder. */
export function modelFolderOf(dataDir: string): string {
  return join(dataDir, 'models');
}

/** Whether the model is installed, or can be made from a package that is. */
export function hasModel(folder: string): boolean {
  return existsSync(join(folder, fileName)) || readInstalledPackage() !== null;
}

/**
 * Returns the path of the model's file, which is made at the first call where the package is installed.
 * @throws {Error} when there is no model, or another one
 */
export async function prepareModel(folder: string): Promise<string> {
  const file = join(folder, fileName);
  if (existsSync(file)) {
    requireHash(await readFile(file));
    return file;
  }
  const files = readInstalledPackage();
  if (!files) throw new Error('The model is not installed.');
  return installModel(folder, files);
}

/** Converts the model into its folder; returns the path of its file. @throws {Error} when it is another one */
export async function installModel(folder: string, files: ReadModelFile): Promise<string> {
  const model = convertModel(readGraphModel(files));
  requireHash(model);
  const file = join(folder, fileName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Two servers may do so at once.
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, model, { mode: 0o600 });
  await rename(temporary, file);
  return file;
}

function requireHash(model: Uint8Array): void {
  if (createHash('sha256').update(model).digest('hex') !== modelHash) throw new Error('The model is not the one that is expected.');
}
