import { request } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { RegistrationError } from '../link/registration.ts';
import { serveLocalRegistration, type LocalRegistration } from './local-registration.ts';

const info = { serialNumber: 'WP-0001', model: 'Camera agent', name: 'Yard <gate>', appVersion: '0.1.0' };
const productOrigin = 'https://app.example.com';
const token = 't'.repeat(43);
let camera: LocalRegistration | null = null;
afterEach(async () => {
  await camera?.close();
  camera = null;
});

async function start(register: (token: string) => Promise<void> = async () => undefined): Promise<string> {
  camera = await serveLocalRegistration({ info, productOrigin, port: 0, register });
  return `http://127.0.0.1:${camera.port}`;
}
const post = (
  url: string,
  { bearer = token, body = JSON.stringify({ registrationToken: token }), origin = productOrigin } = {},
): Promise<Response> =>
  fetch(`${url}/register`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json', origin },
    body,
  });
const codeOf = async (response: Response): Promise<unknown> => [
  response.status,
  ((await response.json()) as { error: { code: string } }).error.code,
];

test('identifies itself, and registers once with the received token', async () => {
  const given: string[] = [];
  const url = await start(async (registrationToken) => void given.push(registrationToken));
  expect(await (await fetch(url)).json()).toEqual({ ...info, state: 'waiting' });
  const answer = await post(url);
  expect([answer.status, await answer.json()]).toEqual([201, { ...info, state: 'registered' }]);
  expect(await codeOf(await post(url))).toEqual([409, 'camera-connected']);
  expect(given).toEqual([token]);
});

test('20 concurrent requests register it once', async () => {
  let calls = 0;
  const url = await start(async () => void (calls += 1));
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await post(url)).status));
  expect([calls, statuses.filter((status) => status === 201).length]).toEqual([1, 1]);
});

test('passes on the reason why the server refused, and allows another attempt', async () => {
  let fails = true;
  const url = await start(async () => {
    if (fails) throw new RegistrationError(403, 'registration-token-foreign', 'For another camera.');
  });
  expect(await codeOf(await post(url))).toEqual([403, 'registration-token-foreign']);
  fails = false;
  expect((await post(url)).status).toBe(201);
});

test('reports an unreachable server without internal details', async () => {
  const url = await start(async () => {
    throw new TypeError('connect ECONNREFUSED 10.0.0.7:8080');
  });
  const answer = await post(url);
  expect(answer.status).toBe(502);
  expect(await answer.text()).not.toContain('10.0.0.7');
});

test.each([
  ['no bearer', { bearer: '' }, 401, 'unauthorized'],
  ['an invalid bearer', { bearer: 'short' }, 401, 'unauthorized'],
  ['another bearer than the token', { bearer: 'x'.repeat(43) }, 403, 'forbidden'],
  ['no JSON', { body: '{' }, 422, 'invalid-request'],
  ['no token', { body: '{}' }, 422, 'invalid-request'],
  ['too much', { body: JSON.stringify({ registrationToken: token, more: 'x'.repeat(5000) }) }, 422, 'invalid-request'],
  ['another page', { origin: 'https://evil.example' }, 403, 'origin-forbidden'],
])('%s: refused', async (_, attempt, status, code) => {
  const url = await start(() => expect.unreachable());
  expect(await codeOf(await post(url, attempt))).toEqual([status, code]);
});

test('allows requests from the product’s page, with the headers that a browser requires for a private address, and from no other page', async () => {
  const url = await start();
  const ask = (origin: string) =>
    fetch(`${url}/register`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-private-network': 'true' },
    });
  const { status, headers } = await ask(productOrigin);
  expect([
    status,
    headers.get('access-control-allow-origin'),
    headers.get('access-control-allow-private-network'),
    headers.get('access-control-allow-headers'),
  ]).toEqual([204, productOrigin, 'true', 'authorization, content-type']);
  const other = await ask('https://evil.example');
  expect([
    other.status,
    other.headers.get('access-control-allow-origin'),
    other.headers.get('access-control-allow-private-network'),
  ]).toEqual([403, null, null]);
});

test('refuses requests under a foreign host name that points at the camera', async () => {
  const url = new URL(await start());
  const status = await new Promise((resolve) =>
    request({ port: url.port, host: '127.0.0.1', headers: { host: `evil.example:${url.port}` } }, (response) =>
      resolve(response.resume().statusCode),
    ).end(),
  );
  expect(status).toBe(403);
});

test('shows a browser a page with the serial number as text and barcode, and escapes all markup', async () => {
  const url = await start();
  const response = await fetch(url, { headers: { accept: 'text/html' } });
  const page = await response.text();
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page).toContain('<code>WP-0001</code>');
  expect(page).toContain('Yard &lt;gate&gt;');
  expect(page).toMatch(/<svg .*<path d="M10 0/);
});
