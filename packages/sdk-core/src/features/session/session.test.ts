import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { refreshSession, signOut } from '@watchpost/contract/endpoints/session';
import { describe, expect, test } from 'vitest';
import { buildCamera, createFakeTabs, createTestClient, signIn } from '../../testing/index.ts';
import type { SessionEnd } from './session-types.ts';

async function signedIn() {
  const parts = createTestClient();
  await signIn(parts.client, parts.server);
  const ends: SessionEnd[] = [];
  parts.client.session.onEnded((reason) => ends.push(reason));
  return { ...parts, ends };
}

async function fiveTabs() {
  const tabs = createFakeTabs();
  const open = (server?: ReturnType<typeof createTestClient>) =>
    createTestClient({
      storage: tabs.storage,
      locks: tabs.locks,
      crossTab: tabs.openTab(),
      ...(server && { server: server.server, clock: server.clock }),
    });
  const first = open();
  await signIn(first.client, first.server);
  const others = [1, 2, 3, 4].map(() => open(first));
  return { ...first, tabs, clients: [first, ...others].map(({ client }) => client) };
}

describe('R1: many 401s, one refresh', () => {
  test('20 parallel requests of one tab', async () => {
    const { client, server } = await signedIn();
    server.expireAccessTokens();
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.cameras.list()));
    expect(answers).toHaveLength(20);
    expect(server.requestsTo(refreshSession)).toHaveLength(1);
  });

  test('5 tabs with 4 requests each, without a reload', async () => {
    const { clients, server } = await fiveTabs();
    let changes = 0;
    for (const client of clients) client.session.onSubjectChanged(() => (changes += 1));
    server.expireAccessTokens();
    const answers = await Promise.all(clients.flatMap((client) => [1, 2, 3, 4].map(() => client.cameras.list())));
    expect(answers).toHaveLength(20);
    expect(server.requestsTo(refreshSession)).toHaveLength(1);
    expect(changes).toBe(0);
  });

  test('a tab whose 401 arrived after another tab’s refresh uses the new token', async () => {
    const {
      clients: [first, second],
      server,
    } = await fiveTabs();
    server.expireAccessTokens();
    await first?.cameras.list();
    await second?.cameras.list();
    expect(server.requestsTo(refreshSession)).toHaveLength(1);
  });
});

describe('R3: a 401 after a refresh', () => {
  test('is retried once and signs out once', async () => {
    const { client, server, ends } = await signedIn();
    server.answerNext(listCameras, 'unauthorized', 'unauthorized');
    await expect(client.cameras.list()).rejects.toMatchObject({ code: 'unauthorized', status: 401 });
    expect(server.requestsTo(listCameras)).toHaveLength(2);
    expect(ends).toEqual(['expired']);
    expect(client.session.current.value).toBeNull();
  });

  test('without a session: the message of the specification', async () => {
    const { client } = createTestClient();
    await expect(client.cameras.list()).rejects.toMatchObject({ code: 'session-expired', message: 'Authorization session are expired.' });
  });
});

describe('R4: a clock off by a day', () => {
  test.each([-24, 24])('an offset of %i hours from the start causes no refresh before the token expires', async (hours) => {
    const { client, server, clock } = createTestClient();
    clock.setWallClock(clock.now() + hours * 3_600_000);
    await signIn(client, server);
    await clock.advance(600_000);
    await client.cameras.list();
    expect(server.requestsTo(refreshSession)).toHaveLength(0);
    await clock.advance(290_000);
    await client.cameras.list();
    expect(server.requestsTo(refreshSession)).toHaveLength(1);
  });

  test.each([-24, 24])('a clock that is set by %i hours while signed in, and reloads: at most one refresh per lifetime', async (hours) => {
    const {
      clients: [client],
      server,
      clock,
      tabs,
    } = await fiveTabs();
    clock.setWallClock(clock.now() + hours * 3_600_000);
    await client?.cameras.list();
    expect(server.requestsTo(refreshSession)).toHaveLength(0);
    for (let reload = 0; reload < 5; reload += 1) {
      const reloaded = createTestClient({ storage: tabs.storage, server, clock });
      await reloaded.client.cameras.list();
      await clock.advance(60_000);
    }
    expect(server.requestsTo(refreshSession).length).toBeLessThanOrEqual(1);
  });
});

