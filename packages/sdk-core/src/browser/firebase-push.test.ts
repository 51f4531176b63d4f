import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createFakeClock, createFakeFirebase, createFakePush, createTestClient, signIn } from '../testing/index.ts';
import type { FakeClock, FakeFirebase, FakePush } from '../testing/index.ts';
import { openFirebaseMessaging } from './firebase-push.ts';

const hour = 60 * 60_000;
const day = 24 * hour;

let projects = 0;
let config: Readonly<Record<'apiKey' | 'projectId' | 'appId' | 'messagingSenderId', string>>;
let firebase: FakeFirebase;
let push: FakePush;
let clock: FakeClock;
let isOnline: boolean;

/** A service worker registration backed by the in-memory push service. */
class FakeRegistration {
  readonly scope = 'https://watchpost.test/';
  readonly pushManager = { getSubscription: async () => readSubscription() };
  showNotification(): void {}
}

class FakeSubscription {
  readonly endpoint: string;
  readonly #keys: ReadonlyMap<string, Uint8Array>;
  constructor({ endpoint, p256dh, auth }: { readonly endpoint: string; readonly p256dh: string; readonly auth: string }) {
    this.endpoint = endpoint;
    this.#keys = new Map(Object.entries({ p256dh, auth }).map(([name, text]) => [name, new TextEncoder().encode(text)]));
  }
  getKey(name: string): Uint8Array | null {
    return this.#keys.get(name) ?? null;
  }
  async unsubscribe(): Promise<boolean> {
    push.subscription = null;
    return true;
  }
}

function readSubscription(): FakeSubscription | null {
  return push.subscription && new FakeSubscription(push.subscription);
}

