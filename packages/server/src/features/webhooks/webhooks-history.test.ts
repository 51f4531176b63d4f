import { afterEach, beforeEach, expect, test } from 'vitest';
import { describeDatabases } from '../../testing/databases.ts';
import { createWebhookScene, type WebhookScene } from '../../testing/webhooks/webhook-scene.ts';

describeDatabases('the history of a webhook', (engine) => {
  let scene: WebhookScene;
  beforeEach(async () => {
    scene = await createWebhookScene(engine);
  });
  afterEach(() => scene.close());
  const fail = (status: number): void => scene.receiver.behave((_, response) => void response.writeHead(status).end());
  const history = () => scene.module.history;

  test('has pages, newest first, that miss nothing', async () => {
    const { webhook } = await scene.createWebhook();
    for (let index = 0; index < 7; index += 1) {
      // Two at each moment.
      if (index % 2 === 0) scene.clock.advance(1);
      await scene.event('began', { id: `evt_${index}` });
      await scene.module.idle();
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const page = await history().list(scene.owner, webhook.id, { limit: 2, cursor });
      seen.push(...page.deliveries.map(({ id }) => id));
      cursor = page.next ?? undefined;
      pages += 1;
    } while (cursor !== undefined);
    const all = await scene.deliveries(webhook.id);
    expect([seen, pages]).toEqual([all.map(({ id }) => id), 4]);
    expect(all.map(({ createdAt }) => createdAt)).toEqual(all.map(({ createdAt }) => createdAt).toSorted((a, b) => b - a));
    for (const nonsense of ['', 'x', '1', '1.', '1.a b', `1.${'a'.repeat(65)}`])
      await expect(history().list(scene.owner, webhook.id, { limit: 2, cursor: nonsense })).rejects.toMatchObject({
        code: 'invalid-request',
      });
  });

  test('a delivery is sent again with the same id and body, also when it got through', async () => {
    const { webhook } = await scene.createWebhook();
    await scene.event('began');
    await scene.until(webhook.id, [{ state: 'delivered', attemptCount: 1 }]);
    const [delivery] = await scene.deliveries(webhook.id);
    scene.clock.advance(60_000);
    await history().replay(scene.owner, webhook.id, delivery?.id ?? '');
    await scene.until(webhook.id, [{ state: 'delivered', attemptCount: 2 }]);
    const [first, second] = scene.receiver.received;
    expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
    expect((second?.timestamp ?? 0) - (first?.timestamp ?? 0)).toBe(60);
    await expect(history().replay(scene.owner, webhook.id, 'msg_unknown')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('all that failed are sent again, oldest first, with three days of retries', async () => {
    const { webhook } = await scene.createWebhook();
    fail(500);
    for (let index = 0; index < 5; index += 1) {
      scene.clock.advance(1);
      await scene.event('began', { id: `evt_${index}` });
      await scene.module.idle();
    }
    await scene.database.db.updateTable('webhook_deliveries').set({ state: 'failed', due_at: null, retries: 10 }).execute();
    fail(204);
    const before = scene.receiver.received.length;
    expect(await history().replayFailed(scene.owner, webhook.id)).toBe(5);
    await scene.until(
      webhook.id,
      Array.from({ length: 5 }, () => ({ state: 'delivered' as const, attemptCount: 2 })),
    );
    const sent = scene.receiver.received.slice(before).map(({ body }) => /evt_\d/.exec(body)?.[0]);
    expect(sent).toEqual(['evt_0', 'evt_1', 'evt_2', 'evt_3', 'evt_4']);
    expect(await history().replayFailed(scene.owner, webhook.id)).toBe(0);
  });

  test('a test is sent once and at once, to a disabled webhook too, and its result is shown', async () => {
    const { webhook } = await scene.createWebhook({ isEnabled: false });
    fail(500);
    await history().test(scene.owner, webhook.id);
    expect(await scene.deliveries(webhook.id)).toMatchObject([
      { event: 'webhook.test', state: 'failed', status: 500, attemptCount: 1, nextAttemptAt: null },
    ]);
    expect(scene.receiver.received[0]?.payload).toEqual({
      type: 'webhook.test',
      timestamp: new Date(scene.clock.now()).toISOString(),
      data: { webhookId: webhook.id },
    });
    await scene.module.webhooks.update(scene.owner, webhook.id, { isEnabled: true });
    expect((await scene.module.webhooks.list(scene.owner))[0]?.state).toBe('new');
    fail(204);
    scene.clock.advance(1);
    await history().test(scene.owner, webhook.id);
    expect((await scene.deliveries(webhook.id))[0]).toMatchObject({ event: 'webhook.test', state: 'delivered' });
    expect((await scene.module.webhooks.list(scene.owner))[0]?.state).toBe('working');
    for (let index = 0; index < 8; index += 1) await history().test(scene.owner, webhook.id);
    await expect(history().test(scene.owner, webhook.id)).rejects.toMatchObject({ code: 'too-many-requests' });
  });
});
