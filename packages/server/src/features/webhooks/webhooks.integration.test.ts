import { getFootage } from '@watchpost/contract/endpoints/archive';
import { createWebhook, listWebhookDeliveries, listWebhooks, testWebhook } from '@watchpost/contract/endpoints/webhooks';
import { fillPath } from '@watchpost/contract/kernel';
import { footageSchema } from '@watchpost/contract/schemas/archive';
import {
  createdWebhookSchema,
  webhookDeliveriesSchema,
  webhookListSchema,
  type CreatedWebhook,
  type WebhookDelivery,
} from '@watchpost/contract/schemas/webhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createKey, outcomeOf } from '../../testing/partners/api-keys.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../testing/webhooks/webhook-receiver.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

let server: TestServer;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await server.close();
  await receiver.close();
});

type Headers = Record<string, string>;
const create = async (headers: Headers, events: readonly string[]): Promise<CreatedWebhook> => {
  const body = { url: `${receiver.origin}/hook`, events, cameraIds: null };
  const created = createdWebhookSchema.parse(await (await server.call(createWebhook, { headers, body })).json());
  receiver.secrets = [created.secret];
  return created;
};
const deliveriesOf = async (headers: Headers, id: string): Promise<WebhookDelivery[]> => {
  const path = fillPath(listWebhookDeliveries.path, { id });
  return webhookDeliveriesSchema.parse(await (await server.call({ method: 'GET', path }, { headers })).json()).deliveries;
};
/** Returns how far the recordings after a time reach. */
const recordedUntil = async (headers: Headers, cameraId: string, from: number): Promise<number> => {
  const path = `${fillPath(getFootage.path, { id: cameraId })}?from=${from}&to=${from + 600_000}`;
  const { recordings } = footageSchema.parse(await (await server.call({ method: 'GET', path }, { headers })).json());
  return recordings.at(-1)?.to ?? 0;
};

test(
  'motion in front of a camera is delivered, then its clip, which can be played; a restart in between loses nothing',
  { timeout: atMost(150_000) },
  async () => {
    server = await startTestServer({ demo: true });
    const { headers } = await server.signIn('anna@example.com');
    const { webhook, secret } = await create(headers, ['event.created', 'clip.ready']);

    // The receiver refuses every first attempt, and the server restarts meanwhile.
    const seen = new Set<string>();
    receiver.behave(({ id }, response) => {
      response.writeHead(seen.has(id) ? 204 : 503).end();
      seen.add(id);
    });
    const begun = () => receiver.received.map(({ payload }) => payload).find(({ type }) => type === 'event.created');
    await expect.poll(begun, { timeout: atMost(50_000), interval: 100 }).toBeDefined();
    const event = begun();
    if (event?.type !== 'event.created') throw new Error('No event.');
    const beganAt = Date.parse(event.data.startedAt);
    // Some seconds of it are recorded: the restart ends the event, if nothing else has.
    await expect
      .poll(() => recordedUntil(headers, event.data.cameraId, beganAt), { timeout: atMost(30_000), interval: 100 })
      .toBeGreaterThan(beganAt + 2000);
    server = await server.restart();
    const early = new Set(seen);
    const kinds = () => new Set(receiver.received.map(({ payload }) => payload.type));
    await expect.poll(kinds, { timeout: atMost(50_000), interval: 100 }).toEqual(new Set(['event.created', 'clip.ready']));
    const states = async () =>
      new Set((await deliveriesOf(headers, webhook.id)).filter(({ id }) => early.has(id)).map(({ state }) => state));
    await expect.poll(states, { timeout: atMost(20_000), interval: 100 }).toEqual(new Set(['delivered']));
    expect(receiver.faults).toEqual([]);

    const clip = receiver.received.map(({ payload }) => payload).find(({ type }) => type === 'clip.ready');
    if (clip?.type !== 'clip.ready') throw new Error('No clip.');
    const [from, until] = [Date.parse(clip.data.from), Date.parse(clip.data.until)];
    expect(until).toBeGreaterThan(from);
    expect(await recordedUntil(headers, clip.data.cameraId, from)).toBeGreaterThanOrEqual(until);
    expect(server.logLines.join('\n')).not.toContain(secret);
  },
);

test('an API key of the scope manages webhooks; another one doesn’t; a stranger’s network is closed', async () => {
  server = await startTestServer({ operators: ['operator@example.com'], signUp: { mode: 'open', allowed: [] } });
  const operator = await server.signIn('operator@example.com');
  const key = await createKey(server, operator.headers, { scopes: ['webhooks'] });
  const { webhook } = await create(key.headers, ['camera.offline']);
  expect(webhookListSchema.parse(await (await server.call(listWebhooks, { headers: key.headers })).json())).toHaveLength(1);
  const path = fillPath(testWebhook.path, { id: webhook.id });
  expect((await server.call({ method: 'POST', path }, { headers: key.headers })).status).toBe(204);
  expect(receiver.received.map(({ payload }) => payload.type)).toEqual(['webhook.test']);
  expect(await deliveriesOf(operator.headers, webhook.id)).toMatchObject([{ event: 'webhook.test', state: 'delivered', status: 204 }]);

  const other = await createKey(server, operator.headers, { scopes: ['live'] });
  expect(await outcomeOf(server.call(listWebhooks, { headers: other.headers }))).toBe('403 scope-missing');
  const stranger = await server.signIn('stranger@example.com');
  const body = { url: `${receiver.origin}/hook`, events: ['camera.offline'], cameraIds: null };
  expect(await outcomeOf(server.call(createWebhook, { headers: stranger.headers, body }))).toBe('422 webhook-url-forbidden');
  expect(await outcomeOf(server.call({ method: 'POST', path }, { headers: stranger.headers }))).toBe('404 not-found');
  expect(receiver.received).toHaveLength(1);
});
