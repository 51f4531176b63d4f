import { expect, test } from 'vitest';
import { endlessSnooze } from '../../protocols/alerts-protocol.ts';
import {
  pushConfigurationSchema,
  updateCameraNotificationsBody,
  updateEventNotificationsBody,
  webPushSubscriptionSchema,
} from './notifications-schemas.ts';

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

test('hours of notifications may span midnight, but not be empty', () => {
  const isValid = (change: object): boolean => updateEventNotificationsBody.safeParse(change).success;
  const night = { days: ['mon', 'sun'], from: '22:00', to: '07:30' };
  expect([isValid({ schedule: [night] }), isValid({ schedule: [{ ...night, to: '24:00' }] }), isValid({ schedule: null })]).toEqual([
    true,
    true,
    true,
  ]);
  for (const wrong of [
    { to: '22:00' },
    { from: '24:00' },
    { from: '7:00' },
    { to: '12:60' },
    { days: [] },
    { days: ['day'] },
    { zone: 'UTC' },
  ])
    expect(isValid({ schedule: [{ ...night, ...wrong }] })).toBe(false);
  for (const change of [{}, { schedule: [] }, { cooldownSeconds: 3601 }, { cooldownSeconds: -1 }, { cooldownSeconds: 0.5 }, { other: 1 }])
    expect(isValid(change)).toBe(false);
});

test('a pause ends at a moment, never, or now; something is changed', () => {
  const isValid = (change: object): boolean => updateCameraNotificationsBody.safeParse(change).success;
  for (const snoozedUntil of [1, endlessSnooze, null]) expect(isValid({ snoozedUntil })).toBe(true);
  for (const change of [{ snoozedUntil: 0 }, { snoozedUntil: 1.5 }, { snoozedUntil: endlessSnooze + 1000 }, {}, { other: 1 }])
    expect(isValid(change)).toBe(false);
});
