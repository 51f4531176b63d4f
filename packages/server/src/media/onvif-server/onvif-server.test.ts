import { createManualClock } from '@watchpost/contract/testing';
import { once } from 'node:events';
import { connect } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findSlowRun } from '../../../../../tooling/lib/long-runs.ts';
import { AppError } from '../../kernel/app-error.ts';
import { makeCertificate } from '../../testing/certificate.ts';
import { noSteering } from '../../testing/onvif/no-steering.ts';
import { faultCodes, soapRequest, tokenHeader } from '../../testing/onvif/onvif-requests.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { parseOnvifPath } from './onvif-paths.ts';
import { createOnvifServer } from './onvif-server.ts';

const log = pino({ level: 'silent' });
const id = 'AbcDef1234';
const password = '0f'.repeat(16);
const jpeg = Buffer.of(0xff, 0xd8, 0xff);

async function start(certificate: { cert: string; key: string } | null = null) {
  const clock = createManualClock();
  const server = createOnvifServer({
    authorizer: {
      passwordOf: async (user) => (user === id ? password : null),
      open: async () => ({
        id,
        cameraId: 'cam_1',
        title: 'Yard',
        withAudio: false,
        withEvents: false,
        withPtz: false,
        snapshotToken: id + password,
      }),
      snapshot: async (token) => {
        if (token !== id + password) throw new AppError('not-found');
        return jpeg;
      },
    },
    streams: createStreamRegistry({ log }),
    motion: { since: () => null, onChange: () => () => undefined },
    steering: noSteering,
    rtspOrigin: (hostname) => `rtsp://${hostname}:8554`,
    clock,
    log,
  });
  const port = await server.listen('127.0.0.1', 0, certificate);
  onTestFinished(() => server.close());
  const base = `http://127.0.0.1:${port}/onvif`;
  const post = (body: string, path = `${id}/device_service`, headers: Record<string, string> = {}) =>
    fetch(`${base}/${path}`, { method: 'POST', body, headers });
  const outcome = async (answer: Promise<Response>) => {
    const response = await answer;
    return [response.status, ...faultCodes(await response.text())].join(' ');
  };
  return { clock, port, base, post, outcome, server };
}

