import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { saveLocations } from '@watchpost/contract/endpoints/locations';
import { requestCode } from '@watchpost/contract/endpoints/session';
import { errorMessages } from '@watchpost/contract/kernel';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { openDatabase } from '../db/database.ts';
import { readConfig } from '../kernel/config.ts';
import { registerRoute } from '../kernel/http.ts';
import { createLog } from '../kernel/log.ts';
import { createMetrics } from '../kernel/metrics.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createHttp } from './create-http.ts';
import { createHttpModule } from './http-module.ts';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const raw = (path: string, init: RequestInit = {}) => fetch(server.url + path, init);

test('an error is the contract’s envelope in the user’s language', async () => {
  const inEnglish = await raw('/public/api/v9/nothing');
  expect([inEnglish.status, await inEnglish.json()]).toEqual([
    404,
    { error: { code: 'not-found', message: errorMessages.en['not-found'] } },
  ]);
  const inRussian = await raw('/public/api/v9/nothing', { headers: { 'accept-language': 'ru' } });
  expect(await inRussian.json()).toEqual({ error: { code: 'not-found', message: errorMessages.ru['not-found'] } });
  const wrongMethod = await raw(listCameras.path, { method: 'PUT' });
  expect([wrongMethod.status, await wrongMethod.json()]).toEqual([
    404,
    { error: { code: 'not-found', message: errorMessages.en['not-found'] } },
  ]);
});

test('missing rights are reported before the request is validated', async () => {
  const broken = { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"name":' };
  expect((await raw('/public/api/v2/cameraphone/cameras/any', broken)).status).toBe(401);
  const { headers } = await server.signIn('order@example.com');
  expect((await raw('/public/api/v2/cameraphone/cameras/any', { ...broken, headers: { ...broken.headers, ...headers } })).status).toBe(404);
  // An impossible id is answered like an unknown one.
  const odd = await raw(`/public/api/v3/cameras/${encodeURIComponent("x' or 1=1 --")}`, { headers });
  const unknown = await raw('/public/api/v3/cameras/unknown', { headers });
  expect([odd.status, await odd.text()]).toEqual([unknown.status, await unknown.text()]);
});

test('more than 16 KiB is 413, and 1 MiB is not even read; a route that needs more declares it', async () => {
  for (const size of [16 * 1024, 1024 * 1024]) {
    const response = await server.call(requestCode, { body: { email: 'x'.repeat(size) } });
    expect([response.status, await response.json()]).toEqual([
      413,
      { error: { code: 'request-too-large', message: errorMessages.en['request-too-large'] } },
    ]);
  }
  const { headers } = await server.signIn('many@example.com');
  const locations = Array.from({ length: 500 }, (_, order) => ({ id: `location-${order}`, order, title: 'A house by the sea' }));
  expect((await server.call(saveLocations, { headers, body: { locations, rooms: [], cameras: [] } })).status).toBe(200);
});

test('the answer to an invalid request is short: it neither echoes unknown keys nor has a line for each', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 800 }, (_, index) => [`key-${index}`, 1]));
  const keys = await server.call(requestCode, { body: { email: 'a@example.com', ...unknown } });
  expect([keys.status, await keys.json()]).toMatchObject([
    422,
    { error: { details: { fields: [{ field: '', message: 'Unknown keys: 800' }] } } },
  ]);
  const { headers } = await server.signIn('wrong@example.com');
  const wrong = await server.call(saveLocations, { headers, body: { locations: [], rooms: [], cameras: Array<number>(2000).fill(1) } });
  expect(wrong.status).toBe(422);
  const text = await wrong.text();
  expect(text.length).toBeLessThan(5000);
  expect(JSON.parse(text).error.details.fields).toHaveLength(20);
});

const body = z.object({});
/** Creates an application with one public route, which takes an empty object. */
async function createApp(limits?: { receiveTimeoutMs: number }): Promise<FastifyInstance> {
  const app = await createHttp(readConfig({}), createLog({ level: 'silent', format: 'json' }), limits);
  app.guards = {
    session: () => Promise.reject(new Error('Not expected.')),
    account: () => Promise.reject(new Error('Not expected.')),
    apiKey: () => Promise.reject(new Error('Not expected.')),
    camera: () => Promise.resolve(null),
    media: () => Promise.reject(new Error('Not expected.')),
  };
  registerRoute(app, { method: 'POST', path: '/public/api/quick' }, { access: 'public', body, response: { 200: body } }, () => ({}));
  return app;
}
const headOf = (path: string, length: number): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

