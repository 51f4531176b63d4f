import { getPushConfiguration, subscribeToPush } from '@watchpost/contract/endpoints/notifications';
import { describe, expect, test } from 'vitest';
import { createFakePush, createFakeTabs } from '../../testing/index.ts';
import { createNotificationsRig as rig } from './testing/notifications-rig.ts';

const day = 24 * 60 * 60_000;

describe('at the next start', () => {
  const tabs = () => {
    const { storage, openTab } = createFakeTabs();
    return { storage, crossTab: openTab() };
  };

  test('connects silently, and sends the server the token again after 7 days', async () => {
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

  test('does nothing for a user who never turned it on', async () => {
    const push = createFakePush();
    push.permission = 'granted';
    const { notifications, server } = await rig(push);
    await notifications.resume();
    expect([notifications.state.value.connection.kind, server.requestsTo(getPushConfiguration).length]).toEqual(['disconnected', 0]);
  });

  test('asks nothing when the permission has been reset', async () => {
    const { notifications, push, server } = await rig();
    await notifications.connect();
    push.permission = 'default';
    await notifications.resume();
    expect([push.questions, notifications.state.value.connection.kind, server.pushTokens.size]).toEqual([1, 'disconnected', 0]);
  });

  test('replaces the subscription when the server has a new key', async () => {
    const { notifications, push, server } = await rig();
    await notifications.connect();
    server.pushConfiguration = { kind: 'web-push', publicKey: 'next-key==' };
    await notifications.resume();
    expect(push.calls.slice(3)).toEqual(['register', 'current', 'unsubscribe', 'subscribe']);
    expect([...server.pushTokens.values()].join()).toContain('https://push.test/2');
  });

  test('sends the server a subscription that the browser renewed itself', async () => {
    const { notifications, push, server, clock } = await rig();
    await notifications.connect();
    push.rotate();
    await clock.settle();
    await notifications.resume();
    expect([...server.pushTokens.values()].join()).toContain('https://push.test/2');
  });

  test('subscribes again, and in place of the old one, when the browser has ended the subscription without a word', async () => {
    const { notifications, push, server } = await rig();
    await notifications.connect();
    push.subscription = null;
    await notifications.resume();
    expect([...server.pushTokens.values()].map((token) => JSON.parse(token).endpoint)).toEqual(['https://push.test/2']);
    expect([push.questions, notifications.state.value.connection.kind]).toEqual([1, 'connected']);
  });

  test('retries a first connection that failed offline once the network is back', async () => {
    let report: (online: boolean) => void = () => {};
    const { notifications, server, clock } = await rig(createFakePush(), {
      network: { isOnline: () => !server.offline, subscribe: (listener) => ((report = listener), () => {}) },
    });
    server.offline = true;
    await notifications.connect();
    expect(notifications.state.value.connection).toMatchObject({ kind: 'failed', error: { code: 'network' } });
    server.offline = false;
    report(true);
    await clock.advance(0);
    await notifications.resume();
    expect(notifications.state.value.connection.kind).toBe('connected');
  });
});
