import { getPushConfiguration, sendTestPush, subscribeToPush, unsubscribeFromPush } from '@watchpost/contract/endpoints/notifications';
import { describe, expect, test } from 'vitest';
import { createFakePush, createTestClient, signIn } from '../../testing/index.ts';
import { errorText } from '../../kernel/error-text.ts';
import { pushError, pushErrorTexts } from './notifications-errors.ts';
import { createNotificationsRig as rig } from './testing/notifications-rig.ts';

describe('connecting', () => {
  test('asks, registers, subscribes with the server’s key, and sends the subscription to the server', async () => {
    const { notifications, server, push, states, errors } = await rig();
    await notifications.connect();
    expect(states).toEqual(['default disconnected', 'granted connecting', 'granted connected']);
    expect(push.calls).toEqual(['register', 'current', 'subscribe']);
    expect(push.subscription?.applicationServerKey).toBe('server-key');
    expect([...server.pushTokens.values()]).toEqual([
      JSON.stringify({ endpoint: 'https://push.test/1', keys: { p256dh: 'p256dh-1', auth: 'auth-1' } }),
    ]);
    expect(errors).toEqual([]);
  });

  test('asks in the same task as the call: later, browsers ignore the request', async () => {
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
  ] as const)('when %s fails, reports %s, and the next attempt succeeds', async (call, code) => {
    const { notifications, push, errors } = await rig();
    push.failNext(call, new Error('AbortError'));
    await notifications.connect();
    expect(notifications.state.value.connection).toMatchObject({ kind: 'failed', error: { code } });
    expect(errors).toEqual([code]);
    await notifications.connect();
    expect(notifications.state.value.connection.kind).toBe('connected');
  });

  test.each(['endpoint', 'p256dh', 'auth'] as const)('refuses a subscription without %s', async (part) => {
    const { notifications, push, errors } = await rig();
    push.subscription = { endpoint: 'https://push.test/x', p256dh: 'p', auth: 'a', applicationServerKey: 'server-key', [part]: '' };
    await notifications.connect();
    expect(errors).toEqual(['push-no-token']);
  });

  test('refuses a server without a key', async () => {
    const { notifications, server, errors, push } = await rig();
    server.pushConfiguration = { kind: 'web-push', publicKey: '' };
    await notifications.connect();
    expect(errors).toEqual(['push-config-missing']);
    expect(push.calls).not.toContain('subscribe');
  });

  test('reports no browser, or one without push, as unsupported', async () => {
    for (const push of [createFakePush({ isSupported: false }), null]) {
      const { client, server } = createTestClient(push ? { push: push.ports } : {});
      await signIn(client, server);
      await client.notifications.connect();
      expect(client.notifications.state.value).toMatchObject({
        permission: 'unsupported',
        connection: { kind: 'failed', error: { code: 'push-unsupported-browser' } },
      });
      await client.notifications.disconnect();
      expect(push?.calls ?? []).toEqual([]);
    }
  });

  test('reports a refusal with the server’s error code', async () => {
    const { notifications, server, errors } = await rig();
    server.answerNext(subscribeToPush, 'unavailable');
    await notifications.connect();
    expect(errors).toEqual(['unavailable']);
    expect(notifications.state.value.connection.kind).toBe('failed');
    // The server’s text asks to correct a form, which doesn’t exist here.
    server.answerNext(subscribeToPush, 'invalid-request');
    await notifications.connect();
    expect(errors).toEqual(['unavailable', 'push-subscribe-failed']);
  });
});

describe('repeated calls', () => {
  test('a second call joins the first', async () => {
    const { notifications, server, push } = await rig();
    await Promise.all([notifications.connect(), notifications.connect(), notifications.resume()]);
    expect([push.questions, server.requestsTo(subscribeToPush).length]).toEqual([1, 1]);
  });

  test.each(['register', 'current'])('disconnect cancels a connect that hangs in %s, and cleans up after it', async (call) => {
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

  test('a push service that can’t be reached fails after 30 s, and disconnect cancels the attempt immediately', async () => {
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
    expect([notifications.state.value.connection.kind, server.requestsTo(subscribeToPush).length, errors.length, clock.pending]).toEqual([
      'disconnected',
      0,
      1,
      0,
    ]);
  });

  test('the last of connect, disconnect and connect wins', async () => {
    const { notifications, server, push } = await rig();
    await Promise.all([notifications.connect(), notifications.disconnect(), notifications.connect()]);
    expect(notifications.state.value.connection.kind).toBe('connected');
    expect(server.pushTokens.size).toBe(1);
    expect(push.subscription).not.toBeNull();
  });

  test('disconnect removes the subscription from the server and the browser', async () => {
    const { notifications, server, push } = await rig();
    await notifications.connect();
    await notifications.disconnect();
    expect(notifications.state.value).toEqual({ permission: 'granted', connection: { kind: 'disconnected' } });
    expect([server.pushTokens.size, push.subscription]).toEqual([0, null]);
    await notifications.resume();
    expect(notifications.state.value.connection.kind).toBe('disconnected');
  });

  test('either half of a disconnect suffices; without both, it has failed', async () => {
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

test('sendTest reaches this device, or fails when it has no subscription', async () => {
  const { notifications, server } = await rig();
  await expect(notifications.sendTest()).rejects.toMatchObject({ code: 'not-found' });
  await notifications.connect();
  await notifications.sendTest();
  expect(server.requestsTo(sendTestPush)).toHaveLength(2);
});

test('every failure has a text in both languages', () => {
  for (const [code, texts] of Object.entries(pushErrorTexts)) {
    const error = pushError(code as keyof typeof pushErrorTexts);
    expect([errorText(error, 'en'), errorText(error, 'ru'), error.message]).toEqual([texts.en, texts.ru, texts.en]);
    expect(texts.ru).toMatch(/[а-я]/);
  }
});
