import { refreshSession } from '@watchpost/contract/endpoints/session';
import { expect, test } from 'vitest';
import type { StoragePort } from '../../kernel/ports.ts';
import { createFakeTabs, createTestClient, signIn } from '../../testing/index.ts';

/** A browser tab that receives the other tabs' session writes `late` milliseconds after they happen. */
async function twoTabs(late: number) {
  const tabs = createFakeTabs();
  const shared = { storage: tabs.storage, locks: tabs.locks };
  const first = createTestClient({ ...shared, crossTab: tabs.openTab() });
  await signIn(first.client, first.server);
  const { clock, server } = first;
  let seen = tabs.storage.get('session');
  let changedAt: number | null = null;
  const storage: StoragePort = {
    ...tabs.storage,
    get(key) {
      const truth = tabs.storage.get(key);
      if (key !== 'session' || truth === seen) return truth;
      changedAt ??= clock.monotonic();
      if (clock.monotonic() - changedAt < late) return seen;
      seen = truth;
      changedAt = null;
      return truth;
    },
  };
  const second = createTestClient({ ...shared, storage, crossTab: tabs.openTab(), clock, server });
  // The answer is delayed, so that the second tab waits for the lock.
  server.latency = 50;
  server.expireAccessTokens();
  return { clients: [first.client, second.client], clock, server };
}

test.each([
  { late: 0, what: 'at once' },
  { late: 30, what: 'a moment after the lock' },
  { late: 400, what: 'much later' },
])('a tab that waits for another one’s refresh does not send its own, though it sees the write $what', async ({ late }) => {
  const { clients, clock, server } = await twoTabs(late);
  const answers = Promise.all(clients.map((client) => client.cameras.list()));
  for (let step = 0; step < 200; step += 1) await clock.advance(10);
  expect(await answers).toEqual([[], []]);
  expect(server.requestsTo(refreshSession)).toHaveLength(1);
});

test('a tab that waited for a failed refresh sends its own', async () => {
  const { clients, clock, server } = await twoTabs(0);
  server.answerNext(refreshSession, 503);
  const answers = Promise.allSettled(clients.map((client) => client.cameras.list()));
  for (let step = 0; step < 200; step += 1) await clock.advance(10);
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(server.requestsTo(refreshSession)).toHaveLength(2);
});
