import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { refreshSession, signOut } from '@watchpost/contract/endpoints/session';
import { describe, expect, test } from 'vitest';
import { createFakeTabs, createTestClient, signIn } from '../../testing/index.ts';
import type { TestClient } from '../../testing/index.ts';
import type { SessionEnd } from './session-types.ts';

/** Two tabs of one browser. `isWithoutEvents`: the second gets no storage events; it sees changes when it reads the storage. */
async function twoTabs({ isWithoutEvents = false } = {}) {
  const tabs = createFakeTabs();
  const open = (shared?: TestClient, crossTab = tabs.openTab()): TestClient =>
    createTestClient({ storage: tabs.storage, locks: tabs.locks, crossTab, ...(shared && { server: shared.server, clock: shared.clock }) });
  const first = open();
  await signIn(first.client, first.server);
  const second = open(first, isWithoutEvents ? { ...tabs.openTab(), subscribe: () => () => {} } : tabs.openTab());
  const ends: SessionEnd[] = [];
  for (const { client } of [first, second]) client.session.onEnded((reason) => ends.push(reason));
  await first.clock.settle();
  return { ...first, other: second.client, storage: tabs.storage, ends };
}

/** Delays the answer to the refresh. */
function later(clock: TestClient['clock'], milliseconds: number, answer: () => Response): () => Promise<Response> {
  return () => new Promise((resolve) => void clock.after(milliseconds, () => resolve(answer())));
}

const refused = (): Response => Response.json({ error: { code: 'session-expired', message: '' } }, { status: 401 });

describe('a 401', () => {
  test('that arrives late, for a token that was renewed since, causes no other refresh', async () => {
    const { client, server, clock } = await twoTabs();
    server.answerNext(listCameras, later(clock, 5_000, refused));
    const slow = client.cameras.list();
    await clock.settle();
    server.expireAccessTokens();
    await client.cameras.list();
    await clock.advance(5_000);
    expect(await slow).toEqual([]);
    expect(server.requestsTo(refreshSession)).toHaveLength(1);
  });

  test('of an adopted token ends nothing: the next call renews it', async () => {
    const { client, server, clock, ends } = await twoTabs();
    server.answerNext(listCameras, later(clock, 1_000, refused));
    const slow = client.cameras.list().catch((error: unknown) => error);
    await clock.settle();
    // Meanwhile a sign-in brought new tokens, and the server revoked them too.
    await signIn(client, server);
    await clock.settle();
    server.expireAccessTokens();
    await clock.advance(1_000);
    expect(await slow).toMatchObject({ code: 'session-expired' });
    expect(ends).toEqual([]);
    expect(await client.cameras.list()).toEqual([]);
  });

  test('after the retry with another tab’s token ends nothing either', async () => {
    const { client, other, server, clock, ends } = await twoTabs();
    server.answerNext(listCameras, later(clock, 1_000, refused));
    const slow = client.cameras.list().catch((error: unknown) => error);
    await clock.settle();
    server.expireAccessTokens();
    await other.account.profile();
    server.expireAccessTokens();
    await clock.advance(1_000);
    expect(await slow).toMatchObject({ code: 'unauthorized' });
    expect(ends).toEqual([]);
    expect(await client.cameras.list()).toEqual([]);
  });

  test('after the retry ends nothing if another tab has renewed the tokens without an event', async () => {
    const { client, other, server, clock, ends, storage } = await twoTabs({ isWithoutEvents: true });
    server.expireAccessTokens();
    server.answerNext(listCameras, refused, later(clock, 1_000, refused));
    const slow = other.cameras.list().catch((error: unknown) => error);
    await clock.advance(500);
    server.expireAccessTokens();
    await client.account.profile();
    await clock.advance(1_000);
    expect(await slow).toMatchObject({ status: 401 });
    expect(ends).toEqual([]);
    expect(storage.get('session')).toContain('access-3');
  });
});

