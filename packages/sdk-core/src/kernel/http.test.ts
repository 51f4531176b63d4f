import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { describe, expect, test } from 'vitest';
import { buildCamera, createTestClient, signIn } from '../testing/index.ts';
import { errorText } from './error-text.ts';
import { WatchpostError } from './errors.ts';
import { serializeQuery } from './query.ts';

test('queries: arrays repeat the key, nulls and empty arrays are dropped', () => {
  expect(serializeQuery({ id: ['a', 'b&c'], from: 1, room: null, none: [], off: undefined, on: true, some: [1, null] })).toBe(
    'id=a&id=b%26c&from=1&on=true&some=1',
  );
});

describe('requests', () => {
  test('carry the token, the current language and the XSRF cookie', async () => {
    let locale: 'en' | 'ru' = 'en';
    const { client, server } = createTestClient({ locale: () => locale, cookie: (name) => (name === 'XSRF-TOKEN' ? 'x1' : null) });
    await signIn(client, server);
    locale = 'ru';
    await client.cameras.list();
    const [request] = server.requestsTo(listCameras);
    expect(Object.fromEntries(request?.headers ?? [])).toEqual({
      'accept-language': 'ru',
      authorization: 'Bearer access-1',
      'x-xsrf-token': 'x1',
    });
    await client.http.request(listCameras, { skipAuthorization: true }).catch(() => {});
    expect(server.requestsTo(listCameras)[1]?.headers.get('Authorization')).toBeNull();
  });

  test('leave cookies to the platform: the server’s are sent to its own origin only, and none are set or sent elsewhere', async () => {
    const inits: (RequestInit | undefined)[] = [];
    const { server } = createTestClient();
    const { client } = createTestClient({ server, fetch: (input, init) => (inits.push(init), server.fetch(input, init)) });
    await signIn(client, server);
    await client.cameras.list();
    await client.session.signOut();
    expect(inits).toHaveLength(3);
    // The default of fetch is "same-origin".
    for (const init of inits) expect(init).not.toHaveProperty('credentials');
    // A sign-out outlives the page that it reloads.
    expect(inits.map((init) => init?.keepalive === true)).toEqual([false, false, true]);
  });

  test('to another host carry none of our headers', async () => {
    const { client, server } = createTestClient();
    await signIn(client, server);
    await client.archive.media('https://watchpost.test.evil.example/1.m4s').catch(() => {});
    expect([...(server.requests.at(-1)?.headers ?? [])]).toEqual([]);
  });

  test('fail with the server’s code, or by status if a proxy answers', async () => {
    const { client, server } = createTestClient();
    await signIn(client, server);
    await expect(client.cameras.get('nope')).rejects.toMatchObject({ code: 'not-found', status: 404 });
    server.answerNext(
      listCameras,
      502,
      () =>
        new Response('{"error":{"code":"too-many-requests","message":"Wait","details":{"a":1}}}', {
          status: 429,
          headers: { 'Retry-After': '7' },
        }),
      () => {
        throw new TypeError('fetch failed');
      },
    );
    await expect(client.cameras.list()).rejects.toMatchObject({ code: 'unavailable', status: 502 });
    await expect(client.cameras.list()).rejects.toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: 7,
      message: 'Wait',
      details: { a: 1 },
    });
    await expect(client.cameras.list()).rejects.toMatchObject({ code: 'network', status: null });
  });

  test('are canceled by their signal', async () => {
    const { client, server } = createTestClient();
    await signIn(client, server);
    const controller = new AbortController();
    const request = client.cameras.list({ signal: controller.signal });
    controller.abort();
    await expect(request).rejects.toMatchObject({ code: 'aborted' });
  });

  test('unwrap bodies, including empty ones', async () => {
    const { client, server } = createTestClient();
    await signIn(client, server);
    server.cameras = [buildCamera()];
    expect(await client.cameras.rename('camera-1', 'Door')).toMatchObject({ title: 'Door' });
    expect(await client.cameras.remove('camera-1')).toBeNull();
  });
});

test('an embed token is requested once, renewed when refused, and never touches a session', async () => {
  let asked = 0;
  const { client, server, clock } = createTestClient({ token: async () => `embed-${(asked += 1)}` });
  const [first, second] = await Promise.all(
    [client.cameras.list(), client.cameras.list()].map((request) => request.catch((error: unknown) => error)),
  );
  expect(first).toMatchObject({ status: 401 });
  expect(second).toMatchObject({ status: 401 });
  expect(asked).toBe(2);
  expect(await client.session.accessToken()).toBeNull();
  const ending = `embed.${btoa(JSON.stringify({ exp: clock.now() + 90_000 }))}.x`;
  const renewing = createTestClient({ token: async () => ((asked += 1), ending), server, clock });
  asked = 0;
  await renewing.client.player.authorizationHeader();
  await renewing.client.player.authorizationHeader();
  expect(asked).toBe(1);
  await clock.advance(31_000);
  expect(await renewing.client.player.authorizationHeader()).toBe(`Bearer ${ending}`);
  expect(asked).toBe(2);
});

test('errors have texts in both languages', () => {
  expect(errorText(new WatchpostError('network'), 'ru')).toBe('Ошибка сетевого запроса');
  expect(errorText(new WatchpostError('network'), 'en')).toBe('Network request error');
  expect(errorText(new WatchpostError('session-expired'), 'en')).toBe('Authorization session are expired.');
  expect(errorText(new Error('x'), 'en')).toMatch(/^Something went wrong/);
});
