export { createWebhooksModule } from './webhooks-module.ts';
export type { WebhooksModule } from './webhooks-module.ts';
