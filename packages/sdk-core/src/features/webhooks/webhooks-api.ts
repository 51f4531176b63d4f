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
import type {
  CreatedWebhook,
  CreateWebhookBody,
  UpdateWebhookBody,
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
} from '@watchpost/contract/schemas/webhooks';
import type { HttpClient } from '../../kernel/http.ts';
import { paged, type Paged } from '../../kernel/paged.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** A page of deliveries. */
export interface WebhookDeliveriesOptions extends CallOptions {
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
  /** Deliveries per page, 1 to 200; 50 by default. */
  readonly limit?: number | undefined;
}

/** Addresses of a partner that the server calls, signed, when something happens. Times are Unix milliseconds. */
export interface WebhooksApi {
  /** Lists the user's webhooks, oldest first. @example const failing = (await client.webhooks.list()).filter(({ state }) => state === 'failing'); */
  list(options?: CallOptions): Promise<Webhook[]>;
  /**
   * Creates a webhook. Its secret, which `verifyWebhook` needs, is in this answer and nowhere else.
   * @throws {WatchpostError} `limit-reached` with 20 webhooks, `webhook-url-forbidden` for an address that the server may not call
   * @example
   * const { webhook, secret } = await client.webhooks.create({
   *   url: 'https://shop.example/hooks',
   *   events: ['event.created', 'camera.offline'],
   *   cameraIds: null,
   * });
   */
  create(body: CreateWebhookBody, options?: CallOptions): Promise<CreatedWebhook>;
  /**
   * Changes a webhook; absent fields stay. Enabling it starts it again after it was given up.
   * @throws {WatchpostError} `not-found`, `webhook-url-forbidden`
   * @example await client.webhooks.update(webhook.id, { isEnabled: true });
   */
  update(id: string, change: UpdateWebhookBody, options?: CallOptions): Promise<Webhook>;
  /** Removes a webhook and its deliveries. @throws {WatchpostError} `not-found` @example await client.webhooks.remove(webhook.id); */
  remove(id: string, options?: CallOptions): Promise<void>;
  /**
   * Creates another secret and returns it. Deliveries are signed with both for 24 hours, so that the receiver can change it in between.
   * @throws {WatchpostError} `not-found`
   * @example const secret = await client.webhooks.rotateSecret(webhook.id);
   */
  rotateSecret(id: string, options?: CallOptions): Promise<string>;
  /** Sends a `webhook.test` event now. @throws {WatchpostError} `not-found` @example await client.webhooks.test(webhook.id); */
  test(id: string, options?: CallOptions): Promise<void>;
  /**
   * Lists the deliveries of the last 30 days, newest first: a page, or with `for await` all of them.
   * @throws {WatchpostError} `not-found`
   * @example const { deliveries, next } = await client.webhooks.deliveries(webhook.id, { limit: 20 });
   * @example for await (const { id, state } of client.webhooks.deliveries(webhook.id)) if (state === 'failed') console.log(id);
   */
  deliveries(id: string, options?: WebhookDeliveriesOptions): Paged<WebhookDeliveries, WebhookDelivery>;
  /** Sends a delivery again, with the same id and body. @throws {WatchpostError} `not-found` @example await client.webhooks.replay(webhook.id, delivery.id); */
  replay(id: string, deliveryId: string, options?: CallOptions): Promise<void>;
  /**
   * Sends every delivery that has not got through again, oldest first, and returns how many.
   * @throws {WatchpostError} `not-found`
   * @example const count = await client.webhooks.replayFailed(webhook.id);
   */
  replayFailed(id: string, options?: CallOptions): Promise<number>;
}

export function createWebhooksApi(http: HttpClient): WebhooksApi {
  return {
    list: (options) => http.request(listWebhooks, { ...options }),
    create: (body, options) => http.request(createWebhook, { ...options, body }),
    update: (id, body, options) => http.request(updateWebhook, { ...options, parameters: { id }, body }),
    remove: (id, options) => http.request(removeWebhook, { ...options, parameters: { id } }),
    rotateSecret: async (id, options) =>
      (await http.request<{ readonly secret: string }>(rotateWebhookSecret, { ...options, parameters: { id } })).secret,
    test: async (id, options) => {
      await http.request(testWebhook, { ...options, parameters: { id } });
    },
    deliveries: (id, { cursor: start, limit, ...options } = {}) =>
      paged(
        (cursor) => http.request<WebhookDeliveries>(listWebhookDeliveries, { ...options, parameters: { id }, query: { cursor, limit } }),
        start,
        ({ deliveries }) => deliveries,
      ),
    replay: async (id, deliveryId, options) => {
      await http.request(replayWebhookDelivery, { ...options, parameters: { id, deliveryId } });
    },
    replayFailed: async (id, options) =>
      (await http.request<{ readonly count: number }>(replayFailedWebhookDeliveries, { ...options, parameters: { id } })).count,
  };
}
