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
import {
  createdWebhookSchema,
  createWebhookBody,
  replayedWebhookDeliveriesSchema,
  updateWebhookBody,
  webhookDeliveriesQuery,
  webhookDeliveriesSchema,
  webhookDeliveryParameters,
  webhookListSchema,
  webhookParameters,
  webhookSchema,
  webhookSecretAnswer,
} from '@watchpost/contract/schemas/webhooks';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Viewer } from '../../kernel/access/access.ts';
import { registerRoute } from '../../kernel/http.ts';
import type { WebhookCaller } from './webhooks-callers.ts';
import type { WebhookHistory } from './webhooks-history.ts';
import type { WebhooksService } from './webhooks-service.ts';

export interface WebhooksRoutesDeps {
  readonly webhooks: WebhooksService;
  readonly history: WebhookHistory;
}

/** Every caller reaches only the webhooks of their own account. */
export function registerWebhooksRoutes(app: FastifyInstance, { webhooks, history }: WebhooksRoutesDeps): void {
  registerRoute(
    app,
    listWebhooks,
    { access: 'account', apiKeyScope: 'webhooks', response: { 200: webhookListSchema }, summary: 'The caller’s webhooks, oldest first' },
    ({ viewer }) => webhooks.list(callerOf(viewer)),
  );

  registerRoute(
    app,
    createWebhook,
    {
      access: 'account',
      apiKeyScope: 'webhooks',
      body: createWebhookBody,
      response: { 201: createdWebhookSchema },
      summary: 'Creates a webhook; its secret is in this answer only',
    },
    ({ viewer, body }) => webhooks.create(callerOf(viewer), body),
  );

  registerRoute(
    app,
    updateWebhook,
    {
      access: 'account',
      apiKeyScope: 'webhooks',
      params: webhookParameters,
      body: updateWebhookBody,
      response: { 200: webhookSchema },
      summary: 'Changes a webhook; enabling it starts it again after it was given up',
    },
    ({ viewer, params, body }) => webhooks.update(callerOf(viewer), params.id, body),
  );

  registerRoute(
    app,
    removeWebhook,
    {
      access: 'account',
      apiKeyScope: 'webhooks',
      params: webhookParameters,
      response: { 204: z.undefined() },
      summary: 'Removes a webhook and its deliveries',
    },
    ({ viewer, params }) => webhooks.remove(callerOf(viewer), params.id),
  );

  registerRoute(
    app,
    rotateWebhookSecret,
    {
      access: 'account',
      apiKeyScope: 'webhooks',
      params: webhookParameters,
      response: { 200: webhookSecretAnswer },
      summary: 'Creates another secret; deliveries are signed with both for 24 hours',
    },
    async ({ viewer, params }) => ({ secret: await webhooks.rotateSecret(callerOf(viewer), params.id) }),
  );

  registerRoute(
    app,
    testWebhook,
    {
      access: 'account',
      apiKeyScope: 'webhooks',
      params: webhookParameters,
      response: { 204: z.undefined() },
      summary: 'Sends a webhook.test event, once; answers when its result is among the deliveries; 10 a minute',
    },
    ({ viewer, params }) => history.test(callerOf(viewer), params.id),
  );

  registerRoute(
    app,
    listWebhookDeliveries,
    {
      access: 'account',
      apiKeyScope: 'webhooks',
      params: webhookParameters,
      query: webhookDeliveriesQuery,
      response: { 200: webhookDeliveriesSchema },
      summary: 'The deliveries of the last 30 days, newest first',
    },
    ({ viewer, params, query }) => history.list(callerOf(viewer), params.id, query),
  );

  registerRoute(
    app,
    replayWebhookDelivery,
    {
      access: 'account',
      apiKeyScope: 'webhooks',
      params: webhookDeliveryParameters,
      response: { 204: z.undefined() },
      summary: 'Sends a delivery again, with the same id and body',
    },
    ({ viewer, params }) => history.replay(callerOf(viewer), params.id, params.deliveryId),
  );

  registerRoute(
    app,
    replayFailedWebhookDeliveries,
    {
      access: 'account',
      apiKeyScope: 'webhooks',
      params: webhookParameters,
      response: { 200: replayedWebhookDeliveriesSchema },
      summary: 'Sends every delivery that has not got through again, oldest first',
    },
    async ({ viewer, params }) => ({ count: await history.replayFailed(callerOf(viewer), params.id) }),
  );
}

function callerOf({ customerId, apiKey }: Viewer): WebhookCaller {
  return { customerId, cameraIds: apiKey?.cameraIds ?? null };
}
