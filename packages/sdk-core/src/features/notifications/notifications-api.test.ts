import { getPushConfiguration, sendTestPush, subscribeToPush, unsubscribeFromPush } from '@watchpost/contract/endpoints/notifications';
import { describe, expect, test } from 'vitest';
import { createFakeClock, createFakeFirebase, createFakePush, createFakeServer, createFakeTabs, createTestClient, signIn } from '../../testing/index.ts';
import type { FakePush } from '../../testing/index.ts';
import { errorText } from '../../kernel/errors.ts';
import type { WatchpostErrorCode } from '../../kernel/errors.ts';
import { pushError, pushErrorTexts } from './notifications-errors.ts';

const day = 24 * 60 * 60_000;

async function rig(push: FakePush = createFakePush(), options: Parameters<typeof createTestClient>[0] = {}) {
  const parts = createTestClient({ push: push.ports, ...options });
  if (parts.client.session.current.peek() === null) await signIn(parts.client, parts.server);
  const { notifications } = parts.client;
  const errors: WatchpostErrorCode[] = [];
  const states: string[] = [];
  notifications.onError(({ code }) => errors.push(code));
  notifications.state.subscribe(({ permission, connection }) => void states.push(`${permission} ${connection.kind}`));
  return { ...parts, push, notifications, errors, states };
}

describe('connecting', () => {
  test('asks, registers, subscribes with the server’s key, tells the server', async () => {
    const { notifications, server, push, states, errors } = await rig();
    await notifications.connect();
    expect(states).toEqual(['default disconnected', 'granted connecting', 'granted connected']);
    expect(push.calls).toEqual(['register', 'current', 'subscribe']);
    expect(push.subscription?.applicationServerKey).toBe('server-key');
    expect([...server.pushTokens.values()]).toEqual([JSON.stringify({ endpoint: 'https://push.test/1', keys: { p256dh: 'p256dh-1', auth: 'auth-1' } })]);
    expect(errors).toEqual([]);
  });

  test('the question is put in the same task as the call: later, browsers ask nobody', async () => {
    const { notifications, push } = await rig();
    const done = notifications.connect();
    expect(push.questions).toBe(1);
    await done;
  });

  test.each([
    ['denied', 'blocked', 'push-permission-blocked'],
    ['default', 'default', 'push-permission-dismissed'],
  ] as const)('the answer %s', async (answer, permission, code) => {
    const push = createFakePush();
    push.answer = answer;
    const { notifications, errors, server } = await rig(push);
    await notifications.connect();
    expect(notifications.state.value).toMatchObject({ permission, connection: { kind: 'failed', error: { code } } });
    expect(errors).toEqual([code]);
    expect(server.requestsTo(getPushConfiguration)).toHaveLength(0);
  });

  test.each([
    ['register', 'push-worker-failed'],
    ['current', 'push-subscribe-failed'],
    ['subscribe', 'push-subscribe-failed'],
  ] as const)('%s fails: %s, and the next try goes through', async (call, code) => {
    const { notifications, push, errors } = await rig();
    push.failNext(call, new Error('AbortError'));
    await notifications.connect();
    expect(notifications.state.value.connection).toMatchObject({ kind: 'failed', error: { code } });
    expect(errors).toEqual([code]);
    await notifications.connect();
    expect(notifications.state.value.connection.kind).toBe('connected');
  });

  test.each(['endpoint', 'p256dh', 'auth'] as const)('a subscription without %s is none', async (part) => {
    const { notifications, push, errors } = await rig();
    push.subscription = { endpoint: 'https://push.test/x', p256dh: 'p', auth: 'a', applicationServerKey: 'server-key', [part]: '' };
    await notifications.connect();
    expect(errors).toEqual(['push-no-token']);
  });

  test('a server without a key', async () => {
    const { notifications, server, errors, push } = await rig();
    server.pushConfiguration = { kind: 'web-push', publicKey: '' };
    await notifications.connect();
    expect(errors).toEqual(['push-config-missing']);
    expect(push.calls).not.toContain('subscribe');
  });

  test('no browser, or one without push', async () => {
    for (const push of [createFakePush({ isSupported: false }), null]) {
      const { client, server } = createTestClient(push ? { push: push.ports } : {});
      await signIn(client, server);
      await client.notifications.connect();
      expect(client.notifications.state.value).toMatchObject({ permission: 'unsupported', connection: { kind: 'failed', error: { code: 'push-unsupported-browser' } } });
      await client.notifications.disconnect();
      expect(push?.calls ?? []).toEqual([]);
    }
  });

  test('a refusal of the server is shown with its own words', async () => {
    const { notifications, server, errors } = await rig();
    server.answerNext(subscribeToPush, 'unavailable');
    await notifications.connect();
    expect(errors).toEqual(['unavailable']);
    expect(notifications.state.value.connection.kind).toBe('failed');
    // A form has to be corrected then; here is none.
    server.answerNext(subscribeToPush, 'invalid-request');
    await notifications.connect();
    expect(errors).toEqual(['unavailable', 'push-subscribe-failed']);
  });
});