beforeEach(() => {
  // Firebase keeps its databases open, so each test uses an app of its own.
  projects += 1;
  config = { apiKey: 'key-1', projectId: 'watch', appId: `1:${projects}:web:3`, messagingSenderId: '2' };
  clock = createFakeClock();
  isOnline = true;
  firebase = createFakeFirebase(config, { origin: 'watchpost.test', vapidKey: 'vapid' });
  push = createFakePush({
    firebase: async (given) => openFirebaseMessaging(given, new ServiceWorkerRegistration()),
  });
  vi.useFakeTimers({ toFake: ['Date'], now: clock.now() });
  const globals = {
    self: globalThis,
    window: globalThis,
    fetch: firebase.fetch,
    ServiceWorkerRegistration: FakeRegistration,
    PushSubscription: FakeSubscription,
    PushManager: class {},
    Notification: {
      get permission() {
        return push.permission;
      },
    },
    navigator: {
      cookieEnabled: true,
      get onLine() {
        return isOnline;
      },
      serviceWorker: { addEventListener() {} },
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function connected() {
  const parts = createTestClient({ push: push.ports, clock, network: { isOnline: () => isOnline, subscribe: () => () => {} } });
  parts.server.pushConfiguration = { kind: 'firebase', firebase: config, vapidKey: 'vapid' };
  await signIn(parts.client, parts.server);
  const { notifications } = parts.client;
  await notifications.connect();
  return { ...parts, notifications, error: () => failureOf(notifications.state.peek().connection) };
}

function failureOf(connection: { readonly kind: string; readonly error?: unknown }): unknown {
  return connection.kind === 'failed' ? connection.error : null;
}

async function pass(milliseconds: number): Promise<void> {
  await clock.advance(milliseconds);
  vi.setSystemTime(clock.now());
}

const calls = () =>
  firebase.calls.map(({ method, path }) => `${method} ${path.replace(/\/[\w-]{22}/, '/fid').replace(/\/push-[\w:-]+/, '/token')}`);

describe('the first connection', () => {
  test('registers an installation and the subscription, and the server gets the token', async () => {
    const { server, error } = await connected();
    expect(error()).toBeNull();
    expect(calls()).toEqual(['POST installations', 'POST registrations']);
    expect([...firebase.pushTokens]).toEqual([
      [
        [...server.pushTokens.values()][0],
        {
          origin: 'watchpost.test',
          endpoint: 'https://push.test/1',
          p256dh: btoa('p256dh-1').replaceAll('=', ''),
          auth: btoa('auth-1').replaceAll('=', ''),
          applicationPubKey: 'vapid',
        },
      ],
    ]);
    expect(push.subscription?.applicationServerKey).toBe('vapid');
  });

  test('is used again without another request', async () => {
    const { notifications } = await connected();
    await notifications.resume();
    expect(calls()).toHaveLength(2);
  });

  test.each([
    ['POST', /installations$/, 503, { code: 'push-installation-failed', status: 503, details: { reason: 'PLANNED' } }],
    ['POST', /installations$/, 400, { code: 'push-installation-failed', status: 400, details: { reason: 'PLANNED' } }],
    ['POST', /installations$/, 409, { code: 'push-installation-failed', status: 409, details: { reason: 'PLANNED' } }],
    ['POST', /registrations$/, 500, { code: 'push-subscribe-failed', details: { reason: 'PLANNED' } }],
  ])('fails when %s %s answers %i, and succeeds at the next attempt', async (method, path, status, failure) => {
    firebase.failNext(method, path, status);
    firebase.failNext(method, path, status);
    const { notifications, error } = await connected();
    expect(error()).toMatchObject(failure);
    for (let attempt = 0; attempt < 2 && error() !== null; attempt += 1) await notifications.resume();
    expect(error()).toBeNull();
  });

  test('sends a request again once after a 5xx', async () => {
    firebase.failNext('POST', /installations$/, 503);
    await connected();
    expect(calls()).toEqual(['POST installations', 'POST installations', 'POST registrations']);
  });

  test('fails without a token in the answer', async () => {
    firebase.failNext('POST', /registrations$/, 200, {});
    expect((await connected()).error()).toMatchObject({ code: 'push-no-token' });
  });

  test('sends nothing while the browser is offline', async () => {
    isOnline = false;
    expect((await connected()).error()).toMatchObject({ code: 'push-offline' });
    expect(calls()).toEqual([]);
  });

  test('fails when the installations service can’t be reached', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
    expect((await connected()).error()).toMatchObject({ code: 'push-installation-failed' });
  });

  test('fails where Firebase does not support the browser', async () => {
    vi.stubGlobal('PushSubscription', class {});
    expect((await connected()).error()).toMatchObject({ code: 'push-unsupported-browser' });
  });

  test('fails when the application does not load Firebase', async () => {
    push = createFakePush();
    expect((await connected()).error()).toMatchObject({ code: 'push-config-missing', details: { name: 'firebase' } });
  });

  test('fails after 30 s without an answer', async () => {
    const request = vi.fn(() => new Promise<Response>(() => {}));
    vi.stubGlobal('fetch', request);
    const attempt = connected();
    await vi.waitFor(() => expect(request).toHaveBeenCalled());
    await clock.advance(30_000);
    expect((await attempt).error()).toMatchObject({ code: 'push-subscribe-failed' });
  });
});

describe('the installation', () => {
  test.each([
    [7 * day - hour, 0],
    [7 * day - hour + 1, 1],
  ])('renews its token when less than an hour of 7 days is left: after %i ms, %i times', async (age, renewals) => {
    const { notifications } = await connected();
    await pass(age);
    // Registering a new subscription requires the installation's token.
    push.rotate();
    await notifications.resume();
    expect(calls().filter((call) => call.includes('generate'))).toHaveLength(renewals);
  });

  test('renews its token after the clock was set back', async () => {
    const { notifications } = await connected();
    vi.setSystemTime(clock.now() - day);
    push.rotate();
    await notifications.resume();
    expect(calls()[2]).toBe('POST installations/fid/authTokens:generate');
  });

  test.each([401, 404])('is registered again when Firebase has forgotten it (%i)', async (status) => {
    const { notifications, error } = await connected();
    await pass(7 * day);
    firebase.failNext('POST', /generate$/, status);
    await notifications.resume();
    expect(error()).toBeNull();
    expect(calls().slice(2)).toEqual(['POST installations/fid/authTokens:generate', 'POST installations', 'PATCH registrations/token']);
  });

  test('is registered again only once', async () => {
    const { notifications, error } = await connected();
    await pass(7 * day);
    firebase.failNext('POST', /generate$/, 404);
    firebase.failNext('POST', /installations$/, 200, { refreshToken: 'r', authToken: { token: 'old', expiresIn: '1s' } });
    firebase.failNext('POST', /generate$/, 404);
    await notifications.resume();
    expect(error()).toMatchObject({ code: 'push-installation-not-found', status: 404 });
  });

  test('stays registered when its token can’t be renewed', async () => {
    const { notifications, error } = await connected();
    await pass(7 * day);
    firebase.failNext('POST', /generate$/, 503);
    firebase.failNext('POST', /generate$/, 503);
    await notifications.resume();
    expect(error()).toMatchObject({ code: 'push-installation-failed' });
    await notifications.resume();
    expect(error()).toBeNull();
    expect(calls().filter((call) => call === 'POST installations')).toHaveLength(1);
  });
});

describe('the push token', () => {
  test.each([
    [7 * day - 1, []],
    [7 * day, ['POST installations/fid/authTokens:generate', 'PATCH registrations/token']],
  ])('is renewed after 7 days: after %i ms', async (age, expected) => {
    const { notifications } = await connected();
    await pass(age);
    await notifications.resume();
    expect(calls().slice(2)).toEqual(expected);
  });

  test('stays for the next attempt when its renewal is refused', async () => {
    const { notifications, error } = await connected();
    const { subscription } = push;
    await pass(7 * day);
    firebase.failNext('PATCH', /registrations/, 500);
    await notifications.resume();
    expect(error()).toMatchObject({ code: 'push-update-failed' });
    expect(push.subscription).toBe(subscription);
    await notifications.resume();
    expect(calls().at(-1)).toBe('PATCH registrations/token');
  });

  test('is replaced, with its subscription, when Firebase has forgotten it', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { notifications, server, error } = await connected();
    await pass(7 * day);
    firebase.pushTokens.clear();
    await notifications.resume();
    expect(error()).toBeNull();
    expect(warn).toHaveBeenCalledOnce();
    expect([...server.pushTokens.values()]).toEqual([...firebase.pushTokens.keys()]);
    expect(push.subscription?.endpoint).toBe('https://push.test/2');
  });

  test('is replaced with the subscription, also when Firebase refuses to delete the old one', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { notifications, server } = await connected();
    push.rotate();
    await notifications.resume();
    expect([...firebase.pushTokens.keys()]).toEqual([...server.pushTokens.values()]);
    push.rotate();
    firebase.failNext('DELETE', /registrations/, 500);
    await notifications.resume();
    expect(firebase.pushTokens.size).toBe(2);
    expect(firebase.pushTokens.has([...server.pushTokens.values()][0] ?? '')).toBe(true);
    expect(warn).toHaveBeenCalledOnce();
  });
});

describe('disconnecting', () => {
  test('deletes the token and the subscription', async () => {
    const { notifications, server, error } = await connected();
    await notifications.disconnect();
    expect([firebase.pushTokens.size, server.pushTokens.size, push.subscription, error()]).toEqual([0, 0, null, null]);
  });

  test('succeeds when Firebase has forgotten the token', async () => {
    const { notifications, error } = await connected();
    const reported: unknown[] = [];
    notifications.onError((failure) => reported.push(failure));
    firebase.pushTokens.clear();
    await notifications.disconnect();
    expect([push.subscription, error(), reported]).toEqual([null, null, []]);
  });

  test('ends the subscription and reports the failure when Firebase refuses', async () => {
    const { notifications } = await connected();
    const codes: string[] = [];
    notifications.onError(({ code }) => codes.push(code));
    firebase.failNext('DELETE', /registrations/, 500);
    await notifications.disconnect();
    expect([codes, push.subscription]).toEqual([['push-unsubscribe-failed'], null]);
  });

  test('sends Firebase nothing after the user withdrew the permission', async () => {
    const { notifications, server } = await connected();
    push.setPermission('denied');
    await vi.waitFor(() => expect(server.pushTokens.size).toBe(0));
    await notifications.disconnect();
    expect(calls()).toHaveLength(2);
  });
});
