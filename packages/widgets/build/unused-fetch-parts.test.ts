import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rollup } from 'rollup';
import nodeResolve from '@rollup/plugin-node-resolve';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withoutUnusedFetchParts, withoutUnusedParts } from './unused-fetch-parts.ts';

interface Library {
  createFetch(options: object): { raw(url: string, options: object): Promise<Response> };
}
let folder: string;
const libraries: Library[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchpost-ofetch-'));
  const sdkCore = createRequire(new URL('../../sdk-core/package.json', import.meta.url));
  const ofetch = join(dirname(sdkCore.resolve('ofetch/package.json')), 'dist/index.mjs');
  for (const [name, plugins] of [
    ['whole', []],
    ['reduced', [withoutUnusedFetchParts()]],
  ] as const) {
    const file = join(folder, `${name}.mjs`);
    const build = await rollup({ input: ofetch, plugins: [...plugins, nodeResolve()], treeshake: true });
    await build.write({ file });
    libraries.push(await import(pathToFileURL(file).href));
  }
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

test('under the settings of sdk-core the reduced library sends what the whole one sends', async () => {
  expect(await readFile(join(folder, 'reduced.mjs'), 'utf8')).not.toMatch(/retryDelay|fetch\.create|isQuerySafe|encodeQuery/);
  const seen = await Promise.all(
    libraries.map(async ({ createFetch }) => {
      const sent: unknown[] = [];
      const request = createFetch({
        fetch: async (url: string, { method, headers, body, signal }: RequestInit) => {
          sent.push([url, method, [...new Headers(headers)], body instanceof FormData ? 'form' : body, signal?.aborted]);
          if (url.endsWith('/lost')) throw new TypeError('Failed to fetch');
          return new Response(url.endsWith('/empty') ? null : '{"error":1}', { status: url.endsWith('/empty') ? 204 : 503 });
        },
        defaults: { retry: 0, responseType: 'stream', ignoreResponseError: true },
      });
      const base = 'https://cams.example';
      const headers = { Authorization: 'Bearer x', 'Accept-Language': 'en' };
      const busy = await request.raw(`${base}/a?b=1`, { method: 'GET', headers });
      const posted = await request.raw(`${base}/empty`, { method: 'post', headers, body: { name: 'a', list: [1] } });
      await request.raw(`${base}/list`, { method: 'PUT', headers, body: [1, 2], signal: new AbortController().signal });
      await request.raw(`${base}/form`, { method: 'POST', headers, body: new FormData(), keepalive: true });
      await expect(request.raw(`${base}/lost`, { method: 'GET', headers })).rejects.toThrow('Failed to fetch');
      return [sent, busy.status, await busy.text(), posted.status, await posted.text()];
    }),
  );
  expect(seen[1]).toEqual(seen[0]);
});

test('a library in another form fails the build', () => {
  expect(() => withoutUnusedParts('export const createFetch = 1')).toThrow('does not have the form');
});
