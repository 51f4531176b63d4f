import type { Endpoint } from '../../kernel/endpoint.ts';

/** The caller's webhooks, oldest first. */
export const listWebhooks = { method: 'GET', path: '/public/api/v3/webhooks' } as const satisfies Endpoint;
/** Creates a webhook. Its secret is in this answer and nowhere else. */
export const createWebhook = { method: 'POST', path: '/public/api/v3/webhooks' } as const satisfies Endpoint;
export const updateWebhook = { method: 'PATCH', path: '/public/api/v3/webhooks/{id}' } as const satisfies Endpoint;
/** Removes a webhook and its deliveries. */
export const removeWebhook = { method: 'DELETE', path: '/public/api/v3/webhooks/{id}' } as const satisfies Endpoint;
/** Creates another secret. Deliveries are signed with both for 24 hours. */
export const rotateWebhookSecret = { method: 'POST', path: '/public/api/v3/webhooks/{id}/secret' } as const satisfies Endpoint;
/** Sends a `webhook.test` event now. */
export const testWebhook = { method: 'POST', path: '/public/api/v3/webhooks/{id}/test' } as const satisfies Endpoint;
/** The deliveries of the last 30 days, newest first. */
export const listWebhookDeliveries = { method: 'GET', path: '/public/api/v3/webhooks/{id}/deliveries' } as const satisfies Endpoint;
/** Sends a delivery again, with the same id and body. */
export const replayWebhookDelivery = {
  method: 'POST',
  path: '/public/api/v3/webhooks/{id}/deliveries/{deliveryId}/replay',
} as const satisfies Endpoint;
/** Sends every delivery that has not got through again, oldest first. */
export const replayFailedWebhookDeliveries = { method: 'POST', path: '/public/api/v3/webhooks/{id}/replay' } as const satisfies Endpoint;
