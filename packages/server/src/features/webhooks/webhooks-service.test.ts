import { describeDatabases } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { createWebhookScene, type WebhookScene } from '../../testing/webhooks/webhook-scene.ts';
import { webhookSecretSchema } from '@watchpost/contract/schemas/webhooks';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const day = 24 * 60 * 60_000;

describeDatabases('webhooks', (engine) => {
  let scene: WebhookScene;
  beforeEach(async () => {
    scene = await createWebhookScene(engine);
  });
  afterEach(() => scene.close());
  const service = () => scene.module.webhooks;
  const stranger = async () => ({ customerId: await insertCustomer(scene.database.db, 'stranger@example.com'), cameraIds: null });

  describe('a webhook', () => {
    test('is created, listed, changed and removed by its account; its secret is shown once and stored sealed', async () => {
      const { webhook, secret } = await scene.createWebhook({ cameraIds: [scene.cameraId], events: ['clip.ready'] });
      expect(webhookSecretSchema.parse(secret)).toBe(secret);
      expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
      expect(await service().list(scene.owner)).toEqual([webhook]);
      expect(webhook).toMatchObject({
        state: 'new',
        failedCount: 0,
        nextAttemptAt: null,
        events: ['clip.ready'],
        cameraIds: [scene.cameraId],
      });

      scene.clock.advance(1);
      const second = await scene.createWebhook();
      expect((await service().list(scene.owner)).map(({ id }) => id)).toEqual([webhook.id, second.webhook.id]);
      const changed = await service().update(scene.owner, webhook.id, { events: ['event.created'], cameraIds: null });
      expect(changed).toEqual({ ...webhook, events: ['event.created'], cameraIds: null });
      expect(await service().update(scene.owner, webhook.id, { isEnabled: false })).toMatchObject({ state: 'disabled', isEnabled: false });

      await service().remove(scene.owner, webhook.id);
      expect((await service().list(scene.owner)).map(({ id }) => id)).toEqual([second.webhook.id]);

      const { db } = scene.database;
      const stored = JSON.stringify(await db.selectFrom('webhooks').selectAll().execute());
      expect(stored).not.toContain(second.secret);
      expect(JSON.stringify(await service().list(scene.owner))).not.toContain('whsec_');
      expect(scene.logLines.join('\n')).not.toContain('whsec_');
    });

    test('of another account is unknown to every call', async () => {
      const { webhook } = await scene.createWebhook();
      await scene.event('began');
      await scene.until(webhook.id, [{ state: 'delivered' }]);
      const [delivery] = await scene.deliveries(webhook.id);
      const other = await stranger();
      expect(await service().list(other)).toEqual([]);
      const { history } = scene.module;
      for (const call of [
        () => service().update(other, webhook.id, { isEnabled: false }),
        () => service().remove(other, webhook.id),
        () => service().rotateSecret(other, webhook.id),
        () => history.test(other, webhook.id),
        () => history.list(other, webhook.id, { limit: 10 }),
        () => history.replay(other, webhook.id, delivery?.id ?? ''),
        () => history.replayFailed(other, webhook.id),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'not-found' });
      expect(await service().list(scene.owner)).toHaveLength(1);
      // Nor can a delivery be reached through another webhook.
      const own = await scene.createWebhook();
      await expect(history.replay(scene.owner, own.webhook.id, delivery?.id ?? '')).rejects.toMatchObject({ code: 'not-found' });
    });

    test('is refused for a camera that the account can’t see, for an address that it can’t call, and beyond 20', async () => {
      const foreign = await insertCamera(scene.database.db, (await stranger()).customerId);
      await expect(scene.createWebhook({ cameraIds: [scene.cameraId, foreign] })).rejects.toMatchObject({ code: 'not-found' });
      await expect(scene.createWebhook({ url: 'http://8.8.8.8/hook' })).rejects.toMatchObject({ code: 'webhook-url-forbidden' });
      const { webhook } = await scene.createWebhook();
      await expect(service().update(scene.owner, webhook.id, { cameraIds: [foreign] })).rejects.toMatchObject({ code: 'not-found' });
      await expect(service().update(scene.owner, webhook.id, { url: 'ftp://8.8.8.8/' })).rejects.toMatchObject({
        code: 'webhook-url-forbidden',
      });
      // At once, as by a script.
      const results = await Promise.allSettled(Array.from({ length: 25 }, () => scene.createWebhook()));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(19);
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'limit-reached' } });
      expect(await service().list(scene.owner)).toHaveLength(20);
    });

    test('can be changed 60 times a minute', async () => {
      const { webhook } = await scene.createWebhook();
      for (let index = 0; index < 59; index += 1) await service().update(scene.owner, webhook.id, { isEnabled: true });
      await expect(service().update(scene.owner, webhook.id, { isEnabled: true })).rejects.toMatchObject({ code: 'too-many-requests' });
      scene.clock.advance(60_000);
      await service().update(scene.owner, webhook.id, { isEnabled: true });
    });
  });

  describe('an API key for some cameras', () => {
    test('manages webhooks of these cameras only, and never widens one', async () => {
      const { db } = scene.database;
      const garden = await insertCamera(db, scene.owner.customerId);
      const key = { ...scene.owner, cameraIds: [scene.cameraId] };
      const options = { url: `${scene.receiver.origin}/hook`, events: ['event.created' as const], isEnabled: true };
      const all = await scene.createWebhook();
      const both = await scene.createWebhook({ cameraIds: [scene.cameraId, garden] });
      const { webhook } = await service().create(key, { ...options, cameraIds: null });
      expect(webhook.cameraIds).toEqual([scene.cameraId]);
      expect((await service().list(key)).map(({ id }) => id)).toEqual([webhook.id]);
      expect((await service().update(key, webhook.id, { cameraIds: null })).cameraIds).toEqual([scene.cameraId]);
      await expect(service().create(key, { ...options, cameraIds: [garden] })).rejects.toMatchObject({ code: 'not-found' });
      await expect(service().update(key, webhook.id, { cameraIds: [garden] })).rejects.toMatchObject({ code: 'not-found' });
      for (const { id } of [all.webhook, both.webhook])
        await expect(scene.module.history.list(key, id, { limit: 1 })).rejects.toMatchObject({ code: 'not-found' });
    });
  });

  describe('a new secret', () => {
    test('signs beside the previous one for 24 hours, then alone', async () => {
      const { webhook, secret: first } = await scene.createWebhook();
      const second = await service().rotateSecret(scene.owner, webhook.id);
      expect(second).not.toBe(first);
      scene.receiver.secrets = [second, first];
      await scene.event('began');
      await scene.until(webhook.id, [{ state: 'delivered' }]);
      scene.clock.advance(day);
      await scene.event('began', { id: 'evt_2' });
      await scene.until(webhook.id, [{ state: 'delivered' }, { state: 'delivered' }]);
      expect(scene.receiver.received.map(({ signedBy }) => signedBy)).toEqual([[0, 1], [0]]);
      expect(scene.receiver.faults).toEqual([]);
    });

    test('replaced again within these 24 hours: the first signs no more', async () => {
      const { webhook, secret: first } = await scene.createWebhook();
      const second = await service().rotateSecret(scene.owner, webhook.id);
      const third = await service().rotateSecret(scene.owner, webhook.id);
      scene.receiver.secrets = [third, second, first];
      await scene.event('began');
      await scene.until(webhook.id, [{ state: 'delivered' }]);
      expect(scene.receiver.received[0]?.signedBy).toEqual([0, 1]);
    });
  });

  describe('a webhook that does not work', () => {
    const fail = (status: number): void => scene.receiver.behave((_, response) => void response.writeHead(status).end());

    test('is disabled by 410, and its owner notified', async () => {
      const { webhook } = await scene.createWebhook();
      fail(410);
      await scene.event('began');
      await scene.until(webhook.id, [{ state: 'failed', status: 410, attemptCount: 1 }]);
      expect((await service().list(scene.owner))[0]).toMatchObject({ state: 'given-up', isEnabled: false, failedCount: 1 });
      expect(scene.mails).toMatchObject([{ to: 'owner@example.com', subject: expect.stringContaining('was disabled') }]);
      expect(scene.mails[0]?.text).toContain('410 Gone');
      await scene.event('began', { id: 'evt_2' });
      await scene.module.idle();
      expect(scene.receiver.received).toHaveLength(1);
    });

    test('is reported after a day and given up after five, in the owner’s language; enabling it starts it again', async () => {
      await scene.database.db.updateTable('customers').set({ locale: 'ru' }).execute();
      const { webhook } = await scene.createWebhook({ url: `${scene.receiver.origin}/hook?token=secret-of-the-partner` });
      fail(500);
      for (let hours = 0; hours <= 120; hours += 12) {
        // The last one comes too late: a retry has just ended it.
        await scene.event('began', { id: `evt_${hours}` });
        await scene.module.idle();
        if (hours < 120) expect((await service().list(scene.owner))[0]).toMatchObject({ state: 'failing' });
        if (hours < 120) scene.clock.advance(day / 2);
        await scene.module.idle();
      }
      expect((await service().list(scene.owner))[0]).toMatchObject({
        state: 'given-up',
        isEnabled: false,
        failedCount: 10,
        nextAttemptAt: null,
      });
      expect(new Set((await scene.deliveries(webhook.id)).map(({ state }) => state))).toEqual(new Set(['failed']));
      expect(scene.mails.map(({ subject }) => subject)).toEqual([
        expect.stringContaining('не работает уже сутки'),
        expect.stringContaining('отключён'),
      ]);
      expect(JSON.stringify(scene.mails) + scene.logLines.join('')).not.toContain('secret-of-the-partner');

      fail(204);
      expect(await service().update(scene.owner, webhook.id, { isEnabled: true })).toMatchObject({ state: 'new', isEnabled: true });
      expect(await scene.module.history.replayFailed(scene.owner, webhook.id)).toBe(10);
      await scene.until(
        webhook.id,
        Array.from({ length: 10 }, () => ({ state: 'delivered' as const })),
      );
      expect((await service().list(scene.owner))[0]).toMatchObject({ state: 'working', failedCount: 0 });
    });

    test('that its owner disables sends nothing until it is enabled again', async () => {
      const { webhook } = await scene.createWebhook();
      fail(500);
      await scene.event('began');
      await scene.until(webhook.id, [{ state: 'pending', attemptCount: 1 }]);
      await service().update(scene.owner, webhook.id, { isEnabled: false });
      scene.clock.advance(day);
      await scene.module.idle();
      await scene.until(webhook.id, [{ state: 'pending', attemptCount: 1, nextAttemptAt: null }]);
      fail(204);
      await service().update(scene.owner, webhook.id, { isEnabled: true });
      await scene.until(webhook.id, [{ state: 'delivered', attemptCount: 2 }]);
    });
  });

  describe('what is removed', () => {
    const rows = async () => {
      const { db } = scene.database;
      const tables = ['webhooks', 'webhook_deliveries', 'webhook_signals', 'webhook_away_cameras'] as const;
      return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length));
    };

    test('an account takes its webhooks and deliveries with it; a deleted one receives nothing meanwhile', async () => {
      const { db } = scene.database;
      const { webhook } = await scene.createWebhook();
      await scene.event('began');
      await scene.until(webhook.id, [{ state: 'delivered' }]);
      await scene.module.recorder.status('away', scene.cameraId, scene.clock.now());
      await db.updateTable('customers').set({ deleted_at: scene.clock.now() }).where('id', '=', scene.owner.customerId).execute();
      scene.module.wake();
      await scene.module.idle();
      expect(scene.receiver.received).toHaveLength(1);
      await scene.module.recorder.status('back', scene.cameraId, scene.clock.now());
      await db.deleteFrom('cameras').execute();
      await db.deleteFrom('customers').where('id', '=', scene.owner.customerId).execute();
      expect(await rows()).toEqual([0, 0, 0, 0]);
    });

    test('a camera takes its deliveries and what was not delivered with it', async () => {
      const { db } = scene.database;
      await scene.module.stop();
      await scene.createWebhook();
      await scene.event('began');
      await scene.module.recorder.status('away', scene.cameraId, scene.clock.now());
      expect(await rows()).toEqual([1, 0, 2, 1]);
      await db.deleteFrom('cameras').where('id', '=', scene.cameraId).execute();
      expect(await rows()).toEqual([1, 0, 0, 0]);
    });

    test('deliveries are deleted after 30 days', async () => {
      const { webhook } = await scene.createWebhook();
      await scene.event('began');
      await scene.until(webhook.id, [{ state: 'delivered' }]);
      scene.clock.advance(29 * day);
      await scene.event('began', { id: 'evt_2' });
      await scene.until(webhook.id, [{ state: 'delivered' }, { state: 'delivered' }]);
      scene.clock.advance(day + 1);
      // The first may be one that an earlier hour started.
      await scene.module.retention.run();
      await scene.module.retention.run();
      await scene.until(webhook.id, [{ state: 'delivered' }]);
    });
  });

  test('another account’s grant on a camera gives its webhooks the events of that camera', async () => {
    const guest = await stranger();
    await insertGrant(scene.database.db, scene.cameraId, guest.customerId);
    const { webhook, secret } = await service().create(guest, {
      url: `${scene.receiver.origin}/guest`,
      events: ['event.created'],
      cameraIds: [scene.cameraId],
      isEnabled: true,
    });
    scene.receiver.secrets = [secret];
    await scene.event('began');
    await scene.until(webhook.id, [{ state: 'delivered' }], guest);
  });
});
