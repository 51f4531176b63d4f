import { createSerialRegistrationToken, registerLocalCamera } from '@watchpost/contract/endpoints/add-camera';
import { describe, expect, test } from 'vitest';
import { createFakeClock, createFakeServer, createTestClient, signIn } from '../../testing/index.ts';

const info = { serialNumber: 'WP-0001', model: 'Camera agent', name: 'Yard', appVersion: '0.1.0', state: 'waiting' };
const token = { registrationToken: 't'.repeat(43), registrationId: 'reg_1', expiresAt: 1 };

/** A page near a camera at 192.168.1.20, with the camera’s answers, or without a connection to it. */
async function setUp(camera: (request: { method: string; init: RequestInit }) => Response | Promise<Response>) {
  const clock = createFakeClock();
  const server = createFakeServer({ clock });
  const asked: { method: string; url: string; init: RequestInit }[] = [];
  const { client } = createTestClient({
    clock,
    server,
    fetch: async (input, init = {}) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.hostname === 'watchpost.test') return server.fetch(input, init);
      asked.push({ method: init.method ?? 'GET', url: url.href, init });
      return camera({ method: init.method ?? 'GET', init });
    },
  });
  await signIn(client, server);
  server.answerNext(createSerialRegistrationToken, () => Response.json(token, { status: 201 }));
  server.answerNext(registerLocalCamera, () => Response.json({ registrationId: 'reg_by_server' }, { status: 201 }));
  return { client, server, clock, asked };
}
/** Rejects like fetch when its signal aborts. */
const neverAnswers = ({ init: { signal } }: { init: RequestInit }): Promise<Response> =>
  new Promise((_, reject) => {
    const end = (): void => reject(new DOMException('', 'AbortError'));
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
const registering =
  (status: number) =>
  ({ method }: { method: string }): Response =>
    Response.json(method === 'GET' ? info : {}, { status: method === 'GET' ? 200 : status });

test('the page reads the serial number, requests a token for it, and sends only that token to the camera', async () => {
  const { client, server, asked } = await setUp(registering(201));
  expect(await client.addCamera.registerLocal('192.168.1.20')).toEqual({ registrationId: 'reg_1' });
  expect(asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET http://192.168.1.20:7654/',
    'POST http://192.168.1.20:7654/register',
  ]);
  expect(server.requestsTo(createSerialRegistrationToken)[0]?.body).toEqual({ serialNumber: 'WP-0001' });
  expect(server.requestsTo(registerLocalCamera)).toEqual([]);
  const [, post] = asked;
  expect(new Headers(post?.init.headers).get('Authorization')).toBe(`Bearer ${token.registrationToken}`);
  expect(post?.init.body).toBe(JSON.stringify({ registrationToken: token.registrationToken }));
  for (const { init } of asked)
    expect(init).toMatchObject({ credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer', targetAddressSpace: 'local' });
  expect(JSON.stringify(asked)).not.toContain('access-1');
});

describe('falls back to the server', () => {
  test.each<[string, () => Promise<Response> | Response, string]>([
    ['when the browser blocks the request', () => Promise.reject(new TypeError('Failed to fetch')), '192.168.1.20'],
    ['when another device answers', () => new Response('<h1>a router</h1>'), '192.168.1.20'],
    ['when the answer is invalid', () => Response.json({ ...info, serialNumber: '../1' }), '192.168.1.20'],
    ['for an address with a port', () => expect.unreachable(), '192.168.1.20:8000'],
    ['for an invalid address', () => expect.unreachable(), 'not an address'],
  ])('%s', async (_, camera, address) => {
    const { client, server } = await setUp(camera);
    expect(await client.addCamera.registerLocal(address)).toEqual({ registrationId: 'reg_by_server' });
    expect(server.requestsTo(registerLocalCamera).map(({ body }) => body)).toEqual([{ address }]);
  });

  test('when the camera does not answer within 4 s', async () => {
    const { client, clock } = await setUp(neverAnswers);
    const call = client.addCamera.registerLocal('192.168.1.20');
    await clock.advance(4000);
    expect(await call).toEqual({ registrationId: 'reg_by_server' });
  });
});

test.each([502, 409, 403])('a camera that answers %i: its status is reported, without a second attempt', async (status) => {
  const { client, server } = await setUp(registering(status));
  await expect(client.addCamera.registerLocal('192.168.1.20')).rejects.toMatchObject({
    code: 'camera-refused',
    details: { httpCode: status },
  });
  expect(server.requestsTo(registerLocalCamera)).toEqual([]);
});

test.each([
  ['registered elsewhere', { state: 'registered' }, 'camera-connected'],
  ['with old firmware', { appVersion: '0.0.9' }, 'camera-firmware-old'],
])('a camera %s', async (_, over, code) => {
  const { client } = await setUp(() => Response.json({ ...info, ...over }));
  await expect(client.addCamera.registerLocal('192.168.1.20')).rejects.toMatchObject({ code });
});

test('a camera that disconnects in between, and a canceled call', async () => {
  const { client } = await setUp(({ method }) =>
    method === 'GET' ? Response.json(info) : Promise.reject(new TypeError('Failed to fetch')),
  );
  await expect(client.addCamera.registerLocal('192.168.1.20')).rejects.toMatchObject({ code: 'camera-unreachable' });
  const controller = new AbortController();
  const second = await setUp(neverAnswers);
  const call = second.client.addCamera.registerLocal('192.168.1.20', { signal: controller.signal });
  await Promise.resolve();
  controller.abort();
  await expect(call).rejects.toMatchObject({ code: 'aborted' });
  expect(second.server.requestsTo(registerLocalCamera)).toEqual([]);
});
