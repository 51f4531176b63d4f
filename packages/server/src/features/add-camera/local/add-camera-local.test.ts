import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server } from 'node:net';
import { text } from 'node:stream/consumers';
import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '../../../kernel/app-error.ts';
import { createNetworkPolicy } from '../../../kernel/network/network-policy.ts';
import { createLocalCameras, parseLocalAddress } from './add-camera-local.ts';

const info = { serialNumber: 'WP-0001', model: 'Camera agent', name: 'Yard', appVersion: '0.1.0', state: 'waiting' };
const registrationToken = 't'.repeat(43);
const closers: (() => void)[] = [];
afterEach(() => closers.splice(0).forEach((close) => close()));

async function listen(server: Server): Promise<string> {
  closers.push(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}
const web = (listener: RequestListener): Promise<string> => listen(createHttpServer(listener));
const bodyOf = async (request: IncomingMessage): Promise<unknown> => JSON.parse((await text(request)) || 'null');

/** Starts a camera that reports its identity, and answers a registration with this status. */
const camera = (status: number, over: object = {}): Promise<string> =>
  web((request, response) =>
    response.writeHead(request.method === 'GET' ? 200 : status).end(JSON.stringify(request.method === 'GET' ? { ...info, ...over } : {})),
  );

function setUp() {
  const clock = createManualClock();
  const requests: string[] = [];
  const service = {
    createSerialRegistrationToken: async (_customer: string, serialNumber: string) => {
      requests.push(serialNumber);
      if (serialNumber === 'WP-TAKEN') throw new AppError('camera-connected');
      return { registrationToken, registrationId: 'reg_1', expiresAt: 1 };
    },
  };
  return {
    clock,
    requests,
    local: createLocalCameras({ clock, networkOf: () => createNetworkPolicy({ allowPrivate: true, allowLoopback: true }), service }),
  };
}

test('the server requests the camera’s identity, and sends a token for it alone, as bearer and in the body', async () => {
  const { local, requests } = setUp();
  const seen: unknown[] = [];
  const address = await web((request, response) => {
    void bodyOf(request).then((body) => {
      seen.push([request.method, request.url, request.headers.authorization, request.headers.origin, body]);
      response.writeHead(request.method === 'GET' ? 200 : 201).end(JSON.stringify(info));
    });
  });
  expect(await local.register('u1', address)).toEqual({ registrationId: 'reg_1' });
  expect(requests).toEqual(['WP-0001']);
  expect(seen).toEqual([
    ['GET', '/', undefined, undefined, null],
    ['POST', '/register', `Bearer ${registrationToken}`, undefined, { registrationToken }],
  ]);
});

test.each([409, 403, 500, 302, 404])('a camera that answers %i: its status is passed on', async (status) => {
  await expect(setUp().local.register('u1', await camera(status))).rejects.toMatchObject({
    code: 'camera-refused',
    details: { httpCode: status },
  });
});

test.each([
  ['in another account', { serialNumber: 'WP-TAKEN' }, 'camera-connected'],
  ['registered elsewhere', { state: 'registered' }, 'camera-connected'],
  ['of an old firmware', { appVersion: '0.0.9' }, 'camera-firmware-old'],
  ['of a firmware that is no version', { appVersion: 'beta' }, 'camera-firmware-old'],
  ['with an invalid serial number', { serialNumber: '../1' }, 'camera-not-watchpost'],
])('a camera %s: %j is %s', async (_, over, code) => {
  await expect(setUp().local.register('u1', await camera(201, over))).rejects.toMatchObject({ code });
});

test.each([
  ['a web page', (_request, response) => response.end('<h1>a router</h1>')],
  ['a redirect to another place', (_request, response) => response.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
  ['an answer without an end', (_request, response) => void response.write('x'.repeat(64 * 1024))],
] satisfies [string, RequestListener][])('%s is not a camera', async (_, listener) => {
  await expect(setUp().local.register('u1', await web(listener))).rejects.toMatchObject({ code: 'camera-not-watchpost' });
});

test('an answer that is not HTTP, a refused connection, and no answer', async () => {
  const { local, clock } = setUp();
  await expect(
    local.register('u1', await listen(createTcpServer((socket) => socket.on('error', () => undefined).end('220 ready\r\n')))),
  ).rejects.toMatchObject({ code: 'camera-not-watchpost' });
  const gone = createHttpServer();
  const address = await listen(gone);
  gone.close();
  await once(gone, 'close');
  await expect(local.register('u1', address)).rejects.toMatchObject({ code: 'camera-unreachable' });
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const silent = createTcpServer((socket) => (socket.on('error', () => undefined), resolve()));
  const failure = local.register('u1', await listen(silent)).catch((error: unknown) => error);
  await reached;
  clock.advance(10_000);
  expect(await failure).toMatchObject({ code: 'camera-timeout' });
});

test('forbidden addresses are never contacted; an account has 10 attempts an hour', async () => {
  const { clock, requests } = setUp();
  const service = { createSerialRegistrationToken: () => expect.unreachable() };
  const outside = createLocalCameras({
    clock,
    networkOf: () => createNetworkPolicy({ allowPrivate: false, allowLoopback: false }),
    service,
  });
  for (const address of ['127.0.0.1', '169.254.169.254', '192.168.1.2', '[::1]', '0x7f.1'])
    await expect(outside.register('u1', address), address).rejects.toMatchObject({
      code: expect.stringMatching(/^camera-address-(forbidden|loopback)$/),
    });
  for (let attempt = 5; attempt < 10; attempt += 1)
    await expect(outside.register('u1', 'not an address')).rejects.toMatchObject({ code: 'camera-url-invalid' });
  await expect(outside.register('u1', '192.168.1.2')).rejects.toMatchObject({ code: 'too-many-requests' });
  await expect(outside.register('u2', '192.168.1.2')).rejects.toMatchObject({ code: 'camera-address-forbidden' });
  expect(requests).toEqual([]);
});

describe('parseLocalAddress', () => {
  test.each([
    ['192.168.1.20', 'http://192.168.1.20:7654/'],
    [' camera.local:8000 ', 'http://camera.local:8000/'],
    ['http://192.168.1.20:7654/', 'http://192.168.1.20:7654/'],
    ['[fd00::5]', 'http://[fd00::5]:7654/'],
  ])('%s', (text, href) => expect(parseLocalAddress(text).href).toBe(href));
  test.each(['', 'https://192.168.1.20', 'ftp://a', 'a b', 'user@host', 'http://host/path', 'host?x=1', 'host:0', 'http:\\\\host'])(
    '%j is invalid',
    (text) => expect(() => parseLocalAddress(text)).toThrow(AppError),
  );
  test('no text fails with another error', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          expect(parseLocalAddress(text).protocol).toBe('http:');
        } catch (error) {
          expect(error).toMatchObject({ code: 'camera-url-invalid' });
        }
      }),
    );
  });
});