test('a reload accounts for the age of the stored tokens', async () => {
  const { server, clock, tabs } = await fiveTabs();
  const reload = () => createTestClient({ storage: tabs.storage, server, clock }).client.session.accessToken();
  await clock.advance(600_000);
  expect(await reload()).toBe('access-1');
  await clock.advance(290_000);
  expect(await reload()).toBe('access-2');
});

describe('what ends a session', () => {
  test.each([429, 500, 503, 408])('a refresh that fails with %i does not end it', async (status) => {
    const { client, server, ends } = await signedIn();
    server.expireAccessTokens();
    server.answerNext(refreshSession, status);
    await expect(client.cameras.list()).rejects.toMatchObject({ status });
    expect(ends).toEqual([]);
    expect(await client.cameras.list()).toEqual([]);
  });

  test('R6: not an hour offline, and no POST is sent twice', async () => {
    const { client, server, clock, ends } = await signedIn();
    server.offline = true;
    await clock.advance(3_600_000);
    const before = server.requests.length;
    await expect(client.addCamera.addRtsp({ url: 'rtsp://camera' })).rejects.toMatchObject({
      code: 'network',
      message: 'Network request error',
    });
    const posts = server.requests.slice(before).filter(({ path }) => path.includes('registration'));
    expect(posts).toHaveLength(1);
    expect(ends).toEqual([]);
    server.offline = false;
    await clock.advance(5_000);
    server.cameras = [buildCamera()];
    expect(await client.cameras.list()).toHaveLength(1);
  });

  test('a refused refresh token falls back to the device token', async () => {
    const { client, server, ends } = await signedIn();
    server.revokeSessions();
    await client.cameras.list();
    expect(server.requestsTo(refreshSession).map(({ body }) => body['grant_type'])).toEqual(['refresh_token', 'device_token']);
    expect(ends).toEqual([]);
  });

  test('if both are refused, the session ends once for all requests', async () => {
    const { client, server, ends } = await signedIn();
    server.revokeSessions({ deviceTokens: true });
    const answers = await Promise.allSettled([1, 2, 3].map(() => client.cameras.list()));
    for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'session-expired' } });
    expect(ends).toEqual(['expired']);
  });
});

