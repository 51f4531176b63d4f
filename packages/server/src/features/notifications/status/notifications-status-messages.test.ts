import { locales } from '@watchpost/contract/kernel';
import { pushMessageSchema } from '@watchpost/contract/schemas/notifications';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventDelivery } from '../notifications-messages.ts';
import {
  awayMessage,
  backMessage,
  durationText,
  statusDelivery,
  type CameraAway,
  type CameraBack,
} from './notifications-status-messages.ts';

const at = 1_800_000_000_123;
const away: CameraAway = { kind: 'away', cameraId: 'cam_1', cameraTitle: 'Двор', at, emptyBattery: null };
const back: CameraBack = { kind: 'back', cameraId: 'cam_1', cameraTitle: 'Двор', at };
const minute = 60_000;
const hour = 60 * minute;

describe('the text', () => {
  test('of an outage names the camera, and a click opens it at that time', () => {
    expect(awayMessage(away, 'ru')).toEqual({
      notification: { title: 'Камера недоступна', body: 'Двор', icon: '/icons/icon-192.png' },
      data: { CameraTitle: 'Двор', CameraId: 'cam_1', Timestamp: String(at) },
      fcmOptions: { link: `/cameras/cam_1?t=${at}` },
    });
    expect(awayMessage(away, 'en').notification).toMatchObject({ title: 'Camera is unavailable', body: 'Двор' });
  });

  test('of a phone that reported an almost empty battery says it is probably discharged', () => {
    expect(awayMessage({ ...away, emptyBattery: 0.03 }, 'en').notification?.body).toBe(
      'Двор. The phone is probably discharged: 3% was left.',
    );
    expect(awayMessage({ ...away, emptyBattery: 0.03 }, 'ru').notification?.body).toBe(
      'Двор. Телефон, видимо, разрядился: оставалось 3\u00a0%.',
    );
  });

  test('of a return states how long the camera was offline', () => {
    expect(backMessage(back, at - 2 * hour - 5 * minute, 'en')).toMatchObject({
      notification: { title: 'Camera is available again', body: 'Двор. It was offline for 2 hours 5 minutes.' },
      data: { Timestamp: String(at) },
    });
    expect(backMessage(back, at - 21 * minute, 'ru').notification).toMatchObject({
      title: 'Камера снова доступна',
      body: 'Двор. Была не в сети: 21 минута.',
    });
  });

  test('is a message of the contract, with a title and without an event type', () => {
    for (const locale of locales) {
      for (const message of [awayMessage(away, locale), backMessage(back, at - hour, locale)]) {
        expect(pushMessageSchema.parse(message)).toEqual(message);
        expect(message.data).not.toHaveProperty('Type');
      }
    }
  });
});

describe('a duration', () => {
  test.each([
    [-5000, '0 seconds', '0 секунд'],
    [1000, '1 second', '1 секунда'],
    [59_999, '59 seconds', '59 секунд'],
    [minute, '1 minute', '1 минута'],
    [22 * minute + 30_000, '22 minutes', '22 минуты'],
    [hour, '1 hour', '1 час'],
    [25 * hour, '1 day 1 hour', '1 день 1 час'],
    [48 * hour + 59 * minute, '2 days', '2 дня'],
    [75 * hour + 5 * minute, '3 days 3 hours', '3 дня 3 часа'],
  ])('%i ms: %s', (milliseconds, english, russian) => {
    expect([durationText(milliseconds, 'en'), durationText(milliseconds, 'ru')]).toEqual([english, russian]);
  });

  test('is never an empty text', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -minute, max: 1000 * 24 * hour }),
        fc.constantFrom(...locales),
        (milliseconds, locale) => durationText(milliseconds, locale) !== '',
      ),
    );
  });
});

describe('its delivery', () => {
  test('of an outage wakes a phone; the return replaces it, for this camera only, and no event', () => {
    expect(statusDelivery(away)).toMatchObject({ urgency: 'high', ttl: 86_400, topic: expect.stringMatching(/^[\w-]{32}$/) });
    expect(statusDelivery(back)).toEqual({ ...statusDelivery(away), urgency: 'normal' });
    expect(statusDelivery({ ...away, cameraId: 'cam_2' }).topic).not.toBe(statusDelivery(away).topic);
    expect(eventDelivery({ ...away, type: 'CAMERAPHONE_MOTION' }).topic).not.toBe(statusDelivery(away).topic);
  });
});
