import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let folder: string;
let server: TestServer;
const meta = (content: string): string => `<meta name="watchpost:links" content="${content}" />`;
const script = `console.log(${JSON.stringify('x'.repeat(5000))})`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchpost-app-'));
  await mkdir(join(folder, 'app', 'assets'), { recursive: true });
  await mkdir(join(folder, 'embed', '1.2.3-beta.1', 'wall'), { recursive: true });
  await mkdir(join(folder, 'embed', 'v1'), { recursive: true });
  await writeFile(join(folder, 'app', 'index.html'), `<!doctype html><title>Watchpost</title>${meta('{}')}`);
  await writeFile(join(folder, 'app', 'assets', 'main-Cx81fa_2.js'), script);
  await writeFile(join(folder, 'app', 'assets', 'local-camera-worker-Dx81fa_2.js'), script);
  await writeFile(join(folder, 'app', 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(join(folder, 'embed', 'watchpost.js'), script);
  await writeFile(join(folder, 'embed', 'camera-settings.js'), script);
  await writeFile(join(folder, 'embed', 'camera-9f31c2aa.js'), script);
  for (const file of ['v1/watchpost.js', '1.2.3-beta.1/watchpost.js', '1.2.3-beta.1/sri.json', '1.2.3-beta.1/wall/wall.js'])
    await writeFile(join(folder, 'embed', file), script);
  await writeFile(join(folder, 'secret.txt'), 'secret');
  server = await startTestServer({
    appDir: join(folder, 'app'),
    embedDir: join(folder, 'embed'),
    links: { en: { wiki: 'https://wiki.example/?a=1&b="<$&' }, ru: {} },
  });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers });

test.each(['/', '/signin', '/cameras/cam_1?t=1800000000000', '/s/a/b'])(
  '%s serves the page with the strict policy, never cached',
  async (path) => {
    const response = await get(path, { accept: 'text/html' });
    expect([response.status, response.headers.get('cache-control'), await response.text()]).toEqual([
      200,
      'no-cache',
      `<!doctype html><title>Watchpost</title>${meta('{&quot;en&quot;:{&quot;wiki&quot;:&quot;https://wiki.example/?a=1&amp;b=\\&quot;&lt;$&amp;&quot;},&quot;ru&quot;:{}}')}`,
    ]);
    const policy = response.headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "require-trusted-types-for 'script'",
      "frame-ancestors 'none'",
      "media-src 'self' blob:",
    ]) {
      expect(policy).toContain(part);
    }
    expect(policy).not.toMatch(/unsafe|https:/);
    expect(policy).toContain(`connect-src 'self' ws://${new URL(server.url).host} wss://`);
    // No other host, not even cameras in the user's network: only a worker connects to those.
    expect(policy).not.toContain('http:');
    expect(policy).toContain('trusted-types watchpost-app watchpost-worker;');
  },
);

test('the worker that connects to cameras in the user’s network can do only that', async () => {
  const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy');
  expect(await policyOf('/assets/local-camera-worker-Dx81fa_2.js')).toBe(
    "default-src 'none'; script-src 'self'; connect-src http://*:7654",
  );
  expect(await policyOf('/assets/main-Cx81fa_2.js')).toBeNull();
});

test('on an https server every answer enforces https', async () => {
  const secure = await startTestServer({
    publicOrigin: 'https://cams.example',
    appDir: join(folder, 'app'),
    embedDir: join(folder, 'embed'),
    logLevel: 'silent',
  });
  for (const path of ['/', '/assets/main-Cx81fa_2.js', '/embed/watchpost.js', '/public/api/v3/cameras', '/none.txt', '/healthz']) {
    expect([path, (await fetch(secure.url + path)).headers.get('strict-transport-security')]).toEqual([path, 'max-age=31536000']);
    expect((await get(path)).headers.get('strict-transport-security')).toBeNull();
  }
  await secure.close();
});

test('a hostile Host header does not get into the policy', async () => {
  const { headers } = await server.server.app.inject({ url: '/', headers: { host: "x; script-src 'unsafe-inline'" } });
  expect(headers['content-security-policy']).not.toContain('unsafe-inline');
});

test('hashed files are cached for a year and sent compressed; others are revalidated', async () => {
  const hashed = await get('/assets/main-Cx81fa_2.js', { 'accept-encoding': 'br' });
  expect([hashed.status, hashed.headers.get('cache-control'), hashed.headers.get('content-encoding')]).toEqual([
    200,
    'public, max-age=31536000, immutable',
    'br',
  ]);
  expect(await hashed.text()).toBe(script);
  expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache');
});

test('any page can load embed files', async () => {
  const loader = await get('/embed/watchpost.js', { origin: 'https://shop.example' });
  expect([loader.status, loader.headers.get('access-control-allow-origin'), loader.headers.get('cache-control')]).toEqual([
    200,
    '*',
    'public, max-age=300',
  ]);
  expect(loader.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect((await get('/embed/camera-9f31c2aa.js')).headers.get('cache-control')).toContain('immutable');
  expect((await get('/embed/camera-settings.js')).headers.get('cache-control')).toBe('public, max-age=300');
  expect((await get('/embed/none.js')).status).toBe(404);
});

test('the files of a version are cached for a year by any page that compares their integrity; the stable address is short-lived', async () => {
  for (const file of ['1.2.3-beta.1/watchpost.js', '1.2.3-beta.1/sri.json', '1.2.3-beta.1/wall/wall.js', 'v1/watchpost.js']) {
    const { status, headers } = await get(`/embed/${file}`, { origin: 'https://shop.example' });
    expect([
      file,
      status,
      ...['cache-control', 'access-control-allow-origin', 'cross-origin-resource-policy'].map((name) => headers.get(name)),
    ]).toEqual([file, 200, file.startsWith('v1/') ? 'public, max-age=300' : 'public, max-age=31536000, immutable', '*', 'cross-origin']);
  }
  expect((await get('/embed/9.9.9/watchpost.js')).headers.get('cache-control') ?? '').not.toContain('immutable');
});

test('an unknown path is 404 in the contract’s envelope: files, calls, other methods', async () => {
  for (const path of ['/assets/none-12345678.js', '/public/api/none', '/public/none', '/embed/', '/none.txt']) {
    const response = await get(path, { accept: 'text/html' });
    expect([path, response.status, JSON.parse(await response.text()).error.code]).toEqual([path, 404, 'not-found']);
  }
  expect((await fetch(`${server.url}/signin`, { method: 'POST' })).status).toBe(404);
});

test.each([
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/assets/..%5c..%5csecret.txt',
  '/embed/%2e%2e%2fsecret.txt',
  '/%00',
  '/index.html%00.js',
  '//etc/passwd',
  '/assets/%c0%ae%c0%ae/secret.txt',
])('%s gives no access to files outside the folder', async (path) => {
  const response = await server.server.app.inject({ url: path });
  expect(response.body).not.toContain('secret');
  expect(response.body).not.toContain('Bad Request');
  expect(response.body).not.toMatch(/root:|node_modules|\/tmp/);
  expect(response.statusCode).toBeLessThan(500);
});