describe('sign-out', () => {
  test('wins over a refresh in flight, which cannot restore the session', async () => {
    const {
      clients: [client, other],
      server,
      clock,
      tabs,
    } = await fiveTabs();
    server.expireAccessTokens();
    server.latency = 1_000;
    const request = client?.cameras.list().catch((error: unknown) => error);
    await clock.advance(1_500);
    expect(server.requestsTo(refreshSession)).toHaveLength(1);
    const out = client?.session.signOut();
    await clock.advance(10_000);
    await out;
    expect(await request).toMatchObject({ code: 'session-expired' });
    expect(tabs.storage.get('session')).toBeNull();
    expect(client?.session.current.value).toBeNull();
    expect(other?.session.current.value).toBeNull();
  });

  test('in another tab wins too', async () => {
    const {
      clients: [client, other],
      server,
      clock,
      tabs,
    } = await fiveTabs();
    server.expireAccessTokens();
    server.latency = 1_000;
    const request = client?.cameras.list().catch((error: unknown) => error);
    await clock.advance(1_500);
    void other?.session.signOut();
    await clock.advance(10_000);
    expect(await request).toMatchObject({ code: 'session-expired' });
    expect(tabs.storage.get('session')).toBeNull();
  });

  test('revokes on the server, even with an expired access token', async () => {
    const { client, server } = await signedIn();
    server.expireAccessTokens();
    await client.session.signOut();
    expect(server.requestsTo(signOut).map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer access-1', 'Bearer access-2']);
  });

  test('works without a network, within five seconds', async () => {
    const { client, server, clock, ends } = await signedIn();
    server.latency = 60_000;
    const out = client.session.signOut();
    expect(client.session.current.value).toBeNull();
    expect(ends).toEqual(['signed-out']);
    await clock.advance(5_000);
    await expect(out).resolves.toBeUndefined();
  });
});

describe('other tabs', () => {
  test('are notified of another user and of a sign-out, not of a new token', async () => {
    const {
      clients: [client, other],
      server,
      clock,
    } = await fiveTabs();
    const changes: unknown[] = [];
    other?.session.onSubjectChanged((change) => changes.push(change));
    await client?.session.confirmCode({ email: 'anna@example.com', code: server.code });
    await clock.settle();
    expect(changes).toEqual([]);
    await client?.session.confirmCode({ email: 'boris@example.com', code: server.code });
    await client?.session.signOut();
    await clock.settle();
    expect(changes).toEqual([
      { previous: 'customer-anna@example.com', current: 'customer-boris@example.com' },
      { previous: 'customer-boris@example.com', current: null },
    ]);
  });

  test('a frozen tab that holds the lock blocks others for at most 5 s', async () => {
    const {
      clients: [client],
      server,
      clock,
      tabs,
    } = await fiveTabs();
    void tabs.locks.run('session-refresh', new AbortController().signal, () => new Promise(() => {}));
    server.expireAccessTokens();
    const request = client?.cameras.list();
    await clock.advance(5_000);
    expect(await request).toEqual([]);
  });

  test('no subscriber runs inside the lock', async () => {
    const {
      clients: [client],
      server,
      tabs,
    } = await fiveTabs();
    let isInside = false;
    const run = tabs.locks.run;
    Object.assign(tabs.locks, {
      run: (name: string, signal: AbortSignal, work: () => Promise<unknown>) =>
        run(name, signal, async () => {
          isInside = true;
          try {
            return await work();
          } finally {
            isInside = false;
          }
        }),
    });
    const seen: boolean[] = [];
    client?.session.onEnded(() => seen.push(isInside));
    client?.session.current.subscribe(() => seen.push(isInside));
    server.revokeSessions({ deviceTokens: true });
    await expect(client?.cameras.list()).rejects.toMatchObject({ code: 'session-expired' });
    expect(seen).toEqual([false, false, false]);
  });
});

describe('sign-in', () => {
  test('sends the device and keeps its id across sign-outs', async () => {
    const { client, server } = createTestClient();
    expect(await client.session.requestCode('anna@example.com')).toEqual({ resendAfterSeconds: 60 });
    await signIn(client, server);
    await client.session.signOut();
    await signIn(client, server);
    const bodies = server.requests.filter(({ path }) => path.endsWith('/confirmation')).map(({ body }) => body);
    expect(bodies[0]).toMatchObject({ email: 'anna@example.com', otp: '123456', deviceName: 'web' });
    expect(bodies[0]?.['deviceId']).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(bodies[1]?.['deviceId']).toBe(bodies[0]?.['deviceId']);
    expect(bodies[1]?.['deviceToken']).not.toBe(bodies[0]?.['deviceToken']);
  });

  test('fails with a wrong code', async () => {
    const { client } = createTestClient();
    await expect(client.session.confirmCode({ email: 'anna@example.com', code: '000000' })).rejects.toMatchObject({
      code: 'invalid-code',
      message: 'Invalid or expired code',
    });
    expect(client.session.current.value).toBeNull();
  });

  test('times out after 30 s', async () => {
    const { client, server, clock } = createTestClient();
    server.latency = 60_000;
    const request = client.session.requestCode('anna@example.com').catch((error: unknown) => error);
    await clock.advance(30_000);
    expect(await request).toMatchObject({ code: 'network' });
  });

  test('canceled by its caller is no network error, and leaves no timer', async () => {
    const { client, clock } = createTestClient();
    const controller = new AbortController();
    const request = client.session.requestCode('anna@example.com', { signal: controller.signal });
    controller.abort();
    await expect(request).rejects.toMatchObject({ code: 'aborted' });
    expect(clock.pending).toBe(0);
  });

  test.each(['{', 'null', '{"accessToken":1}', '[]'])('a broken stored session (%s) is ignored', (text) => {
    const { storage } = createFakeTabs();
    storage.set('session', text);
    expect(createTestClient({ storage }).client.session.current.value).toBeNull();
  });
});
