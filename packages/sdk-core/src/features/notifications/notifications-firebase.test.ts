import { beforeEach, describe, expect, test } from 'vitest';
import { createFakeClock, createFakeFirebase, createFakePush } from '../../testing/index.ts';
import type { FakeClock, FakeFirebase, FakePush } from '../../testing/index.ts';
import { createFirebaseDriver } from './notifications-firebase.ts';
import { createFid, readInstallation } from './notifications-firebase-entry.ts';
import { createFirebaseHttp } from './notifications-firebase-http.ts';
import { createFirebaseInstallation } from './notifications-firebase-installation.ts';

const config = { apiKey: 'key-1', projectId: 'watch', appId: '1:2:web:3', messagingSenderId: '2' };
const hour = 60 * 60_000;
const day = 24 * hour;

let firebase: FakeFirebase;
let push: FakePush;
let clock: FakeClock;
let online = true;
const { signal } = new AbortController();

beforeEach(() => {
  firebase = createFakeFirebase(config, { origin: 'watchpost.test', vapidKey: 'vapid' });
  push = createFakePush();
  push.permission = 'granted';
  clock = createFakeClock();
  online = true;
});

async function driver() {
  return createFirebaseDriver({
    firebase: config,
    vapidKey: 'vapid',
    addresses: { installations: 'https://installations.test/v1', registrations: 'https://registrations.test/v1' },
    registration: await push.ports.browser.registration(),
    store: push.ports.store,
    clock,
    network: { isOnline: () => online, subscribe: () => () => {} },
    fetch: firebase.fetch,
  });
}

const calls = () => firebase.calls.map(({ method, path }) => `${method} ${path.replace(/\/[\w-]{22}/, '/fid').replace(/\/push-[\w:-]+/, '/token')}`);

describe('a first connection', () => {
  test('installs, registers the subscription, and gives its token', async () => {
    const token = await (await driver()).connect(signal);
    expect(calls()).toEqual(['POST installations', 'POST registrations']);
    expect(firebase.pushTokens.get(token)).toEqual({ origin: 'watchpost.test', endpoint: 'https://push.test/1', p256dh: 'p256dh-1', auth: 'auth-1', applicationPubKey: 'vapid' });
    expect(push.subscription?.applicationServerKey).toBe('vapid');
  });

  test('once: a second one asks nobody', async () => {
    const connected = await driver();
    const token = await connected.connect(signal);
    expect(await connected.connect(signal)).toBe(token);
    expect(calls()).toHaveLength(2);
  });

  test.each([
    ['POST', /installations$/, 503, 'push-installation-failed', 'not-registered'],
    ['POST', /installations$/, 400, 'push-installation-failed', 'not-registered'],
    ['POST', /installations$/, 409, 'push-installation-failed', undefined],
    ['POST', /registrations$/, 500, 'push-subscribe-failed', 'registered'],
  ])('%s %s answers %i: %s, and the installation is then %s', async (method, path, status, code, left) => {
    const connected = await driver();
    firebase.failNext(method, path, status);
    firebase.failNext(method, path, status);
    await expect(connected.connect(signal)).rejects.toMatchObject({ code, status, details: { reason: 'PLANNED' } });
    expect(readInstallation(push.stored.get('installation:1:2:web:3'))?.status).toBe(left);
  });

  test('one 5xx is asked once more', async () => {
    firebase.failNext('POST', /installations$/, 503);
    await (await driver()).connect(signal);
    expect(calls()).toEqual(['POST installations', 'POST installations', 'POST registrations']);
  });

  test('an answer without a token', async () => {
    firebase.failNext('POST', /registrations$/, 200, {});
    await expect((await driver()).connect(signal)).rejects.toMatchObject({ code: 'push-no-token' });
  });

  test('without network nothing is sent', async () => {
    online = false;
    await expect((await driver()).connect(signal)).rejects.toMatchObject({ code: 'push-offline' });
    expect(calls()).toEqual([]);
    expect(readInstallation(push.stored.get('installation:1:2:web:3'))?.status).toBe('not-registered');
  });
});

describe('10 seconds: an installation that another tab has begun', () => {
  const key = 'installation:1:2:web:3';
  const pending = (since: number) => ({ status: 'pending', fid: createFid(), since });

  test('is waited for and used', async () => {
    push.stored.set(key, pending(clock.now()));
    const done = (await driver()).connect(signal);
    await clock.advance(300);
    expect(calls()).toEqual([]);
    firebase.authTokens.add('auth-other');
    push.stored.set(key, { status: 'registered', fid: createFid(), refreshToken: 'r', authToken: { status: 'ready', token: 'auth-other', createdAt: clock.now(), lifetime: 7 * day } });
    await clock.advance(100);
    await done;
    expect(calls()).toEqual(['POST registrations']);
  });

  test('is taken over after exactly 10 s: that tab is gone', async () => {
    const { fid } = pending(0);
    push.stored.set(key, { status: 'pending', fid, since: clock.now() });
    const done = (await driver()).connect(signal);
    await clock.advance(10_000);
    expect(calls()).toEqual([]);
    await clock.advance(100);
    await done;
    expect(firebase.calls[0]?.body['fid']).toBe(fid);
  });

  test('our own request ends after 10 s too, and the next try starts at once', async () => {
    firebase.silent = true;
    const failure = (await driver()).connect(signal).catch((error: unknown) => error);
    await clock.advance(10_000);
    expect(await failure).toMatchObject({ code: 'push-installation-failed' });
    firebase.silent = false;
    await (await driver()).connect(signal);
    expect(calls()).toEqual(['POST installations', 'POST registrations']);
  });

  test('a connect that is given up leaves nothing pending', async () => {
    const given = new AbortController();
    firebase.silent = true;
    const failure = (await driver()).connect(given.signal).catch((error: unknown) => error);
    await clock.settle();
    given.abort();
    expect(await failure).toBeInstanceOf(Error);
    expect(readInstallation(push.stored.get(key))?.status).toBe('not-registered');
  });
});

