import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Span } from '../../../media/recording/spans.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { createWebhookScene, type WebhookScene } from '../../../testing/webhooks/webhook-scene.ts';
import { createTrim } from '../delivery/webhooks-trim.ts';

describeDatabases('what webhooks are called for', (engine) => {
  let scene: WebhookScene;
  /** What the recorder is writing. */
  let unfinished: Span | null;
  beforeEach(async () => {
    unfinished = null;
    scene = await createWebhookScene(engine, { unfinished: () => unfinished });
  });
  afterEach(() => scene.close());

  const footage = (from: number, to: number) =>
    scene.database.db
      .insertInto('footage')
      .values({ camera_id: scene.cameraId, start_ms: from, end_ms: to })
      .onConflict((conflict) => conflict.columns(['camera_id', 'start_ms']).doUpdateSet({ end_ms: to }))
      .execute();
  const signals = async () => (await scene.database.db.selectFrom('webhook_signals').selectAll().execute()).length;
  const payloads = () => scene.receiver.received.map(({ payload }) => payload);
  /** Lets time pass in steps of the outbox. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 2) {
      await scene.module.idle();
      scene.clock.advance(2000);
    }
    await scene.module.idle();
  };

  describe('clip.ready', () => {
    test('comes when the recording reaches the event’s end, with what can be played', async () => {
      const { webhook } = await scene.createWebhook({ events: ['clip.ready'] });
      const end = scene.clock.now();
      const start = end - 20_000;
      await footage(start - 60_000, end - 3000);
      unfinished = { from: end - 3000, to: end };
      await scene.event('ended', { startAt: start, endAt: end });
      await pass(8);
      expect(payloads()).toEqual([]);
      await footage(start - 60_000, end + 2000);
      unfinished = { from: end + 2000, to: end + 4000 };
      await pass(2);
      await scene.until(webhook.id, [{ event: 'clip.ready', state: 'delivered' }]);
      expect(payloads()).toMatchObject([
        {
          type: 'clip.ready',
          timestamp: new Date(scene.clock.now()).toISOString(),
          data: {
            eventId: 'evt_1',
            cameraId: scene.cameraId,
            cameraTitle: 'Yard',
            from: new Date(start).toISOString(),
            until: new Date(end).toISOString(),
          },
        },
      ]);
      expect(await signals()).toBe(0);
    });

    test('gives the part that was recorded when the camera went offline during the event', async () => {
      const { webhook } = await scene.createWebhook({ events: ['clip.ready'] });
      const end = scene.clock.now();
      await footage(end - 15_000, end - 5000);
      await scene.event('ended', { startAt: end - 20_000, endAt: end });
      await pass(16);
      await scene.until(webhook.id, [{ state: 'delivered' }]);
      expect(payloads()).toMatchObject([
        { data: { from: new Date(end - 15_000).toISOString(), until: new Date(end - 5000).toISOString() } },
      ]);
    });

    test('has a length for an event of one picture', async () => {
      const { webhook } = await scene.createWebhook({ events: ['clip.ready'] });
      const end = scene.clock.now();
      await footage(end - 5000, end + 5000);
      await scene.event('ended', { startAt: end, endAt: end });
      await scene.until(webhook.id, [{ state: 'delivered' }]);
      expect(payloads()).toMatchObject([{ data: { from: new Date(end).toISOString(), until: new Date(end + 1000).toISOString() } }]);
    });

    test('does not come for an event that was not recorded, nor wait for ever', async () => {
      await scene.createWebhook({ events: ['clip.ready'] });
      const end = scene.clock.now();
      await scene.event('ended', { startAt: end - 20_000, endAt: end });
      await pass(16);
      expect([await signals(), payloads()]).toEqual([0, []]);
      unfinished = { from: end, to: end };
      await scene.event('ended', { id: 'evt_2', startAt: end - 1000, endAt: scene.clock.now() });
      await pass(182);
      expect([await signals(), payloads()]).toEqual([0, []]);
    });

    test('survives a restart before the recording is complete', async () => {
      const { webhook } = await scene.createWebhook({ events: ['clip.ready'] });
      const end = scene.clock.now();
      await scene.event('ended', { startAt: end - 1000, endAt: end });
      await scene.module.idle();
      await scene.restart();
      await footage(end - 5000, end);
      await pass(2);
      await scene.until(webhook.id, [{ state: 'delivered' }]);
    });
  });

  describe('a camera', () => {
    const becomes = async (kind: 'away' | 'back', at = scene.clock.now()): Promise<void> => {
      await scene.module.recorder.status(kind, scene.cameraId, at);
      scene.module.wake();
      await scene.module.idle();
    };

    test('is offline, then online, with the times of both', async () => {
      await scene.createWebhook();
      const start = scene.clock.now();
      scene.clock.advance(60_000);
      await becomes('away', start);
      scene.clock.advance(60_000);
      await becomes('back');
      expect(payloads()).toEqual([
        { type: 'camera.offline', timestamp: new Date(start).toISOString(), data: { cameraId: scene.cameraId, cameraTitle: 'Yard' } },
        {
          type: 'camera.online',
          timestamp: new Date(start + 120_000).toISOString(),
          data: { cameraId: scene.cameraId, cameraTitle: 'Yard' },
        },
      ]);
    });

    test('that was not reported offline is not back: after a restart, all cameras come online', async () => {
      await scene.createWebhook();
      await becomes('back');
      await becomes('away');
      await becomes('away');
      await scene.restart();
      await becomes('back');
      await becomes('back');
      expect(payloads().map(({ type }) => type)).toEqual(['camera.offline', 'camera.online']);
    });

    test('that was offline before the webhook was created is reported back', async () => {
      await becomes('away');
      await scene.createWebhook();
      await becomes('back');
      expect(payloads().map(({ type }) => type)).toEqual(['camera.online']);
    });
  });

  test('a camera without webhooks leaves nothing in the database', async () => {
    await scene.module.stop();
    await scene.event('began');
    expect(await signals()).toBe(0);
    await scene.createWebhook({ isEnabled: false });
    await scene.event('began');
    expect(await signals()).toBe(0);
  });

  test('what was stored when the server was killed is sent at the next start, once', async () => {
    const { webhook } = await scene.createWebhook();
    await scene.module.stop();
    await scene.event('began');
    expect([await signals(), payloads()]).toEqual([1, []]);
    await scene.restart();
    await scene.until(webhook.id, [{ state: 'delivered' }]);
    expect([await signals(), payloads().length]).toEqual([0, 1]);
  });

  test('an event that is not stored is not sent', async () => {
    await scene.createWebhook();
    const { db } = scene.database;
    const event = { id: 'evt_1', cameraId: scene.cameraId, type: 'motion' as const, startAt: 1, endAt: null };
    await expect(
      db.transaction().execute(async (transaction) => {
        await scene.module.recorder.event(transaction, 'began', event);
        throw new Error('The event could not be stored.');
      }),
    ).rejects.toThrow('stored');
    scene.module.wake();
    await scene.module.idle();
    expect([await signals(), payloads()]).toEqual([0, []]);
  });

  test('the deliveries of a webhook are bounded: the oldest are dropped', async () => {
    const { webhook } = await scene.createWebhook();
    const { db } = scene.database;
    for (let index = 0; index < 12; index += 1) {
      scene.clock.advance(1);
      await scene.event('began', { id: `evt_${index}` });
      await scene.module.idle();
    }
    const trim = createTrim(db, { max: 5, every: 3 });
    for (let index = 0; index < 2; index += 1) await trim(webhook.id);
    expect(await scene.deliveries(webhook.id)).toHaveLength(12);
    await trim(webhook.id);
    const left = (await scene.deliveries(webhook.id)).map(({ body }) => /evt_\d+/.exec(body)?.[0]);
    expect(left).toEqual(['evt_11', 'evt_10', 'evt_9', 'evt_8', 'evt_7']);
  });
});
