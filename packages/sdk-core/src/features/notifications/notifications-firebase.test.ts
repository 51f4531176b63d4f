import { describe, expect, test } from 'vitest';
import { createFakePush } from '../../testing/index.ts';
import type { FirebaseMessagingPort } from './notifications-ports.ts';
import { createNotificationsRig } from './testing/notifications-rig.ts';

const config = { apiKey: 'key-1', projectId: 'watch', appId: '1:2:web:3', messagingSenderId: '2' };

/** Firebase in memory. The real library is tested in `browser/firebase-push.test.ts`. */
async function withFirebase() {
  const tokens = new Set<string>();
  const opened: unknown[] = [];
  const messaging: FirebaseMessagingPort = {
    async getToken(vapidKey) {
      tokens.add(`token for ${vapidKey}`);
      return `token for ${vapidKey}`;
    },
    async deleteToken() {
      tokens.clear();
    },
  };
  const push = createFakePush({ firebase: async (given) => (opened.push(given), messaging) });
  const rig = await createNotificationsRig(push);
  rig.server.pushConfiguration = { kind: 'firebase', firebase: config, vapidKey: 'vapid' };
  return { ...rig, tokens, opened };
}

describe('with a Firebase configuration', () => {
  test('the server gets Firebase’s token, and both forget it on disconnect', async () => {
    const { notifications, tokens, opened, server, errors, push } = await withFirebase();
    await notifications.connect();
    expect([...server.pushTokens.values()]).toEqual(['token for vapid']);
    expect(opened).toEqual([config]);
    await notifications.disconnect();
    expect([server.pushTokens.size, tokens.size, push.subscription, errors]).toEqual([0, 0, null, []]);
  });

  test('signing out deletes the token too, without the server’s help', async () => {
    const { notifications, tokens, client, clock } = await withFirebase();
    await notifications.connect();
    await client.session.signOut();
    await clock.settle();
    await notifications.disconnect();
    expect(tokens.size).toBe(0);
  });

  test.each(['apiKey', 'projectId', 'appId', 'messagingSenderId', 'vapidKey'])('a configuration without %s is refused', async (name) => {
    const { notifications, server, errors, opened } = await withFirebase();
    server.pushConfiguration = {
      kind: 'firebase',
      firebase: { ...config, ...(name !== 'vapidKey' && { [name]: '' }) },
      vapidKey: name === 'vapidKey' ? '' : 'vapid',
    };
    await notifications.connect();
    expect([errors, opened]).toEqual([['push-config-missing'], []]);
    expect(notifications.state.value.connection).toMatchObject({ error: { details: { name } } });
  });

  test('a browser that stores nothing is refused before Firebase loads', async () => {
    const { notifications, errors, push, opened } = await withFirebase();
    push.failNext('update', new DOMException('refused', 'SecurityError'));
    await notifications.connect();
    expect([errors, opened]).toEqual([['push-storage-unsupported'], []]);
  });

  test('after the operator changes to Web Push, the new token reaches the server', async () => {
    const { notifications, server } = await withFirebase();
    await notifications.connect();
    server.pushConfiguration = { kind: 'web-push', publicKey: 'server-key' };
    await notifications.resume();
    expect([...server.pushTokens.values()].join()).toContain('"endpoint"');
  });
});
