import { z } from 'zod';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';
import { eventIdSchema, eventType } from '../events/events-schemas.ts';

export const webhookIdSchema = z.string().regex(/^[\w-]{1,64}$/);
export const maxWebhooks = 20;

/** What a webhook can be called for. */
export const webhookEvent = z.enum(['event.created', 'camera.offline', 'camera.online', 'clip.ready']);
/** `whsec_` and base64, by the Standard Webhooks specification (https://www.standardwebhooks.com). */
export const webhookSecretSchema = z.string().regex(/^whsec_[0-9A-Za-z+/]{32,}={0,2}$/);

export const webhookOptionsSchema = z.strictObject({
  /** An https address; http only where the operator allows the network. */
  url: z.url({ protocol: /^https?$/ }).max(2000),
  events: z
    .array(webhookEvent)
    .min(1)
    .max(webhookEvent.options.length)
    .refine((events) => new Set(events).size === events.length, 'An event is listed twice'),
  /** Null for all cameras that the creator has, later ones included. */
  cameraIds: z.array(cameraIdSchema).min(1).max(100).nullable(),
  isEnabled: z.boolean(),
});
export const createWebhookBody = webhookOptionsSchema.extend({ isEnabled: z.boolean().default(true) });
/** Fields that are absent stay as they are. */
export const updateWebhookBody = webhookOptionsSchema.partial();
export const webhookSchema = z.object({
  id: webhookIdSchema,
  ...webhookOptionsSchema.shape,
  /**
   * Never called yet · the last delivery got through · the last one did not, and is tried again · nothing got through for five days, or the
   * receiver answered 410, so it was disabled · disabled by its owner.
   */
  state: z.enum(['new', 'working', 'failing', 'given-up', 'disabled']),
  /** Deliveries that have not got through. */
  failedCount: z.int().nonnegative(),
  /** When the next one of them is tried, Unix milliseconds; null for none. */
  nextAttemptAt: z.int().nullable(),
  createdAt: z.int(),
});
export const webhookListSchema = z.array(webhookSchema);
export const createdWebhookSchema = z.object({ webhook: webhookSchema, secret: webhookSecretSchema });
export const webhookSecretAnswer = z.object({ secret: webhookSecretSchema });
export const webhookParameters = z.object({ id: webhookIdSchema });

/** Why there is no answer. */
export const webhookFailure = z.enum([
  'timeout',
  'connection-failed',
  'host-unknown',
  'certificate-invalid',
  'address-forbidden',
  'redirected',
]);
export const webhookDeliverySchema = z.object({
  id: z.string(),
  event: z.enum([...webhookEvent.options, 'webhook.test']),
  createdAt: z.int(),
  state: z.enum(['pending', 'delivered', 'failed']),
  attemptCount: z.int().nonnegative(),
  /** The last attempt, Unix milliseconds. */
  attemptedAt: z.int().nullable(),
  /** HTTP status of the last answer; null without one. */
  status: z.int().nullable(),
  failure: webhookFailure.nullable(),
  durationMs: z.int().nonnegative().nullable(),
  nextAttemptAt: z.int().nullable(),
  /** The JSON that was sent. */
  body: z.string(),
});
export const webhookDeliveriesQuery = z.object({
  /** `next` of the previous page. */
  cursor: z.string().max(300).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});
export const webhookDeliveriesSchema = z.object({
  deliveries: z.array(webhookDeliverySchema),
  /** Cursor of the next page; null at the end. */
  next: z.string().nullable(),
});
export const webhookDeliveryParameters = z.object({ id: webhookIdSchema, deliveryId: z.string().regex(/^[\w-]{1,64}$/) });
export const replayedWebhookDeliveriesSchema = z.object({ count: z.int().nonnegative() });

/** The body of a delivery, by the Standard Webhooks specification: its kind, when it happened (ISO 8601), and the thing itself. */
export const webhookPayloadSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('event.created'),
    timestamp: z.iso.datetime(),
    data: z.object({
      eventId: eventIdSchema,
      cameraId: cameraIdSchema,
      cameraTitle: z.string(),
      eventType,
      startedAt: z.iso.datetime(),
      /** How certain the recognition is, 0 to 1; null for motion. Absent in deliveries of earlier servers, as `label`. */
      score: z.number().min(0).max(1).nullable().optional(),
      /** Name of the line or zone; null for the whole picture. */
      label: z.string().nullable().optional(),
    }),
  }),
  z.object({
    type: z.enum(['camera.offline', 'camera.online']),
    timestamp: z.iso.datetime(),
    data: z.object({ cameraId: cameraIdSchema, cameraTitle: z.string() }),
  }),
  z.object({
    type: z.literal('clip.ready'),
    timestamp: z.iso.datetime(),
    /** The recording of an event is complete: it can be played and downloaded. */
    data: z.object({
      eventId: eventIdSchema,
      cameraId: cameraIdSchema,
      cameraTitle: z.string(),
      from: z.iso.datetime(),
      until: z.iso.datetime(),
    }),
  }),
  z.object({ type: z.literal('webhook.test'), timestamp: z.iso.datetime(), data: z.object({ webhookId: webhookIdSchema }) }),
]);

export type WebhookEvent = z.infer<typeof webhookEvent>;
export type WebhookOptions = z.infer<typeof webhookOptionsSchema>;
export type Webhook = z.infer<typeof webhookSchema>;
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;
export type CreateWebhookBody = z.input<typeof createWebhookBody>;
export type UpdateWebhookBody = z.input<typeof updateWebhookBody>;
export type WebhookFailure = z.infer<typeof webhookFailure>;
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
export type WebhookDeliveries = z.infer<typeof webhookDeliveriesSchema>;
export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;