describe('again and again', () => {
  test('a second call joins the first', async () => {
    const { notifications, server, push } = await rig();
    await Promise.all([notifications.connect(), notifications.connect(), notifications.resume()]);
    expect([push.questions, server.requestsTo(subscribeToPush).length]).toEqual([1, 1]);
  });

  test.each(['register', 'current'])('disconnect gives up a connect that hangs in %s, and cleans up after it', async (call) => {
    const { notifications, push, server, clock, errors } = await rig();
    const release = push.holdNext(call);
    const connecting = notifications.connect();
    await clock.settle();
    const disconnecting = notifications.disconnect();
    release();
    await Promise.all([connecting, disconnecting]);
    expect(notifications.state.value.connection.kind).toBe('disconnected');
    expect([push.subscription, server.pushTokens.size, server.requestsTo(subscribeToPush).length]).toEqual([null, 0, 0]);
    expect(errors).toEqual([]);
  });

  test('a push service that cannot be reached: failed after 30 s, and given up at once by disconnect', async () => {
    const { notifications, push, server, clock, errors } = await rig();
    push.holdNext('subscribe');
    const connecting = notifications.connect();
    await clock.advance(29_999);
    expect(notifications.state.value.connection.kind).toBe('connecting');
    await clock.advance(1);
    await connecting;
    expect(errors).toEqual(['push-subscribe-failed']);
    push.holdNext('subscribe');
    const again = notifications.connect();
    await clock.settle();
    await Promise.all([notifications.disconnect(), again]);
    expect([notifications.state.value.connection.kind, server.requestsTo(subscribeToPush).length, errors.length, clock.timers]).toEqual(['disconnected', 0, 1, 0]);
  });

  test('connect, disconnect, connect: the last wish wins', async () => {
    const { notifications, server, push } = await rig();
    await Promise.all([notifications.connect(), notifications.disconnect(), notifications.connect()]);
    expect(notifications.state.value.connection.kind).toBe('connected');
    expect(server.pushTokens.size).toBe(1);
    expect(push.subscription).not.toBeNull();
  });

  test('disconnect takes it from the server and from the browser', async () => {
    const { notifications, server, push } = await rig();
    await notifications.connect();
    await notifications.disconnect();
    expect(notifications.state.value).toEqual({ permission: 'granted', connection: { kind: 'disconnected' } });
    expect([server.pushTokens.size, push.subscription]).toEqual([0, null]);
    await notifications.resume();
    expect(notifications.state.value.connection.kind).toBe('disconnected');
  });

  test('either half of a disconnect is enough; without both it has not happened', async () => {
    const { notifications, server, push, errors } = await rig();
    await notifications.connect();
    server.answerNext(unsubscribeFromPush, 'unavailable');
    await notifications.disconnect();
    expect([notifications.state.value.connection.kind, errors]).toEqual(['disconnected', ['unavailable']]);
    await notifications.connect();
    push.failNext('unsubscribe', new Error('no'));
    await notifications.disconnect();
    expect([notifications.state.value.connection.kind, errors.at(-1)]).toEqual(['disconnected', 'push-unsubscribe-failed']);
    await notifications.connect();
    push.failNext('unsubscribe', new Error('no'));
    server.answerNext(unsubscribeFromPush, 'unavailable');
    await notifications.disconnect();
    expect([notifications.state.value.connection.kind, errors.at(-1)]).toEqual(['failed', 'unavailable']);
  });
});

