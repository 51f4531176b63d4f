import { expect, test } from 'vitest';
import { createWebhookBody, webhookPayloadSchema } from './webhooks-schemas.ts';

test('a webhook has a web address and at least one event', () => {
  const body = { url: 'https://partner.example/hooks', events: ['event.created'], cameraIds: null };
  expect(createWebhookBody.parse(body).isEnabled).toBe(true);
  for (const change of [{ url: 'ftp://partner.example' }, { url: 'hooks' }, { events: [] }, { events: ['nonsense'] }, { cameraIds: [] }])
    expect(createWebhookBody.safeParse({ ...body, ...change }).success).toBe(false);
});

test('a payload has the data of its type', () => {
  const timestamp = '2026-11-23T10:00:00.000Z';
  const data = { cameraId: 'a', cameraTitle: 'Door' };
  expect(webhookPayloadSchema.safeParse({ type: 'camera.offline', timestamp, data }).success).toBe(true);
  expect(webhookPayloadSchema.safeParse({ type: 'event.created', timestamp, data }).success).toBe(false);
});
