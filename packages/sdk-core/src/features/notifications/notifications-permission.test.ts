import { describe, expect, test } from 'vitest';
import { createFakePush, createFakeTabs, createTestClient, signIn } from '../../testing/index.ts';
import { createNotificationsRig as rig } from './testing/notifications-rig.ts';

describe('user and permission', () => {
  test('signing out ends the subscription; only the same user gets it back', async () => {
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

  test('a session end that is reported twice ends the subscription once', async () => {
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

  test('the next start ends the subscription of a user who signed out while no page was open', async () => {
    const { storage, openTab } = createFakeTabs();
    const first = await rig(createFakePush(), { storage, crossTab: openTab() });
    await first.notifications.connect();
    first.client.dispose();
    storage.remove('session');
    const { client } = createTestClient({ storage, push: first.push.ports, server: first.server, clock: first.clock });
    await client.notifications.resume();
    expect(first.push.subscription).toBeNull();
  });

  test('a permission that is blocked in the browser’s settings and allowed again reconnects', async () => {
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

  test('a question that is left open ends as one that was dismissed; a late yes still counts', async () => {
    const { notifications, push, clock } = await rig();
    const { requestPermission } = push.ports.browser;
    let answer = (): void => {};
    const held = new Promise<void>((resolve) => (answer = resolve));
    Object.assign(push.ports.browser, { requestPermission: () => held.then(requestPermission) });
    const connecting = notifications.connect();
    await clock.advance(29_000);
    expect(notifications.state.value.connection.kind).toBe('connecting');
    await clock.advance(1_000);
    await connecting;
    expect(notifications.state.value.connection).toMatchObject({ kind: 'failed', error: { code: 'push-permission-dismissed' } });
    answer();
    await clock.settle();
    await notifications.resume();
    expect(notifications.state.value.connection.kind).toBe('connected');
    expect(clock.pending).toBe(0);
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
});
