import {
  createWebhook,
  listWebhookDeliveries,
  listWebhooks,
  removeWebhook,
  replayFailedWebhookDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '@watchpost/contract/endpoints/webhooks';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { Webhook, WebhookDelivery, WebhookOptions } from '@watchpost/contract/schemas/webhooks';

/** The in-memory server's webhooks. It calls nobody: a replayed delivery is pending until the test says what came of it. */
export interface FakeWebhooksState {
  /** Oldest first. */
  webhooks: Webhook[];
  /** By webhook, newest first. */
  readonly webhookDeliveries: Map<string, readonly WebhookDelivery[]>;
}

export function createFakeWebhooks(): FakeWebhooksState {
  return { webhooks: [], webhookDeliveries: new Map() };
}

/** Builds a working webhook for events of all cameras; a test sets only the fields it depends on. */
export function buildWebhook(webhook: Partial<Webhook> = {}): Webhook {
  return {
    id: 'webhook-1',
    url: 'https://shop.example/hooks',
    events: ['event.created'],
    cameraIds: null,
    isEnabled: true,
    state: 'working',
    failedCount: 0,
    nextAttemptAt: null,
    createdAt: 0,
    ...webhook,
  };
}

/** Builds a delivery that got through at once; a test sets only the fields it depends on. */
export function buildWebhookDelivery(delivery: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: 'delivery-1',
    event: 'event.created',
    createdAt: 0,
    state: 'delivered',
    attemptCount: 1,
    attemptedAt: 0,
    status: 200,
    failure: null,
    durationMs: 96,
    nextAttemptAt: null,
    body: '{"type":"event.created"}',
    ...delivery,
  };
}

/** Answers a call about webhooks; null for any other call. */
export function answerWebhooks(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  query: URLSearchParams,
  body: Readonly<Record<string, unknown>>,
  state: FakeWebhooksState,
  now: number,
): Response | ErrorCode | null {
  if (is(listWebhooks)) return Response.json(state.webhooks);
  if (is(createWebhook)) {
    const number = state.webhooks.length + 1;
    const webhook = buildWebhook({ ...asOptions(body), id: `webhook-${number}`, state: 'new', createdAt: now });
    state.webhooks = [...state.webhooks, webhook];
    return Response.json({ webhook, secret: secretOf(number) }, { status: 201 });
  }
  const id = /\/webhooks\/([\w-]+)/.exec(path)?.[1];
  const webhook = state.webhooks.find((one) => one.id === id);
  if (id === undefined) return null;
  if (!webhook) return 'not-found';
  if (is(updateWebhook)) {
    const changed: Webhook = { ...webhook, ...asOptions(body) };
    const next = { ...changed, state: changed.isEnabled ? (webhook.isEnabled ? webhook.state : 'new') : ('disabled' as const) };
    state.webhooks = state.webhooks.map((one) => (one === webhook ? next : one));
    return Response.json(next);
  }
  if (is(removeWebhook)) {
    state.webhooks = state.webhooks.filter((one) => one !== webhook);
    state.webhookDeliveries.delete(id);
    return new Response(null, { status: 204 });
  }
  if (is(rotateWebhookSecret)) return Response.json({ secret: secretOf(99) });
  return answerDeliveries(is, path, query, id, state, now);
}

function answerDeliveries(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  query: URLSearchParams,
  id: string,
  state: FakeWebhooksState,
  now: number,
): Response | ErrorCode | null {
  const all = state.webhookDeliveries.get(id) ?? [];
  if (is(testWebhook)) {
    const sent = { id: `delivery-${all.length + 1}`, event: 'webhook.test', createdAt: now, attemptedAt: now } as const;
    const delivery = buildWebhookDelivery({ ...sent, body: JSON.stringify({ type: 'webhook.test', data: { webhookId: id } }) });
    state.webhookDeliveries.set(id, [delivery, ...all]);
    return Response.json(delivery, { status: 202 });
  }
  if (is(listWebhookDeliveries)) {
    const limit = Number(query.get('limit') ?? 50);
    const start = Number(query.get('cursor') ?? 0);
    const next = start + limit < all.length ? String(start + limit) : null;
    return Response.json({ deliveries: all.slice(start, start + limit), next });
  }
  const resend = (isMeant: (delivery: WebhookDelivery) => boolean): void => {
    const sent = all.map((delivery): WebhookDelivery =>
      isMeant(delivery) ? { ...delivery, state: 'pending', nextAttemptAt: now } : delivery,
    );
    state.webhookDeliveries.set(id, sent);
  };
  if (is(replayFailedWebhookDeliveries)) {
    const failed = all.filter(({ state: current }) => current !== 'delivered');
    resend((delivery) => failed.includes(delivery));
    return Response.json({ count: failed.length }, { status: 202 });
  }
  if (is(replayWebhookDelivery)) {
    const found = all.find((delivery) => path.endsWith(`/${delivery.id}/replay`));
    if (!found) return 'not-found';
    resend((delivery) => delivery === found);
    return Response.json({ ...found, state: 'pending' }, { status: 202 });
  }
  return null;
}

function secretOf(number: number): string {
  return `whsec_${String(number).padStart(32, 'A')}`;
}

/** The client sends bodies of the contract's type; the fake does not check them again. */
function asOptions(body: Readonly<Record<string, unknown>>): Partial<WebhookOptions> {
  return body;
}