describe('1 hour: the token of the installation', () => {
  test.each([
    [7 * day - hour, 0],
    [7 * day - hour + 1, 1],
  ])('%i ms after it was made: asked for anew %i times', async (age, renewals) => {
    const connected = await driver();
    await connected.connect(signal);
    await clock.advance(age);
    // A new subscription has to be registered, and for that the installation's token is needed.
    push.rotate();
    await connected.connect(signal);
    expect(calls().filter((call) => call.includes('generate'))).toHaveLength(renewals);
  });

  test('a clock that was set back makes it untrustworthy', async () => {
    const connected = await driver();
    await connected.connect(signal);
    clock.setWall(clock.now() - day);
    await connected.connect(signal);
    expect(calls().slice(2)).toEqual(['POST installations/fid/authTokens:generate', 'PATCH registrations/token']);
  });

  test.each([401, 404])('Firebase does not know the installation any more (%i): one new start', async (status) => {
    const connected = await driver();
    await connected.connect(signal);
    await clock.advance(7 * day);
    firebase.failNext('POST', /generate$/, status);
    await connected.connect(signal);
    expect(calls().slice(2)).toEqual(['POST installations/fid/authTokens:generate', 'POST installations', 'PATCH registrations/token']);
  });

  test('a renewal that fails leaves the installation registered, without a token', async () => {
    const connected = await driver();
    await connected.connect(signal);
    await clock.advance(7 * day);
    firebase.failNext('POST', /generate$/, 503);
    firebase.failNext('POST', /generate$/, 503);
    await expect(connected.connect(signal)).rejects.toMatchObject({ code: 'push-installation-failed' });
    expect(push.stored.get('installation:1:2:web:3')).toMatchObject({ status: 'registered', authToken: { status: 'none' } });
    await connected.connect(signal);
    expect(calls().at(-1)).toBe('PATCH registrations/token');
  });

  test('removed by another tab between the two looks', async () => {
    const installation = createFirebaseInstallation({
      http: createFirebaseHttp(firebase.fetch, config),
      address: 'https://installations.test/v1',
      config,
      store: { ...push.ports.store, update: (key, change) => push.ports.store.update(key, change).finally(() => push.stored.delete(key)) },
      clock,
      network: null,
    });
    await expect(installation.authToken(signal)).rejects.toMatchObject({ code: 'push-installation-not-registered' });
  });

  test('forgotten by Firebase twice in a row', async () => {
    const connected = await driver();
    await connected.connect(signal);
    await clock.advance(7 * day);
    firebase.failNext('POST', /generate$/, 404);
    firebase.failNext('POST', /installations$/, 200, { refreshToken: 'r', authToken: {} });
    firebase.failNext('POST', /generate$/, 404);
    await expect(connected.connect(signal)).rejects.toMatchObject({ code: 'push-installation-not-found' });
  });
});

describe('7 days: the push token', () => {
  test.each([
    [7 * day - 1, []],
    [7 * day, ['POST installations/fid/authTokens:generate', 'PATCH registrations/token']],
  ])('after %i ms', async (age, expected) => {
    const connected = await driver();
    await connected.connect(signal);
    await clock.advance(age);
    await connected.connect(signal);
    expect(calls().slice(2)).toEqual(expected);
  });

  test('a refused renewal keeps the old token for the next try; one that is unknown is made anew', async () => {
    const connected = await driver();
    await connected.connect(signal);
    await clock.advance(7 * day);
    firebase.failNext('PATCH', /registrations/, 500);
    await expect(connected.connect(signal)).rejects.toMatchObject({ code: 'push-update-failed' });
    firebase.pushTokens.clear();
    await connected.connect(signal);
    expect(calls().slice(-2)).toEqual(['PATCH registrations/token', 'POST registrations']);
  });

  test('another subscription: the old token is given back, also when Firebase does not want it', async () => {
    const connected = await driver();
    const old = await connected.connect(signal);
    push.rotate();
    const next = await connected.connect(signal);
    expect([next === old, [...firebase.pushTokens.keys()]]).toEqual([false, [next]]);
    push.rotate();
    firebase.failNext('DELETE', /registrations/, 500);
    expect(await connected.connect(signal)).not.toBe(next);
  });
});

describe('disconnecting', () => {
  test('gives the token back and ends the subscription', async () => {
    const connected = await driver();
    await connected.connect(signal);
    await connected.disconnect();
    expect([firebase.pushTokens.size, push.subscription, push.stored.has('registration:1:2:web:3')]).toEqual([0, null, false]);
  });

  test('ends the subscription even when Firebase refuses, and says so', async () => {
    const connected = await driver();
    await connected.connect(signal);
    firebase.failNext('DELETE', /registrations/, 500);
    await expect(connected.disconnect()).rejects.toMatchObject({ code: 'push-unsubscribe-failed' });
    expect(push.subscription).toBeNull();
  });
});

test('ids are 22 characters with the bits 0111 in front, whatever the dice say', () => {
  for (let value = 0; value < 256; value += 1) expect(createFid(new Uint8Array(17).fill(value))).toMatch(/^[cdef][\w-]{21}$/);
});