test('answers SOAP by POST, at the paths of devices only', async () => {
  const { base, post, outcome } = await start();
  const body = soapRequest('device', 'GetSystemDateAndTime');
  for (const path of [`${id}/device_service`, `${id}/media_service`, 'device_service', 'device_service?x']) {
    const answer = await post(body, path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/soap+xml; charset=utf-8']);
  }
  for (const path of ['', 'x/device_service', `${id}/other_service`, `../${id}`, `${id}/device_service/`])
    expect(await outcome(post(body, path))).toBe('404 Sender UnknownAction');
  expect(await outcome(fetch(`${base}/device_service`))).toBe('405 Sender UnknownAction');
  expect(await outcome(fetch(`${base}/device_service`, { method: 'DELETE' }))).toBe('405 Sender UnknownAction');
});

test('names the host by which it was reached, or its own address', async () => {
  const { port, post } = await start();
  const body = soapRequest('device', 'GetCapabilities');
  expect(await (await post(body)).text()).toContain(`<tt:XAddr>http://127.0.0.1:${port}/onvif/${id}/media_service</tt:XAddr>`);
  const raw = async (host: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST /onvif/device_service HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    await once(socket, 'close');
    return answer;
  };
  expect(await raw('cams.example:8000')).toContain('<tt:XAddr>http://cams.example:8000/onvif/media_service</tt:XAddr>');
  expect(await raw('[fd00::1]:8000')).toContain('<tt:XAddr>http://[fd00::1]:8000/onvif/media_service</tt:XAddr>');
  for (const strange of ['a"><x>', 'user@evil.example', 'a/b', 'a:99999'])
    expect(await raw(strange)).toContain(`<tt:XAddr>http://127.0.0.1:${port}/onvif/media_service</tt:XAddr>`);
});

test('R15: a request of more than 64 KB is not read, however it is sent', async () => {
  const { port, post, outcome } = await start();
  const fits = soapRequest('device', 'GetServices', { content: `<q:a>${'a'.repeat(60_000)}</q:a>` });
  expect(await outcome(post(fits))).toBe('200');
  expect(await outcome(post('<'.repeat(65 * 1024)))).toBe('413 Sender InvalidArgs');
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('error', () => undefined);
  socket.write('POST /onvif/device_service HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n');
  for (let count = 0; count < 9; count += 1) socket.write(`2000\r\n${' '.repeat(0x2000)}\r\n`);
  await once(socket, 'close');
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
});

test('R15: one character as often as fits, anywhere in a request, takes no time', async () => {
  const { post } = await start();
  const before = process.cpuUsage();
  for (const character of ['<', '>', '&', '"', ' ', 'a', '/', '[', '-', '\u2028']) {
    const run = character.repeat(Math.floor(60_000 / Buffer.byteLength(character)));
    const token = tokenHeader({ username: id, password, at: 0 });
    const seed = soapRequest('device', 'GetUsers', { header: token, content: '<q:a>b</q:a>' });
    for (const at of [
      0,
      10,
      seed.indexOf('Username>') + 9,
      seed.indexOf('<w:Nonce>') + 9,
      seed.indexOf('Created>') + 8,
      seed.indexOf('<q:a>') + 4,
      seed.length,
    ])
      await (await post(seed.slice(0, at) + run + seed.slice(at))).text();
  }
  const { user, system } = process.cpuUsage(before);
  // 70 requests of 60 KB, most of which are parsed.
  expect((user + system) / 1000).toBeLessThan(10_000);
  expect(findSlowRun(`/onvif/${id}${password}/snapshot.jpg?a=b`, parseOnvifPath)).toBeNull();
});

test('wrong passwords end after 30 a minute from one network; a client that knows one still gets in', async () => {
  const { clock, post, outcome } = await start();
  const ask = (secret: string) =>
    outcome(post(soapRequest('device', 'GetUsers', { header: tokenHeader({ username: id, password: secret, at: clock.now() }) })));
  for (let count = 0; count < 30; count += 1) {
    expect(await ask('wrong')).toBe('401 Sender NotAuthorized');
    if (count % 10 === 9) clock.advance(1000);
  }
  expect(await ask('wrong')).toBe('429 Sender NotAuthorized');
  expect(await ask(password)).toBe('200');
  clock.advance(60_000);
  expect(await ask('wrong')).toBe('401 Sender NotAuthorized');
});

test('a snapshot is at a path that authorizes; guesses count like passwords', async () => {
  const { clock, base } = await start();
  const get = (token: string) => fetch(`${base}/${token}/snapshot.jpg`);
  const answer = await get(id + password);
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'private, no-store',
  ]);
  expect(Buffer.from(await answer.arrayBuffer())).toEqual(jpeg);
  for (let count = 0; count < 30; count += 1) {
    expect((await get(id + 'a'.repeat(32))).status).toBe(404);
    if (count % 10 === 9) clock.advance(1000);
  }
  expect((await get(id + 'a'.repeat(32))).status).toBe(429);
});

test('a flood on one connection ends it', async () => {
  const { port } = await start();
  const socket = connect(port, '127.0.0.1');
  let answers = 0;
  socket.on('data', (chunk: Buffer) => (answers += chunk.toString().split('HTTP/1.1 200').length - 1));
  socket.on('error', () => undefined);
  const body = soapRequest('device', 'GetHostname');
  const request = `POST /onvif/device_service HTTP/1.1\r\nHost: a\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
  const closed = once(socket, 'close');
  for (let count = 1; count <= 50; count += 1) {
    socket.write(request);
    await vi.waitUntil(() => answers === count, { interval: 1 });
  }
  socket.write(request);
  await closed;
  expect(answers).toBe(50);
});

test('with a certificate every connection is encrypted, and every address says so', async () => {
  const { cert, key } = await makeCertificate();
  const { port } = await start({ cert, key });
  const { request } = await import('node:https');
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(
    { host: '127.0.0.1', port, path: '/onvif/device_service', method: 'POST', ca: cert, servername: 'localhost' },
    (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve(body));
    },
  );
  sent.on('error', reject);
  sent.end(soapRequest('device', 'GetCapabilities'));
  expect(await promise).toContain(`<tt:XAddr>https://127.0.0.1:${port}/onvif/media_service</tt:XAddr>`);
  await expect(fetch(`http://127.0.0.1:${port}/onvif/device_service`, { method: 'POST', body: 'x' })).rejects.toThrow();
});