test('the head and the body of a request must arrive in time; a slow route may take longer', async () => {
  const app = await createApp({ receiveTimeoutMs: 300 });
  registerRoute(
    app,
    { method: 'POST', path: '/public/api/slow' },
    { access: 'public', body, receiveTimeoutMs: 10_000, response: { 200: body } },
    () => ({}),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = new URL(app.listeningOrigin);
  /** Sends the start of a request; `end` resolves with the status line of the answer. */
  const begin = (start: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.on('data', (data: Buffer) => void (answer += data.toString()));
    socket.on('error', () => undefined);
    socket.write(start);
    return { socket, end: once(socket, 'close').then(() => answer.split('\r\n', 1)[0] ?? '') };
  };
  /** Sends one byte after another, which never completes a request. */
  const drip = async (start: string): Promise<string> => {
    const { socket, end } = begin(start);
    const dripping = setInterval(() => socket.write('x'), 50);
    return end.finally(() => clearInterval(dripping));
  };
  const slow = begin(headOf('/public/api/slow', 2));
  const slowHead = drip('POST /public/api/quick HTTP/1.1\r\nX-Slow: ');
  const slowBody = drip(headOf('/public/api/quick', 9999));
  expect(await Promise.all([slowHead, slowBody])).toEqual(['HTTP/1.1 408 Request Timeout', 'HTTP/1.1 408 Request Timeout']);
  // The other connections have timed out by now.
  slow.socket.write('{}');
  expect(await slow.end).toBe('HTTP/1.1 200 OK');
  await app.close();
});

test('without limits of its own, a server waits 15 s for the head of a request, and as long for its body', async () => {
  const app = await createApp();
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  // A whole request may take as long as the longest body that a route can declare.
  expect([app.server.headersTimeout, app.server.requestTimeout]).toEqual([15_000, 60_000]);

  // The timers of the other server go on.
  const { after } = systemClock;
  const timers: (() => void)[] = [];
  const timing = vi.spyOn(systemClock, 'after').mockImplementation((delayMs, callback) => {
    if (delayMs !== 15_000) return after(delayMs, callback);
    timers.push(callback);
    return () => undefined;
  });
  onTestFinished(() => timing.mockRestore());
  const socket = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.on('data', (data: Buffer) => void (answer += data.toString()));
  socket.write(`${headOf('/public/api/quick', 2)}{`);
  const closed = once(socket, 'close');
  await expect.poll(() => timers.length, { timeout: 15_000 }).toBe(1);
  expect(answer).toBe('');
  timers[0]?.();
  await closed;
  expect(answer.split('\r\n', 1)).toEqual(['HTTP/1.1 408 Request Timeout']);
});

test.each([
  ['broken JSON', 'application/json', '{"email":'],
  ['no body', 'application/json', undefined],
  ['an unknown type', 'text/csv', 'email'],
  ['an array', 'application/json', '[]'],
  ['a field too many', 'application/json', '{"email":"a@example.com","admin":true}'],
  ['a prototype', 'application/json', '{"email":"a@example.com","__proto__":{"admin":true}}'],
])('%s is 422, without an echo of the request', async (_, type, body) => {
  const response = await raw(requestCode.path, { method: 'POST', headers: { 'content-type': type }, ...(body !== undefined && { body }) });
  const text = await response.text();
  expect(response.status).toBe(422);
  expect(JSON.parse(text).error.code).toBe('invalid-request');
  expect(text).not.toMatch(/a@example|SyntaxError|node_modules|at \w+ \(/);
});

test('an unexpected failure answers only its code', async () => {
  const broken = await startTestServer({ logLevel: 'info' });
  broken.server.app.guards.account = () => Promise.reject(new Error('select * from secrets at /srv/watchpost/db.ts'));
  const response = await broken.call(listCameras);
  expect([response.status, await response.text()]).toEqual([
    500,
    JSON.stringify({ error: { code: 'internal-error', message: errorMessages.en['internal-error'] } }),
  ]);
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

test('any page can make camera reads, without cookies; nothing else', async () => {
  const cameras = await raw('/public/api/v3/cameras/any/preview.jpg', { headers: { origin: 'https://shop.example' } });
  expect(cameras.headers.get('access-control-allow-origin')).toBe('*');
  expect(cameras.headers.get('access-control-allow-credentials')).toBeNull();
  // A client resumes an interrupted clip download by its name and ETag.
  expect(cameras.headers.get('access-control-expose-headers')).toBe('Retry-After, Date, Location, ETag, Content-Disposition, Taken-At');
  const preflight = await raw('/public/api/v3/cameras/any/live/index.m3u8', {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example' },
  });
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'Authorization, Accept-Language, Content-Type, Range, If-Range',
  ]);
  const asking = await raw('/public/api/v3/cameras/any/snapshot', { method: 'OPTIONS', headers: { origin: 'https://shop.example' } });
  expect([asking.status, asking.headers.get('access-control-allow-methods'), asking.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'POST',
    '*',
  ]);
  for (const [method, path] of [
    ['OPTIONS', requestCode.path],
    ['POST', requestCode.path],
    ['PATCH', '/public/api/v2/cameraphone/cameras/any'],
    ['OPTIONS', '/public/api/v2/cameraphone/cameras/any'],
  ] as const) {
    expect(
      (await raw(path, { method, headers: { origin: 'https://evil.example' } })).headers.get('access-control-allow-origin'),
    ).toBeNull();
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

test('the health page names a missing setting to its operator, and to no visitor', async () => {
  const token = 'scraper-9f31c2aa77';
  const expectsProxy = await startTestServer({ publicOrigin: 'https://cams.example', metricsToken: token, logLevel: 'silent' });
  const ask = async (headers: Record<string, string>) => (await fetch(`${expectsProxy.url}/healthz`, { headers })).json();
  const withWarning = { status: 'ok', warnings: [expect.stringContaining('WATCHPOST_TRUSTED_PROXIES')] };
  for (const header of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'])
    expect(await ask({ [header]: '203.0.113.7', authorization: `Bearer ${token}x` }), header).toEqual({ status: 'ok' });
  expect(await ask({ 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${token}` })).toEqual(withWarning);
  expect(await ask({})).toEqual(withWarning);
  await expectsProxy.close();
});

test('metrics on a public server need a token, also through a proxy on this machine', async () => {
  const token = 'scraper-9f31c2aa77';
  const withToken = await startTestServer({ publicOrigin: 'https://cams.example', metricsToken: token, logLevel: 'silent' });
  const without = await startTestServer({ publicOrigin: 'https://cams.example', logLevel: 'silent' });
  const ask = async (url: string, authorization?: string) =>
    (await fetch(`${url}/metrics`, { headers: { ...(authorization !== undefined && { authorization }) } })).status;
  expect([
    await ask(withToken.url, `Bearer ${token}`),
    await ask(withToken.url, `Bearer ${token}x`),
    await ask(withToken.url, 'Bearer '),
    await ask(withToken.url),
  ]).toEqual([200, 404, 404, 404]);
  expect([await ask(without.url), await ask(without.url, 'Bearer null'), await ask(without.url, 'Bearer ')]).toEqual([404, 404, 404]);
  await Promise.all([withToken.close(), without.close()]);
});

test('the log contains no secret of a sign-in', async () => {
  const session = await server.signIn('secrets@example.com');
  await raw('/public/api/v3/cameras', { headers: { authorization: `Bearer ${session.access_token}x` } });
  const log = server.logLines.join('');
  for (const secret of [session.access_token, session.refresh_token, session.deviceToken]) expect(log).not.toContain(secret);
});

test('stopping lets a pending request finish and refuses new ones', async () => {
  const stopping = await startTestServer();
  const { port } = new URL(stopping.url);
  // The body is still arriving when the server stops.
  const body = JSON.stringify({ email: 'slow@example.com' });
  const request = httpRequest({
    port,
    host: '127.0.0.1',
    path: requestCode.path,
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
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

test('R5: a client that does not answer that its WebSocket is closing holds up the stop for a second', async () => {
  const clock = createManualClock();
  const db = openDatabase({ kind: 'sqlite', file: ':memory:' });
  const metrics = createMetrics();
  const log = createLog({ level: 'silent', format: 'json' });
  const http = await createHttpModule({ config: readConfig({}), db, clock, log, metrics, tracer: null });
  http.upgrades.on('/socket', (_request, socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\n\r\n'));
  const sleeper = connect(Number(new URL(await http.app.listen({ host: '127.0.0.1', port: 0 })).port), '127.0.0.1');
  sleeper.write('GET /socket HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
  await once(sleeper, 'data');
  const ended = once(sleeper, 'close');
  const stopped = http.stop?.();
  expect(clock.runNext(1000)).toBe(1000);
  await Promise.all([stopped, ended]);
  expect(clock.pending).toBe(0);
  metrics.close();
  await db.destroy();
});

test('the health page of a node names a role that no node of its cluster has', async () => {
  const db = openDatabase({ kind: 'sqlite', file: ':memory:' });
  const metrics = createMetrics();
  const log = createLog({ level: 'silent', format: 'json' });
  let missing: readonly ('api' | 'media' | 'jobs')[] = ['jobs'];
  const cluster = { missingRoles: () => missing };
  const http = await createHttpModule({ config: readConfig({}), db, clock: systemClock, log, metrics, tracer: null, cluster });
  await http.routes?.(http.app, http.upgrades);
  const url = await http.app.listen({ host: '127.0.0.1', port: 0 });
  const ask = async (): Promise<unknown> => (await fetch(`${url}/healthz`)).json();
  expect(await ask()).toEqual({ status: 'ok', warnings: [expect.stringContaining('--role jobs')] });
  missing = [];
  expect(await ask()).toEqual({ status: 'ok' });
  await http.stop?.();
  metrics.close();
  await db.destroy();
});