describe('the refresh', () => {
  test('of another tab is used before the old token expires, without a request', async () => {
    const { client, other, server, clock } = await twoTabs();
    await clock.advance(890_000);
    expect(await client.session.accessToken()).toBe('access-2');
    await clock.settle();
    server.offline = true;
    expect(await other.session.accessToken()).toBe('access-2');
    expect(server.requestsTo(refreshSession)).toHaveLength(1);
  });

  test('sends its grant only if the device has a token, and falls back with all of the device’s data', async () => {
    const { client, server, storage } = await twoTabs();
    const device: { id: string; token: string } = JSON.parse(storage.get('device') ?? '{}');
    server.revokeSessions();
    await client.cameras.list();
    expect(server.requestsTo(refreshSession).map(({ body }) => body)).toEqual([
      { grant_type: 'refresh_token', refreshToken: 'refresh-1' },
      { grant_type: 'device_token', device_id: device.id, device_token: device.token, username: 'anna@example.com' },
    ]);
    storage.set('device', JSON.stringify({ id: device.id }));
    server.expireAccessTokens();
    await client.cameras.list();
    expect(server.requestsTo(refreshSession).at(-1)?.body).toEqual({ refreshToken: 'refresh-2' });
  });

  test('that is refused without a device token ends the session, with the message of the specification', async () => {
    const { client, server, storage, ends } = await twoTabs();
    storage.set('device', JSON.stringify({ id: '6f2b0b52-3b0a-4c55-9d63-0d9f6a0f8f11' }));
    server.revokeSessions();
    await expect(client.cameras.list()).rejects.toMatchObject({
      code: 'session-expired',
      message: 'Authorization session are expired.',
      status: 401,
    });
    expect(server.requestsTo(refreshSession)).toHaveLength(1);
    expect(ends).toEqual(['expired', 'elsewhere']);
  });

  test.each([408, 425, 429, 500, 502, 503, 504])('whose fallback is answered with %i doesn’t end the session', async (status) => {
    const { client, server, ends } = await twoTabs();
    server.revokeSessions();
    server.answerNext(refreshSession, 'session-expired', status);
    await expect(client.cameras.list()).rejects.toMatchObject({ status });
    expect(ends).toEqual([]);
    expect(await client.cameras.list()).toEqual([]);
  });

  test('whose fallback fails without a network doesn’t end the session', async () => {
    const { client, server, ends } = await twoTabs();
    server.revokeSessions();
    server.answerNext(refreshSession, 'session-expired', () => {
      throw new TypeError('fetch failed');
    });
    await expect(client.cameras.list()).rejects.toMatchObject({ code: 'network', message: 'Network request error' });
    expect(ends).toEqual([]);
  });

  test('that is refused doesn’t affect a session that began meanwhile, in another tab or here', async () => {
    const { client, other, server, clock, storage, ends } = await twoTabs();
    for (const next of [other, client]) {
      server.revokeSessions({ deviceTokens: true });
      server.answerNext(refreshSession, later(clock, 1_000, refused), later(clock, 1_000, refused));
      const request = client.cameras.list().catch((error: unknown) => error);
      await clock.settle();
      await signIn(next, server);
      await clock.advance(2_000);
      expect(await request).toMatchObject({ code: 'session-expired' });
      expect(storage.get('session')).not.toBeNull();
      expect(client.session.current.value?.email).toBe('anna@example.com');
    }
    expect(ends).toEqual([]);
  });

  test('of a previous user doesn’t affect the next one', async () => {
    const { client, server, clock } = await twoTabs();
    server.expireAccessTokens();
    server.answerNext(refreshSession, later(clock, 20_000, refused));
    void client.cameras.list().catch(() => {});
    await clock.settle();
    void client.session.signOut();
    await signIn(client, server, 'boris@example.com');
    server.expireAccessTokens();
    const request = client.account.profile();
    await clock.advance(6_000);
    expect(await request).toMatchObject({ email: 'boris@example.com' });
  });

  test('whose answers are lost keeps a client without a device token signed in', async () => {
    const { storage } = createFakeTabs();
    const first = createTestClient({ storage });
    await signIn(first.client, first.server);
    const { server, clock } = first;
    storage.set('device', JSON.stringify({ id: '6f2b0b52-3b0a-4c55-9d63-0d9f6a0f8f11' }));
    let isLossy = true;
    const { client } = createTestClient({
      server,
      clock,
      storage,
      fetch: async (input, init) => {
        const answer = await server.fetch(input, init);
        if (!String(input instanceof Request ? input.url : input).endsWith(refreshSession.path) || !isLossy) return answer;
        throw new TypeError('fetch failed');
      },
    });
    const ends: SessionEnd[] = [];
    client.session.onEnded((reason) => ends.push(reason));
    for (const _ of [1, 2]) {
      server.expireAccessTokens();
      await expect(client.cameras.list()).rejects.toMatchObject({ code: 'network' });
      await clock.advance(3_600_000);
    }
    isLossy = false;
    expect(await client.cameras.list()).toEqual([]);
    expect(new Set(server.requestsTo(refreshSession).map(({ body }) => JSON.stringify(body)))).toEqual(
      new Set([JSON.stringify({ refreshToken: 'refresh-1' })]),
    );
    expect(ends).toEqual([]);
    // Once the successor is used, the old token is a copy, and ends both.
    await clock.advance(60_000);
    const copied = await server.fetch(`https://watchpost.test${refreshSession.path}`, {
      method: 'POST',
      body: JSON.stringify({ refreshToken: 'refresh-1' }),
    });
    expect(copied.status).toBe(401);
    await expect(client.cameras.list()).rejects.toMatchObject({ code: 'session-expired' });
    expect(ends).toEqual(['expired']);
  });

  test('of a short-lived token runs in its last tenth', async () => {
    const { client, server, clock } = createTestClient();
    server.tokenLifetime = 100;
    await signIn(client, server);
    await clock.advance(89_000);
    expect(await client.session.accessToken()).toBe('access-1');
    await clock.advance(2_000);
    expect(await client.session.accessToken()).toBe('access-2');
  });

  test('that fails without an answer is retried after 5 s; until then the old token is used', async () => {
    const { client, server, clock } = await twoTabs();
    await clock.advance(880_000);
    server.answerNext(refreshSession, 503, 503);
    for (const _ of [1, 2, 3]) expect(await client.account.profile()).toMatchObject({ email: 'anna@example.com' });
    expect(server.requestsTo(refreshSession)).toHaveLength(1);
    await clock.advance(5_000);
    await client.account.profile();
    expect(server.requestsTo(refreshSession)).toHaveLength(2);
  });

  test('runs at most one lifetime after a reload with a clock set back', async () => {
    const { server, clock, storage } = await twoTabs();
    clock.setWallClock(clock.now() - 24 * 3_600_000);
    const { client } = createTestClient({ storage, server, clock });
    expect(await client.session.accessToken()).toBe('access-1');
    await clock.advance(890_000);
    expect(await client.session.accessToken()).toBe('access-2');
  });
});

test('a sign-out revokes tokens that another tab has renewed without an event', async () => {
  const { client, other, server } = await twoTabs({ isWithoutEvents: true });
  server.expireAccessTokens();
  await client.cameras.list();
  await other.session.signOut();
  expect(server.requestsTo(signOut).map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer access-2']);
});

test('a sign-out with only dead tokens does not start a session with the device token to end it', async () => {
  const { client, server } = await twoTabs();
  server.revokeSessions();
  await client.session.signOut();
  expect(server.requestsTo(refreshSession).map(({ body }) => body)).toEqual([{ refreshToken: 'refresh-1' }]);
  expect(server.requestsTo(signOut)).toHaveLength(1);
});

test('a signed-out tab adopts another tab’s session at its next call, without an event', async () => {
  const { client, other, server, clock } = await twoTabs({ isWithoutEvents: true });
  await other.session.signOut();
  await signIn(client, server, 'boris@example.com');
  await clock.settle();
  expect(other.session.current.value).toBeNull();
  expect(await other.session.accessToken()).toBe('access-2');
  expect(await other.account.profile()).toMatchObject({ email: 'boris@example.com' });
});
