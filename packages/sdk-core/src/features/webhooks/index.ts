export { createWebhooksApi } from './webhooks-api.ts';
export type { WebhookDeliveriesOptions, WebhooksApi } from './webhooks-api.ts';
