import { createWebhook, listWebhookDeliveries, rotateWebhookSecret, testWebhook } from '@watchpost/contract/endpoints/webhooks';
import { expect, test } from 'vitest';
import { buildWebhook, buildWebhookDelivery, createTestClient, signIn } from '../../testing/index.ts';

const body = { url: 'https://shop.example/hooks', events: ['event.created' as const], cameraIds: null };

test('a webhook is created with its secret, changed, tested and removed', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const { webhook, secret } = await client.webhooks.create(body);
  expect([webhook.state, secret]).toEqual(['new', expect.stringMatching(/^whsec_/)]);
  expect(server.requestsTo(createWebhook)[0]?.body).toEqual(body);
  expect((await client.webhooks.update(webhook.id, { isEnabled: false })).state).toBe('disabled');
  expect(await client.webhooks.rotateSecret(webhook.id)).not.toBe(secret);
  expect(server.requestsTo(rotateWebhookSecret)).toHaveLength(1);
  await client.webhooks.test(webhook.id);
  expect(server.requestsTo(testWebhook)).toHaveLength(1);
  expect((await client.webhooks.deliveries(webhook.id)).deliveries).toMatchObject([{ event: 'webhook.test' }]);
  await client.webhooks.remove(webhook.id);
  expect(await client.webhooks.list()).toEqual([]);
});

test('deliveries come in pages, or one by one from as many pages as are needed', async () => {
  const { client, server } = createTestClient();
  server.webhooks = [buildWebhook()];
  const ids = ['a', 'b', 'c', 'd', 'e'];
  server.webhookDeliveries.set(
    'webhook-1',
    ids.map((id) => buildWebhookDelivery({ id })),
  );
  await signIn(client, server);
  const page = await client.webhooks.deliveries('webhook-1', { limit: 2 });
  expect(page.deliveries.map(({ id }) => id)).toEqual(['a', 'b']);
  expect((await client.webhooks.deliveries('webhook-1', { limit: 2, cursor: page.next ?? '' })).deliveries[0]?.id).toBe('c');
  const all: string[] = [];
  for await (const { id } of client.webhooks.deliveries('webhook-1', { limit: 2 })) all.push(id);
  expect(all).toEqual(ids);
  for await (const { id } of client.webhooks.deliveries('webhook-1', { limit: 2 })) if (id === 'b') break;
  // Two pages by name, three to the end, one until the break.
  expect(server.requestsTo(listWebhookDeliveries)).toHaveLength(6);
});

test('what has not got through is sent again, one or all', async () => {
  const { client, server } = createTestClient();
  server.webhooks = [buildWebhook({ state: 'failing' })];
  const failed = { state: 'failed', status: 503 } as const;
  server.webhookDeliveries.set('webhook-1', [
    buildWebhookDelivery({ id: 'a', ...failed }),
    buildWebhookDelivery({ id: 'b' }),
    buildWebhookDelivery({ id: 'c', ...failed }),
  ]);
  await signIn(client, server);
  await client.webhooks.replay('webhook-1', 'a');
  expect(server.webhookDeliveries.get('webhook-1')?.map(({ state }) => state)).toEqual(['pending', 'delivered', 'failed']);
  expect(await client.webhooks.replayFailed('webhook-1')).toBe(2);
  await expect(client.webhooks.replay('webhook-1', 'x')).rejects.toMatchObject({ code: 'not-found' });
  await expect(client.webhooks.list({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
});
