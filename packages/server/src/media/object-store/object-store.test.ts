import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMemoryObjects } from '../../testing/object-store/memory-objects.ts';
import { describeObjectStore, listKeys } from '../../testing/object-store/object-suite.ts';
import { createFileObjects } from './file-objects.ts';
import { createRangeCache } from './range-cache.ts';
import { createS3Objects } from './s3-objects.ts';

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-objects-'));
  return { folder, close: () => rm(folder, { recursive: true, force: true }) };
}

describeObjectStore('files', async () => {
  const { folder, close } = await makeFolder();
  return { objects: createFileObjects(join(folder, 'objects')), close };
});

describe('objects as files', () => {
  test('what a kill left half-written is no object, and removed objects leave no folders', async () => {
    const { folder, close } = await makeFolder();
    const objects = createFileObjects(folder);
    await objects.put('c1/2026-01-15/a.m4s', new Uint8Array(3));
    await writeFile(join(folder, 'c1/2026-01-15/b.m4s.0b9e.new'), 'ha');
    expect(await listKeys(objects, 'c1/')).toEqual(['c1/2026-01-15/a.m4s']);
    await rm(join(folder, 'c1/2026-01-15/b.m4s.0b9e.new'));
    await objects.remove(['c1/2026-01-15/a.m4s']);
    expect(await readdir(folder)).toEqual([]);
    await close();
  });
});

const settings = {
  endpoint: 'https://s3.example',
  bucket: 'cams',
  region: 'eu-central-1',
  accessKey: 'AKIAEXAMPLE',
  secretKey: 'a-very-secret-key',
  prefix: 'site-a/',
  movesToDisk: false,
};

describe('what a bucket answers', () => {
  const answering = (answer: () => Response | Promise<Response>) => {
    const requests: { url: URL; headers: Headers; method: string | undefined; redirect: string | undefined }[] = [];
    const objects = createS3Objects({
      settings,
      clock: { now: () => Date.UTC(2026, 0, 15) },
      fetch: async (input, init) => {
        requests.push({
          url: new URL(input instanceof Request ? input.url : input),
          headers: new Headers(init?.headers),
          method: init?.method,
          redirect: init?.redirect,
        });
        return answer();
      },
    });
    return { objects, requests };
  };
  const error =
    (status: number, code: string, headers: Record<string, string> = {}) =>
    () =>
      new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>The key AKIAEXAMPLE is wrong</Message></Error>`, {
        status,
        headers,
      });

  test.each([
    ['the keys are refused', error(403, 'InvalidAccessKeyId'), /InvalidAccessKeyId.*Check WATCHPOST_S3_ACCESS_KEY/],
    ['there is no such bucket', error(404, 'NoSuchBucket'), /no bucket cams/],
    [
      'the bucket is in another region',
      error(301, 'PermanentRedirect', { 'x-amz-bucket-region': 'eu-west-3' }),
      /eu-west-3.*WATCHPOST_S3_REGION/,
    ],
    ['the store is busy', error(503, 'SlowDown'), /SlowDown/],
    ['the answer is no XML', () => new Response('<html>Bad gateway', { status: 502 }), /status 502/],
    [
      'nothing answers',
      () => {
        throw new TypeError('fetch failed', { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) });
      },
      /s3\.example can't be reached \(ECONNREFUSED\)/,
    ],
  ])('%s: unavailable, with what to do and without keys', async (_, answer, message) => {
    const failed = await answering(answer)
      .objects.put('a', new Uint8Array(1))
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    expect(failed).toMatchObject({ name: 'AppError', code: 'unavailable', message: expect.stringMatching(message) });
    expect(String(failed)).not.toMatch(/AKIAEXAMPLE|very-secret/);
  });
  test('a store that ignores ranges does not fill the memory', async () => {
    const { objects } = answering(() => new Response(new Uint8Array(100), { status: 200, headers: { 'content-length': '100' } }));
    await expect(objects.read('a', { start: 0, end: 9 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/100 bytes instead of 10/),
    });
  });
  test('an answer that was cut off is not passed on', async () => {
    const { objects } = answering(() => new Response(new Uint8Array(4), { status: 206 }));
    await expect(objects.read('a', { start: 0, end: 9 })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringMatching(/cut off/),
    });
  });
  test('pages of a list are joined, and a prefix is no part of the keys', async () => {
    const page = (key: string, more: string): string =>
      `<ListBucketResult>${more}<Contents><Key>site-a/${key}</Key><Size>3</Size><LastModified>2026-01-15T00:00:00.000Z</LastModified></Contents></ListBucketResult>`;
    const pages = [page('a/1', '<IsTruncated>true</IsTruncated><NextContinuationToken>t+/=</NextContinuationToken>'), page('a/2', '')];
    const { objects, requests } = answering(() => new Response(pages.shift()));
    expect(await listKeys(objects, 'a/')).toEqual(['a/1', 'a/2']);
    expect(requests.map(({ url }) => [url.searchParams.get('prefix'), url.searchParams.get('continuation-token')])).toEqual([
      ['site-a/a/', null],
      ['site-a/a/', 't+/='],
    ]);
  });
  test('a removal that the store only half did is an error', async () => {
    const { objects } = answering(
      () => new Response('<DeleteResult><Error><Key>site-a/a</Key><Code>AccessDenied</Code></Error></DeleteResult>', { status: 200 }),
    );
    await expect(objects.remove(['a'])).rejects.toMatchObject({ code: 'unavailable', message: expect.stringMatching(/AccessDenied/) });
  });
  test('requests are signed by the injected clock, name no key in the address, and send no checksum headers', async () => {
    const { objects, requests } = answering(() => new Response(null, { status: 200 }));
    await objects.put('c1/a.m4s', new Uint8Array(3));
    const [request] = requests;
    expect(request?.url.href).toBe('https://s3.example/cams/site-a/c1/a.m4s');
    expect(request?.redirect).toBe('manual');
    expect(request?.headers.get('x-amz-date')).toBe('20260115T000000Z');
    expect(request?.headers.get('authorization')).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE\/20260115\/eu-central-1\/s3\/aws4_request/,
    );
    expect([...(request?.headers.keys() ?? [])].filter((name) => name.includes('checksum'))).toEqual([]);
  });
});

describe('parts of objects are fetched once', () => {
  test('many viewers of one part cost one request, and what was read last is kept', async () => {
    const objects = createMemoryObjects();
    await objects.put('a', new Uint8Array(100).fill(1));
    const cache = createRangeCache(objects, 40);
    const part = (start: number) => cache.read({ key: 'a', start, length: 10 });
    const read = await Promise.all(Array.from({ length: 1000 }, () => part(0)));
    expect(objects.reads).toBe(1);
    expect(read.every((bytes) => bytes.byteLength === 10)).toBe(true);
    for (const start of [10, 20, 30]) await part(start);
    // Used again, so it stays when a fifth part needs room; the second goes.
    await part(0);
    await part(40);
    expect(cache.bytes).toBe(40);
    await part(0);
    expect(objects.reads).toBe(5);
    await part(10);
    expect(objects.reads).toBe(6);
  });
  test('a failed part is asked for again, and a large one is not kept', async () => {
    const objects = createMemoryObjects();
    const cache = createRangeCache(objects, 40);
    await expect(cache.read({ key: 'a', start: 0, length: 5 })).rejects.toMatchObject({ code: 'not-found' });
    await objects.put('a', new Uint8Array(100));
    expect((await cache.read({ key: 'a', start: 0, length: 5 })).byteLength).toBe(5);
    await cache.read({ key: 'a', start: 0, length: 11 });
    expect(cache.bytes).toBe(5);
  });
});
