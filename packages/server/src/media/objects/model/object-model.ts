import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { blazeFace, cocoSsd, convertModel, type ModelPart } from './convert-model.ts';
import { readGraphModel } from './graph-model.ts';
import { facesPackage, objectsPackage, readInstalledPackage, type ModelPackage, type ReadModelFile } from './model-package.ts';

/** A model that the server runs. */
interface KnownModel {
  readonly from: ModelPackage;
  readonly part: ModelPart;
  /** Name of its operations in the package. */
  readonly source: string;
  /** Name of the converted model. */
  readonly fileName: string;
  /** SHA-256 of the converted model: only the one that was measured is run. */
  readonly hash: string;
}
type ModelName = 'objects' | 'faces';

export const knownModels: Readonly<Record<ModelName, KnownModel>> = {
  objects: {
    from: objectsPackage,
    part: cocoSsd,
    source: 'model.json',
    fileName: 'coco-ssd-1.0.6.onnx',
    hash: 'f08208bb734613431d8e078d3bca7750f5b0f7fc9010fbb92c24a7a1e5839d59',
  },
  faces: {
    from: facesPackage,
    part: blazeFace,
    source: 'blazeface.json',
    fileName: 'blazeface-3.3.6.onnx',
    hash: '738f89fb818be337e43d9423b44dac09290939135625f08754d6a083d8f62076',
  },
};

/** Returns the folder of models in the data folder. */
export function modelFolderOf(dataDir: string): string {
  return join(dataDir, 'models');
}

/** Whether the model for objects is installed, or can be made from a package that is. */
export function hasModel(folder: string): boolean {
  return existsSync(join(folder, knownModels.objects.fileName)) || readInstalledPackage(objectsPackage) !== null;
}

/** Whether the operator has installed the model for faces: it is never made unasked. */
export function hasFaceModel(folder: string): boolean {
  return existsSync(join(folder, knownModels.faces.fileName));
}

/**
 * Returns the path of the file of the model for objects, which is made at the first call where the package is installed.
 * @throws {Error} when there is no model, or another one
 */
export async function prepareModel(folder: string): Promise<string> {
  if (existsSync(join(folder, knownModels.objects.fileName))) return checkModel(folder, 'objects');
  const files = readInstalledPackage(objectsPackage);
  if (!files) throw new Error('The model is not installed.');
  return installModel(folder, files);
}

/** Returns the path of an installed model's file. @throws {Error} when it is missing, or another one */
export async function checkModel(folder: string, name: ModelName): Promise<string> {
  const { fileName, hash } = knownModels[name];
  const file = join(folder, fileName);
  requireHash(await readFile(file), hash);
  return file;
}

/** Converts a model into its folder; returns the path of its file. @throws {Error} when it is another one */
export async function installModel(folder: string, files: ReadModelFile, name: ModelName = 'objects'): Promise<string> {
  const { source, part, fileName, hash } = knownModels[name];
  const model = convertModel(readGraphModel(files, source), part);
  requireHash(model, hash);
  const file = join(folder, fileName);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Two servers may do so at once.
  const temporary = `${file}.${process.pid}.new`;
  await writeFile(temporary, model, { mode: 0o600 });
  await rename(temporary, file);
  return file;
}

function requireHash(model: Uint8Array, hash: string): void {
  if (createHash('sha256').update(model).digest('hex') !== hash) throw new Error('The model is not the one that is expected.');
}