describe('at the next start', () => {
  const tabs = () => {
    const { storage, openTab } = createFakeTabs();
    return { storage, crossTab: openTab() };
  };

  test('silently, and the server hears nothing new for 7 days', async () => {
    const shared = tabs();
    const first = await rig(createFakePush(), shared);
    await first.notifications.connect();
    const reload = () => rig(first.push, { ...shared, server: first.server, clock: first.clock });
    const sent = () => first.server.requestsTo(subscribeToPush).length;
    await first.clock.advance(7 * day - 1);
    const second = await reload();
    await second.notifications.resume();
    expect([second.notifications.state.value.connection.kind, sent(), first.push.questions]).toEqual(['connected', 1, 1]);
    await first.clock.advance(1);
    await (await reload()).notifications.resume();
    expect(sent()).toBe(2);
  });

  test('nothing for who never had it on', async () => {
    const push = createFakePush();
    push.permission = 'granted';
    const { notifications, server } = await rig(push);
    await notifications.resume();
    expect([notifications.state.value.connection.kind, server.requestsTo(getPushConfiguration).length]).toEqual(['disconnected', 0]);
  });

  test('nothing is asked when the permission has been taken back to the start', async () => {
    const { notifications, push, server } = await rig();
    await notifications.connect();
    push.permission = 'default';
    await notifications.resume();
    expect([push.questions, notifications.state.value.connection.kind, server.pushTokens.size]).toEqual([1, 'disconnected', 0]);
  });

  test('the server has a new key: subscribed anew, the old subscription ended', async () => {
    const { notifications, push, server } = await rig();
    await notifications.connect();
    server.pushConfiguration = { kind: 'web-push', publicKey: 'next-key==' };
    await notifications.resume();
    expect(push.calls.slice(3)).toEqual(['register', 'current', 'unsubscribe', 'subscribe']);
    expect([...server.pushTokens.values()].join()).toContain('https://push.test/2');
  });

  test('the browser renewed the subscription by itself: the server gets the new one', async () => {
    const { notifications, push, server, clock } = await rig();
    await notifications.connect();
    push.rotate();
    await clock.settle();
    await notifications.resume();
    expect([...server.pushTokens.values()].join()).toContain('https://push.test/2');
  });

  test('a first connection that failed without network is made when the network is back', async () => {
    let hear: (online: boolean) => void = () => {};
    const { notifications, server, clock } = await rig(createFakePush(), { network: { isOnline: () => !server.offline, subscribe: (listener) => ((hear = listener), () => {}) } });
    server.offline = true;
    await notifications.connect();
    expect(notifications.state.value.connection).toMatchObject({ kind: 'failed', error: { code: 'network' } });
    server.offline = false;
    hear(true);
    await clock.advance(0);
    await notifications.resume();
    expect(notifications.state.value.connection.kind).toBe('connected');
  });
});

describe('the person and the permission', () => {
  test('signing out ends the subscription; the same person gets it back, another one does not', async () => {
    const { notifications, client, push, server, clock } = await rig();
    await notifications.connect();
    await client.session.signOut();
    await clock.settle();
    expect([push.subscription, notifications.state.value.connection.kind]).toEqual([null, 'disconnected']);
    await signIn(client, server, 'boris@example.com');
    await notifications.resume();
    expect(push.subscription).toBeNull();
    await client.session.signOut();
    await signIn(client, server);
    await notifications.resume();
    expect(push.subscription).not.toBeNull();
    expect(notifications.state.value.connection.kind).toBe('connected');
  });

  test('the end of a session that is heard twice ends the subscription once', async () => {
    const { notifications, client, push, clock } = await rig();
    await notifications.connect();
    client.session.current.subscribe(() => void notifications.resume());
    await clock.settle();
    push.calls.splice(0);
    await client.session.signOut();
    await clock.settle();
    expect(push.calls).toEqual(['register', 'unsubscribe']);
  });

  test('signing out while connecting leaves nothing behind', async () => {
    const { notifications, client, push, clock } = await rig();
    const release = push.holdNext('subscribe');
    const connecting = notifications.connect();
    await clock.settle();
    const out = client.session.signOut();
    release();
    await Promise.all([connecting, out]);
    await notifications.disconnect();
    expect([push.subscription, notifications.state.value.connection.kind]).toEqual([null, 'disconnected']);
  });

  test('signed out while no page was open: the next start ends what is left', async () => {
    const { storage, openTab } = createFakeTabs();
    const first = await rig(createFakePush(), { storage, crossTab: openTab() });
    await first.notifications.connect();
    first.client.dispose();
    storage.remove('session');
    const { client } = createTestClient({ storage, push: first.push.ports, server: first.server, clock: first.clock });
    await client.notifications.resume();
    expect(first.push.subscription).toBeNull();
  });

  test('blocked in the browser’s settings, then allowed again', async () => {
    const { notifications, push, server, clock } = await rig();
    await notifications.connect();
    push.setPermission('denied');
    await clock.settle();
    await notifications.disconnect().then(() => notifications.connect());
    expect(notifications.state.value.permission).toBe('blocked');
    expect(server.pushTokens.size).toBe(0);
    push.setPermission('granted');
    await clock.settle();
    await notifications.resume();
    expect([notifications.state.value.connection.kind, server.pushTokens.size]).toEqual(['connected', 1]);
  });

  test('other tabs follow', async () => {
    const shared = createFakeTabs();
    const first = await rig(createFakePush(), { storage: shared.storage, crossTab: shared.openTab() });
    const second = await rig(first.push, { storage: shared.storage, crossTab: shared.openTab(), server: first.server, clock: first.clock });
    await first.notifications.connect();
    await first.clock.settle();
    expect(second.notifications.state.value).toEqual({ permission: 'granted', connection: { kind: 'connected' } });
    await second.notifications.disconnect();
    await first.clock.settle();
    expect(first.notifications.state.value.connection.kind).toBe('disconnected');
  });

  test('a test message goes to this device, or says that there is none', async () => {
    const { notifications, server } = await rig();
    await expect(notifications.sendTest()).rejects.toMatchObject({ code: 'not-found' });
    await notifications.connect();
    await notifications.sendTest();
    expect(server.requestsTo(sendTestPush)).toHaveLength(2);
  });
});

