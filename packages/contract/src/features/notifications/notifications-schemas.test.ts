import { expect, test } from 'vitest';
import { pushConfigurationSchema, webPushSubscriptionSchema } from './notifications-schemas.ts';

test('a configuration is complete and of one kind', () => {
  expect(pushConfigurationSchema.safeParse({ kind: 'web-push', publicKey: 'k' }).success).toBe(true);
  expect(pushConfigurationSchema.safeParse({ kind: 'firebase', vapidKey: 'k' }).success).toBe(false);
});

test('a subscription requires a web URL and both keys', () => {
  const keys = { p256dh: 'p', auth: 'a' };
  expect(webPushSubscriptionSchema.safeParse({ endpoint: 'https://push.example/1', expirationTime: null, keys }).success).toBe(true);
  for (const endpoint of ['file:///etc/passwd', 'nowhere', ''])
    expect(webPushSubscriptionSchema.safeParse({ endpoint, keys }).success).toBe(false);
  expect(webPushSubscriptionSchema.safeParse({ endpoint: 'https://push.example/1', keys: { auth: 'a' } }).success).toBe(false);
});
