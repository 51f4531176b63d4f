import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { requestCode } from '@watchpost/contract/endpoints/session';
import { errorMessages } from '@watchpost/contract/kernel';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const raw = (path: string, init: RequestInit = {}) => fetch(server.url + path, init);

test('an error is the contract’s envelope in the reader’s language', async () => {
  const inEnglish = await raw('/public/api/v9/nothing');
  expect([inEnglish.status, await inEnglish.json()]).toEqual([404, { error: { code: 'not-found', message: errorMessages.en['not-found'] } }]);
  const inRussian = await raw('/public/api/v9/nothing', { headers: { 'accept-language': 'ru' } });
  expect(await inRussian.json()).toEqual({ error: { code: 'not-found', message: errorMessages.ru['not-found'] } });
  const wrongMethod = await raw(listCameras.path, { method: 'PUT' });
  expect([wrongMethod.status, await wrongMethod.json()]).toEqual([404, { error: { code: 'not-found', message: errorMessages.en['not-found'] } }]);
});

test('who may not is told so before what they sent is looked at', async () => {
  const broken = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"name":' };
  expect((await raw('/public/api/v2/cameraphone/cameras/any', broken)).status).toBe(401);
  const { headers } = await server.signIn('order@example.com');
  expect((await raw('/public/api/v2/cameraphone/cameras/any', { ...broken, headers: { ...broken.headers, ...headers } })).status).toBe(404);
  // An id that can't exist is the same as one that does not.
  const odd = await raw(`/public/api/v3/cameras/${encodeURIComponent("x' or 1=1 --")}`, { headers });
  const unknown = await raw('/public/api/v3/cameras/unknown', { headers });
  expect([odd.status, await odd.text()]).toEqual([unknown.status, await unknown.text()]);
});

test('more than 1 MiB is 413', async () => {
  const response = await server.call(requestCode, { body: { email: 'x'.repeat(1024 * 1024) } });
  expect([response.status, await response.json()]).toEqual([413, { error: { code: 'request-too-large', message: errorMessages.en['request-too-large'] } }]);
});

test.each([
  ['broken JSON', 'application/json', '{"email":'],
  ['no body', 'application/json', undefined],
  ['an unknown type', 'text/csv', 'email'],
  ['an array', 'application/json', '[]'],
  ['a field too many', 'application/json', '{"email":"a@example.com","admin":true}'],
  ['a prototype', 'application/json', '{"email":"a@example.com","__proto__":{"admin":true}}'],
])('%s is 422, without an echo of what was sent', async (_, type, body) => {
  const response = await raw(requestCode.path, { method: 'POST', headers: { 'content-type': type }, ...(body !== undefined && { body }) });
  const text = await response.text();
  expect(response.status).toBe(422);
  expect(JSON.parse(text).error.code).toBe('invalid-request');
  expect(text).not.toMatch(/a@example|SyntaxError|node_modules|at \w+ \(/);
});

test('an unexpected failure answers nothing but its code', async () => {
  const broken = await startTestServer({ logLevel: 'info' });
  broken.server.app.guards.session = () => Promise.reject(new Error('select * from secrets at /srv/watchpost/db.ts'));
  const response = await broken.call(listCameras);
  expect([response.status, await response.text()]).toEqual([500, JSON.stringify({ error: { code: 'internal-error', message: errorMessages.en['internal-error'] } })]);
  expect(broken.logLines.join('')).toContain('select * from secrets');
  await broken.close();
});

test('headers of every answer', async () => {
  for (const path of ['/public/api/v3/cameras', '/healthz', '/nothing']) {
    const { headers } = await raw(path);
    expect([headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual(['nosniff', 'no-referrer']);
  }
  expect((await raw('/public/api/v3/cameras')).headers.get('cache-control')).toBe('no-store');
});

test('camera reads may be made from any page, without cookies; nothing else may', async () => {
  const cameras = await raw('/public/api/v3/cameras/any/preview.jpg', { headers: { origin: 'https://shop.example' } });
  expect(cameras.headers.get('access-control-allow-origin')).toBe('*');
  expect(cameras.headers.get('access-control-allow-credentials')).toBeNull();
  // A clip that broke off is taken up by its name and its ETag.
  expect(cameras.headers.get('access-control-expose-headers')).toBe('Retry-After, Date, Location, ETag, Content-Disposition, Taken-At');
  const preflight = await raw('/public/api/v3/cameras/any/live/index.m3u8', { method: 'OPTIONS', headers: { origin: 'https://shop.example' } });
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([204, 'Authorization, Accept-Language, Content-Type, Range, If-Range']);
  const asking = await raw('/public/api/v3/cameras/any/snapshot', { method: 'OPTIONS', headers: { origin: 'https://shop.example' } });
  expect([asking.status, asking.headers.get('access-control-allow-methods'), asking.headers.get('access-control-allow-origin')]).toEqual([204, 'POST', '*']);
  for (const [method, path] of [['OPTIONS', requestCode.path], ['POST', requestCode.path], ['PATCH', '/public/api/v2/cameraphone/cameras/any'], ['OPTIONS', '/public/api/v2/cameraphone/cameras/any']] as const) {
    expect((await raw(path, { method, headers: { origin: 'https://evil.example' } })).headers.get('access-control-allow-origin')).toBeNull();
  }
});

test('health, readiness, metrics', async () => {
  expect(await (await raw('/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await raw('/readyz')).json()).toEqual({ status: 'ready' });
  const metrics = await (await raw('/metrics')).text();
  expect(metrics).toContain('watchpost_http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}');
  expect(metrics).toContain('watchpost_event_loop_delay_seconds{quantile="0.99"}');
  expect((await raw('/metrics', { headers: { 'x-forwarded-for': '203.0.113.1' } })).status).toBe(404);
});

test('OpenAPI 3.1 names every registered call', async () => {
  const page = (await (await raw('/public/api/openapi.json')).json()) as { openapi: string; paths: Record<string, Record<string, unknown>> };
  expect(page.openapi).toBe('3.1.0');
  for (const { endpoint } of server.server.app.contractRoutes) expect(page.paths[endpoint.path]?.[endpoint.method.toLowerCase()]).toMatchObject({ responses: {} });
  expect(JSON.stringify(page.paths[requestCode.path])).toContain('"maxLength":254');
});

test('no secret of a sign-in is in the log', async () => {
  const session = await server.signIn('secrets@example.com');
  await raw('/public/api/v3/cameras', { headers: { authorization: `Bearer ${session.access_token}x` } });
  const log = server.logLines.join('');
  for (const secret of [session.access_token, session.refresh_token, session.deviceToken]) expect(log).not.toContain(secret);
});

test('stopping lets a request finish and refuses new ones', async () => {
  const stopping = await startTestServer();
  const { port } = new URL(stopping.url);
  // The body is still under way when the server is told to stop.
  const body = JSON.stringify({ email: 'slow@example.com' });
  const request = httpRequest({ port, host: '127.0.0.1', path: requestCode.path, method: 'POST', headers: { 'content-type': 'application/json', 'content-length': body.length } });
  const answered = new Promise<number | undefined>((resolve, reject) => {
    request.once('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.once('error', reject);
  });
  request.write(body.slice(0, 5));
  await expect.poll(() => stopping.server.app.server.listening && request.socket?.readyState).toBe('open');
  await new Promise((resolve) => stopping.server.app.server.getConnections((_error, count) => resolve(expect(count).toBe(1))));
  const closed = stopping.close();
  request.end(body.slice(5));
  expect(await answered).toBe(200);
  await closed;
  await expect(fetch(stopping.url)).rejects.toThrow('fetch failed');
});