describe('with a Firebase configuration', () => {
  const config = { apiKey: 'key-1', projectId: 'watch', appId: '1:2:web:3', messagingSenderId: '2' };

  async function withFirebase(push: FakePush = createFakePush({ firebase: { installations: 'https://installations.test/v1', registrations: 'https://registrations.test/v1' } })) {
    const clock = createFakeClock();
    const server = createFakeServer({ clock });
    const firebase = createFakeFirebase(config, { origin: 'watchpost.test', vapidKey: 'vapid' });
    server.pushConfiguration = { kind: 'firebase', firebase: config, vapidKey: 'vapid' };
    const fetch: typeof globalThis.fetch = (input, init) => (new Request(input).url.startsWith('https://watchpost.test') ? server.fetch : firebase.fetch)(input, init);
    return { ...(await rig(push, { clock, server, fetch })), firebase };
  }

  test('the server gets Firebase’s token, and both forget it on disconnect', async () => {
    const { notifications, firebase, server, errors, push } = await withFirebase();
    await notifications.connect();
    expect([...server.pushTokens.values()]).toEqual([...firebase.pushTokens.keys()]);
    expect(firebase.pushTokens.size).toBe(1);
    await notifications.disconnect();
    expect([server.pushTokens.size, firebase.pushTokens.size, push.subscription, errors]).toEqual([0, 0, null, []]);
  });

  test('signing out gives the token back too, without the server’s help', async () => {
    const { notifications, firebase, client, clock } = await withFirebase();
    await notifications.connect();
    await client.session.signOut();
    await clock.settle();
    await notifications.disconnect();
    expect(firebase.pushTokens.size).toBe(0);
  });

  test.each(['apiKey', 'projectId', 'appId', 'messagingSenderId', 'vapidKey'])('a configuration without %s', async (name) => {
    const { notifications, server, errors, firebase } = await withFirebase();
    server.pushConfiguration = { kind: 'firebase', firebase: { ...config, ...(name !== 'vapidKey' && { [name]: '' }) }, vapidKey: name === 'vapidKey' ? '' : 'vapid' };
    await notifications.connect();
    expect([errors, firebase.calls]).toEqual([['push-config-missing'], []]);
    expect(notifications.state.value.connection).toMatchObject({ error: { details: { name } } });
  });

  test('a browser that keeps nothing', async () => {
    const { notifications, errors, push, firebase } = await withFirebase();
    push.failNext('update', new DOMException('refused', 'SecurityError'));
    await notifications.connect();
    expect([errors, firebase.calls]).toEqual([['push-storage-unsupported'], []]);
  });

  test('the operator changes from Firebase to Web Push: the new token reaches the server', async () => {
    const { notifications, server } = await withFirebase();
    await notifications.connect();
    server.pushConfiguration = { kind: 'web-push', publicKey: 'server-key' };
    await notifications.resume();
    expect([...server.pushTokens.values()].join()).toContain('"endpoint"');
  });
});

test('every failure says something in both languages', () => {
  for (const [code, texts] of Object.entries(pushErrorTexts)) {
    const error = pushError(code as keyof typeof pushErrorTexts);
    expect([errorText(error, 'en'), errorText(error, 'ru'), error.message]).toEqual([texts.en, texts.ru, texts.en]);
    expect(texts.ru).toMatch(/[а-я]/);
  }
});
