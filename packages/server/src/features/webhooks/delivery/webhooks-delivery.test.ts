import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { lookIntervalMs } from '../../../kernel/module/job-place.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { createWebhookScene, type WebhookScene } from '../../../testing/webhooks/webhook-scene.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

describeDatabases('deliveries', (engine) => {
  let scene: WebhookScene;
  beforeEach(async () => {
    scene = await createWebhookScene(engine);
  });
  afterEach(() => scene.close());

  const receivedIds = () => scene.receiver.received.map(({ id }) => id);
  /** The receiver answers with these statuses in turn, the last one again and again. */
  const answer = (...statuses: number[]): void => {
    let index = 0;
    scene.receiver.behave((_, response) => void response.writeHead(statuses[Math.min(index++, statuses.length - 1)] ?? 500).end());
  };
  const events = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index += 1) await scene.event('began', { id: `evt_${index}` });
  };

  test('what a node that does no jobs notes is delivered by one that does, soon', async () => {
    await scene.close();
    scene = await createWebhookScene(engine, { jobPlace: 'elsewhere' });
    const { webhook } = await scene.createWebhook();
    await scene.event('began');
    await scene.module.idle();
    expect([scene.receiver.received, await scene.deliveries(webhook.id)]).toEqual([[], []]);
    scene.open({ jobPlace: 'here' });
    await scene.until(webhook.id, [{ state: 'delivered' }]);
    await scene.event('began', { id: 'evt_2' });
    scene.clock.advance(lookIntervalMs);
    await scene.until(webhook.id, [{ state: 'delivered' }, { state: 'delivered' }]);
  });

  describe('an event', () => {
    test('is delivered once, signed, with what the contract says', async () => {
      const { webhook } = await scene.createWebhook();
      await scene.event('began');
      await scene.until(webhook.id, [{ event: 'event.created', state: 'delivered', attemptCount: 1, status: 204, nextAttemptAt: null }]);
      const [delivery] = await scene.deliveries(webhook.id);
      const [received] = scene.receiver.received;
      const at = new Date(scene.clock.now()).toISOString();
      expect(received?.payload).toEqual({
        type: 'event.created',
        timestamp: at,
        data: {
          eventId: 'evt_1',
          cameraId: scene.cameraId,
          cameraTitle: 'Yard',
          eventType: 'motion',
          startedAt: at,
          score: null,
          label: null,
        },
      });
      expect(received).toMatchObject({
        path: '/hook',
        id: delivery?.id,
        body: delivery?.body,
        timestamp: Math.floor(scene.clock.now() / 1000),
      });
      expect(received?.headers['user-agent']).toMatch(/^Watchpost-Webhooks\//);
      expect([scene.receiver.received.length, scene.receiver.faults]).toEqual([1, []]);
      expect((await scene.module.webhooks.list(scene.owner))[0]).toMatchObject({ state: 'working', failedCount: 0, nextAttemptAt: null });
    });

    test('reaches only webhooks that want it', async () => {
      const otherCamera = await insertCamera(scene.database.db, scene.owner.customerId);
      const wanted = await scene.createWebhook({ events: ['event.created'], cameraIds: [scene.cameraId] });
      const others = [
        await scene.createWebhook({ events: ['camera.offline', 'clip.ready'] }),
        await scene.createWebhook({ cameraIds: [otherCamera] }),
        await scene.createWebhook({ isEnabled: false }),
      ];
      await scene.event('began');
      await scene.until(wanted.webhook.id, [{ state: 'delivered' }]);
      for (const { webhook } of others) expect(await scene.deliveries(webhook.id)).toEqual([]);
    });
  });

  describe('a delivery that fails', () => {
    test('is sent again with the same id and body and a new time, until it arrives', async () => {
      const { webhook } = await scene.createWebhook();
      answer(503, 500, 204);
      const start = scene.clock.now();
      await scene.event('began');
      await scene.until(webhook.id, [{ state: 'pending', attemptCount: 1, status: 503, nextAttemptAt: start + 5000 }]);
      expect((await scene.module.webhooks.list(scene.owner))[0]).toMatchObject({
        state: 'failing',
        failedCount: 1,
        nextAttemptAt: start + 5000,
      });
      scene.clock.advance(5000);
      await scene.until(webhook.id, [{ state: 'pending', attemptCount: 2, status: 500, nextAttemptAt: start + 5000 + 5 * minute }]);
      scene.clock.advance(5 * minute);
      await scene.until(webhook.id, [{ state: 'delivered', attemptCount: 3, status: 204 }]);
      const { received } = scene.receiver;
      expect([new Set(receivedIds()).size, new Set(received.map(({ body }) => body)).size]).toEqual([1, 1]);
      expect(received.map(({ timestamp }) => timestamp * 1000 - start)).toEqual([0, 5000, 305_000]);
      expect((await scene.module.webhooks.list(scene.owner))[0]).toMatchObject({ state: 'working', failedCount: 0 });
    });

    test('because nothing answers is sent again', async () => {
      const { webhook } = await scene.createWebhook();
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      scene.receiver.behave(() => resolve());
      await scene.event('began');
      await asked;
      scene.clock.advance(10_000);
      await scene.until(webhook.id, [{ state: 'pending', failure: 'timeout', durationMs: 10_000, status: null }]);
      answer(204);
      scene.clock.advance(5000);
      await scene.until(webhook.id, [{ state: 'delivered', attemptCount: 2, failure: null }]);
    });

    test('because the connection is refused is sent again', async () => {
      const free = createServer().listen(0, '127.0.0.1');
      await once(free, 'listening');
      const address = free.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      free.close();
      await once(free, 'close');
      const { webhook } = await scene.createWebhook({ url: `http://127.0.0.1:${port}/` });
      await scene.event('began');
      await scene.until(webhook.id, [{ state: 'pending', failure: 'connection-failed' }]);
      await scene.module.webhooks.update(scene.owner, webhook.id, { url: `${scene.receiver.origin}/moved` });
      await scene.module.idle();
      scene.clock.advance(5000);
      await scene.until(webhook.id, [{ state: 'delivered' }]);
      expect(scene.receiver.received[0]?.path).toBe('/moved');
    });

    test('for three days has failed', async () => {
      const { webhook } = await scene.createWebhook();
      answer(500);
      await scene.event('began');
      for (let attempts = 1; attempts <= 9; attempts += 1) {
        await scene.until(webhook.id, [{ state: 'pending', attemptCount: attempts }]);
        const [delivery] = await scene.deliveries(webhook.id);
        scene.clock.advance((delivery?.nextAttemptAt ?? 0) - scene.clock.now());
      }
      await scene.until(webhook.id, [{ state: 'failed', attemptCount: 10, nextAttemptAt: null }]);
      const [delivery] = await scene.deliveries(webhook.id);
      expect((delivery?.attemptedAt ?? 0) - (delivery?.createdAt ?? 0)).toBe(3 * day);
      expect((await scene.module.webhooks.list(scene.owner))[0]).toMatchObject({ state: 'failing', failedCount: 1, nextAttemptAt: null });
    });

    test('delays no other: each has its own time', async () => {
      const { webhook } = await scene.createWebhook();
      answer(500, 204);
      await events(1);
      await scene.until(webhook.id, [{ state: 'pending', attemptCount: 1 }]);
      scene.clock.advance(1000);
      await scene.event('began', { id: 'evt_later' });
      await scene.until(webhook.id, [{ state: 'delivered' }, { state: 'pending' }]);
    });
  });

  describe('a restart', () => {
    test('loses nothing and sends nothing twice', async () => {
      const { webhook } = await scene.createWebhook();
      answer(503, 204);
      await scene.event('began');
      await scene.until(webhook.id, [{ state: 'pending', attemptCount: 1 }]);
      await scene.restart();
      scene.clock.advance(1);
      await scene.event('began', { id: 'evt_2' });
      await scene.until(webhook.id, [{ state: 'delivered' }, { state: 'pending' }]);
      scene.clock.advance(5000);
      await scene.until(webhook.id, [{ state: 'delivered' }, { state: 'delivered' }]);
      await scene.restart();
      expect(receivedIds()).toHaveLength(3);
      expect(new Set(receivedIds()).size).toBe(2);
    });

    test('in the middle of an attempt sends it again at once', async () => {
      const { webhook } = await scene.createWebhook();
      const { promise: asked, resolve } = Promise.withResolvers<void>();
      scene.receiver.behave(() => resolve());
      await scene.event('began');
      await asked;
      // The timers of the retention, of the attempt, and of the next look.
      await expect.poll(() => scene.clock.pending, { timeout: 15_000 }).toBe(3);
      const restarted = scene.restart();
      // The last one is now that of the time that attempts have when the server stops.
      expect(scene.clock.pending).toBe(2);
      await expect.poll(() => scene.clock.pending, { timeout: 15_000 }).toBe(3);
      scene.clock.advance(3000);
      await restarted;
      answer(204);
      await scene.until(webhook.id, [{ state: 'delivered', attemptCount: 1 }]);
      expect(new Set(receivedIds()).size).toBe(1);
    });

    test('after a crash in the middle of an attempt, another process takes over when the lease ends', async () => {
      const { webhook } = await scene.createWebhook();
      await scene.module.stop();
      await scene.event('began');
      await scene.restart();
      await scene.until(webhook.id, [{ state: 'delivered' }]);
      // As a process leaves it that is killed before it stores a result.
      const { db } = scene.database;
      await scene.module.stop();
      await db.updateTable('webhook_deliveries').set({ state: 'pending', due_at: scene.clock.now(), attempts: 0 }).execute();
      await db
        .updateTable('webhooks')
        .set({ lease: 'lease_dead', due_at: scene.clock.now() + minute })
        .execute();
      const other = scene.open();
      await other.idle();
      scene.clock.advance(minute - 1);
      await other.idle();
      expect(scene.receiver.received).toHaveLength(1);
      scene.clock.advance(1);
      await scene.until(webhook.id, [{ state: 'delivered' }]);
      await other.stop();
      expect(new Set(receivedIds()).size).toBe(1);
    });
  });

  test('several processes on one database send each delivery once', async () => {
    const { webhook } = await scene.createWebhook();
    const second = await scene.createWebhook({ url: `${scene.receiver.origin}/second` });
    const processes = [scene.module, scene.open(), scene.open()];
    await events(30);
    for (const process of processes) process.wake();
    await expect.poll(() => scene.receiver.received.length, { timeout: 15_000 }).toBe(60);
    const delivered = Array.from({ length: 30 }, () => ({ state: 'delivered', attemptCount: 1 }) as const);
    await scene.until(webhook.id, delivered);
    await scene.until(second.webhook.id, delivered);
    expect([new Set(receivedIds()).size, scene.receiver.received.length, scene.receiver.faults]).toEqual([60, 60, []]);
  });

  describe('many deliveries', () => {
    test('by the thousand are sent oldest first, one at a time for a webhook, without growing memory', async () => {
      const { webhook } = await scene.createWebhook({ isEnabled: false });
      const { db } = scene.database;
      // PostgreSQL answers each query over a connection: fewer prove as much there.
      const count = engine === 'sqlite' ? 1000 : 250;
      const start = scene.clock.now();
      const row = (index: number) => ({
        id: `msg_${index}`,
        webhook_id: webhook.id,
        event: 'event.created' as const,
        camera_id: scene.cameraId,
        event_at: start,
        body: JSON.stringify({ type: 'webhook.test', timestamp: new Date(start).toISOString(), data: { webhookId: webhook.id } }),
        state: 'pending' as const,
        attempts: 0,
        retries: 0,
        attempted_at: null,
        status: null,
        failure: null,
        duration_ms: null,
        due_at: start - 1000 + index,
        expires_at: start + 3 * day,
        created_at: start - 1000 + index,
      });
      for (let from = 0; from < count; from += 250)
        await db
          .insertInto('webhook_deliveries')
          .values(Array.from({ length: 250 }, (_, index) => row(from + index)))
          .execute();
      const before = process.memoryUsage().rss;
      await scene.module.webhooks.update(scene.owner, webhook.id, { isEnabled: true });
      await expect.poll(() => (scene.clock.advance(50), scene.receiver.received.length), { timeout: 60_000, interval: 5 }).toBe(count);
      expect(receivedIds()).toEqual(Array.from({ length: count }, (_, index) => `msg_${index}`));
      expect(scene.receiver.busiest()).toBe(1);
      expect(process.memoryUsage().rss - before).toBeLessThan(100e6);
    }, 90_000);

    test('a receiver that hangs delays no other account, and an account has only some of the lanes', async () => {
      const { db } = scene.database;
      for (let index = 0; index < 6; index += 1) await scene.createWebhook({ url: `${scene.receiver.origin}/slow` });
      const guest = { customerId: await insertCustomer(db, 'guest@example.com'), cameraIds: null };
      await insertGrant(db, scene.cameraId, guest.customerId);
      const { webhook, secret } = await scene.module.webhooks.create(guest, {
        url: `${scene.receiver.origin}/quick`,
        events: ['event.created'],
        cameraIds: null,
        isEnabled: true,
      });
      scene.receiver.secrets = [...scene.receiver.secrets, secret];
      scene.receiver.behave(({ path }, response) => void (path === '/quick' && response.writeHead(204).end()));
      await scene.event('began');
      await expect.poll(async () => (await scene.deliveries(webhook.id, guest))[0]?.state, { timeout: 15_000 }).toBe('delivered');
      await expect.poll(() => scene.receiver.received.filter(({ path }) => path === '/slow').length).toBe(4);
      scene.receiver.behave((_, response) => void response.writeHead(204).end());
      scene.clock.advance(10_000);
      await expect.poll(() => scene.receiver.received.filter(({ path }) => path === '/slow').length).toBe(6);
    });
  });

  describe('access', () => {
    test('that ends before a retry withdraws the delivery: nothing more is sent, and its body is gone', async () => {
      const { db } = scene.database;
      const guest = { customerId: await insertCustomer(db, 'guest@example.com'), cameraIds: null };
      await insertGrant(db, scene.cameraId, guest.customerId);
      const options = { url: `${scene.receiver.origin}/guest`, events: ['event.created' as const], cameraIds: null, isEnabled: true };
      const { webhook, secret } = await scene.module.webhooks.create(guest, options);
      scene.receiver.secrets = [secret];
      answer(503);
      await scene.event('began');
      await scene.until(webhook.id, [{ attemptCount: 1 }], guest);
      await db.deleteFrom('camera_grants').execute();
      scene.clock.advance(5000);
      await scene.until(webhook.id, [], guest);
      expect(scene.receiver.received).toHaveLength(1);
    });

    test('to the archive decides on events, at the moment of the event; a camera’s state is for everyone who sees it', async () => {
      const { db } = scene.database;
      const now = scene.clock.now();
      const grants = {
        all: {},
        'no-archive': { with_archive: 0 as const },
        expired: { expires_at: now - 1 },
        'closed-part': { archive_until: now - hour },
        none: null,
      };
      for (const [name, grant] of Object.entries(grants)) {
        const customerId = await insertCustomer(db, `${name}@example.com`);
        if (grant) await insertGrant(db, scene.cameraId, customerId, grant);
        const { secret } = await scene.module.webhooks.create(
          { customerId, cameraIds: null },
          { url: `${scene.receiver.origin}/${name}`, events: ['event.created', 'camera.offline'], cameraIds: null, isEnabled: true },
        );
        scene.receiver.secrets = [...scene.receiver.secrets, secret];
      }
      await scene.event('began');
      await scene.module.recorder.status('away', scene.cameraId, now);
      scene.module.wake();
      const sorted = () => scene.receiver.received.map(({ path, payload }) => `${path} ${payload.type}`).toSorted();
      await expect
        .poll(sorted, { timeout: 15_000 })
        .toEqual(['/all camera.offline', '/all event.created', '/closed-part camera.offline', '/no-archive camera.offline']);
      expect(scene.receiver.faults).toEqual([]);
    });

    test('that is closed at this hour delays a retry until it opens', async () => {
      const { db } = scene.database;
      // 15:00 in Moscow, the zone of the camera.
      const guest = { customerId: await insertCustomer(db, 'guest@example.com'), cameraIds: null };
      await insertGrant(db, scene.cameraId, guest.customerId, { daily_from: 8 * 60, daily_until: 15 * 60 + 1 });
      const options = { url: `${scene.receiver.origin}/guest`, events: ['event.created' as const], cameraIds: null, isEnabled: true };
      const { webhook, secret } = await scene.module.webhooks.create(guest, options);
      scene.receiver.secrets = [secret];
      answer(503, 503, 204);
      await scene.event('began');
      await scene.until(webhook.id, [{ attemptCount: 1 }], guest);
      scene.clock.advance(5000);
      await scene.until(webhook.id, [{ attemptCount: 2 }], guest);
      scene.clock.advance(5 * minute);
      const opens = Date.UTC(2026, 0, 16, 5);
      await scene.until(webhook.id, [{ attemptCount: 2, nextAttemptAt: opens }], guest);
      expect(scene.receiver.received).toHaveLength(2);
      scene.clock.advance(opens - scene.clock.now());
      await scene.until(webhook.id, [{ attemptCount: 3, state: 'delivered' }], guest);
    });
  });
});
