import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';

const amazon = {
  WATCHPOST_S3_BUCKET: 'cams',
  WATCHPOST_S3_REGION: 'eu-central-1',
  WATCHPOST_S3_ACCESS_KEY: 'AKIAEXAMPLE',
  WATCHPOST_S3_SECRET_KEY: 'very-secret',
};

test('a bucket of Amazon needs a region and keys; another store an endpoint', () => {
  expect(readConfig({}).s3).toBeNull();
  expect(readConfig(amazon).s3).toEqual({
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    bucket: 'cams',
    region: 'eu-central-1',
    accessKey: 'AKIAEXAMPLE',
    secretKey: 'very-secret',
    prefix: '',
    movesToDisk: false,
  });
  expect(
    readConfig({ ...amazon, WATCHPOST_S3_REGION: '', WATCHPOST_S3_ENDPOINT: 'http://10.0.0.5:9000', WATCHPOST_S3_PREFIX: 'site-a/' }).s3,
  ).toMatchObject({
    endpoint: 'http://10.0.0.5:9000',
    region: 'us-east-1',
    prefix: 'site-a/',
  });
});

test('the secret key comes from a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-s3-key-'));
  const file = join(folder, 'key');
  await writeFile(file, 'from-a-file\n');
  const { WATCHPOST_S3_SECRET_KEY: _, ...rest } = amazon;
  expect(readConfig({ ...rest, WATCHPOST_S3_SECRET_KEY_FILE: file }).s3?.secretKey).toBe('from-a-file');
  await rm(folder, { recursive: true });
  expect(() => readConfig({ ...rest, WATCHPOST_S3_SECRET_KEY_FILE: file })).toThrow(/can't be read/);
});

test.each([
  ['no region and no endpoint', { WATCHPOST_S3_REGION: '' }],
  ['no access key', { WATCHPOST_S3_ACCESS_KEY: '' }],
  ['no secret key', { WATCHPOST_S3_SECRET_KEY: '' }],
  ['two secret keys', { WATCHPOST_S3_SECRET_KEY_FILE: '/run/secrets/s3' }],
  ['no bucket', { WATCHPOST_S3_BUCKET: '' }],
  ['an endpoint with the bucket in its path', { WATCHPOST_S3_ENDPOINT: 'https://s3.example/cams' }],
  ['an invalid bucket', { WATCHPOST_S3_BUCKET: 'Cams/../x' }],
  ['a prefix without a slash', { WATCHPOST_S3_PREFIX: 'site-a' }],
  ['a prefix that leaves the bucket', { WATCHPOST_S3_PREFIX: '../' }],
])('%s is refused, and no key is printed', (_, changes) => {
  const read = (): unknown => readConfig({ ...amazon, ...changes });
  expect(read).toThrow(ConfigError);
  expect(read).not.toThrow(/very-secret|AKIAEXAMPLE/);
});
