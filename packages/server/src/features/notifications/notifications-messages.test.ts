import { locales } from '@watchpost/contract/kernel';
import { pushMessageSchema, pushTypes } from '@watchpost/contract/schemas/notifications';
import { describe, expect, test } from 'vitest';
import { eventDelivery, eventMessage, stretchDelivery, stretchMessage, testMessage, type CameraEvent } from './notifications-messages.ts';

const event: CameraEvent = { cameraId: 'cam_1', type: 'CAMERAPHONE_FIRE', cameraTitle: 'Кухня', at: 1_800_000_000_123 };

describe('a message about an event', () => {
  test('states what happened and where, in its reader’s language; data are texts; a click opens the moment', () => {
    expect(eventMessage(event, 'ru')).toEqual({
      notification: { title: 'Обнаружен огонь или дым', body: 'Кухня', icon: '/icons/icon-192.png' },
      data: { Type: 'CAMERAPHONE_FIRE', CameraTitle: 'Кухня', CameraId: 'cam_1', Timestamp: '1800000000123' },
      fcmOptions: { link: '/cameras/cam_1?t=1800000000123' },
    });
    expect(eventMessage(event, 'en').notification?.title).toBe('Fire or smoke detected');
  });

  test('has its own text for every type in every language, and matches the contract', () => {
    for (const locale of locales) {
      const titles = pushTypes.map((type) => pushMessageSchema.parse(eventMessage({ ...event, type }, locale)).notification?.title);
      expect(new Set(titles).size).toBe(pushTypes.length);
      expect(titles).not.toContain('');
      expect(testMessage(locale).notification?.title).not.toBe('');
    }
  });

  test('names an event without a push type in its own words, which are shown as they are', () => {
    const { notification, data } = eventMessage({ ...event, type: 'lineCrossing', label: 'Забор' }, 'ru');
    expect([notification?.title, notification?.body, data?.Type]).toEqual(['Пересечена линия', 'Кухня · Забор', undefined]);
    expect(eventDelivery({ ...event, type: 'lineCrossing' })).toMatchObject({ urgency: 'high' });
  });

  test('has a picture only from the camera itself, by a path that requires a session', () => {
    const own = '/public/api/v3/cameras/cam_1/archive/snapshot.jpg?at=1800000000123';
    expect(eventMessage({ ...event, imageUrl: own }, 'en')).toMatchObject({ notification: { image: own }, data: { ImageUrl: own } });
    for (const imageUrl of [
      '',
      'https://evil.example/x.jpg',
      '//evil.example/x.jpg',
      '/public/api/v3/cameras/cam_2/preview.jpg',
      '/public/api/v3/cameras/cam_1/../cam_2/preview.jpg',
      '/s/token',
      'javascript:alert(1)',
      'data:image/png;base64,AA',
    ]) {
      const message = JSON.stringify(eventMessage({ ...event, imageUrl }, 'en'));
      expect(message, imageUrl).not.toMatch(/image|ImageUrl/);
    }
  });

  test('treats a name as text, whatever it contains', () => {
    const cameraTitle = '"><img src=x onerror=alert(1)>\u202e\n';
    expect(eventMessage({ ...event, cameraTitle }, 'en')).toMatchObject({
      notification: { body: cameraTitle },
      data: { CameraTitle: cameraTitle },
    });
  });
});

describe('its delivery', () => {
  test('danger wakes a phone and stays useful for a day; motion does not', () => {
    expect(eventDelivery(event)).toMatchObject({ urgency: 'high', ttl: 86_400 });
    expect(eventDelivery({ ...event, type: 'CAMERAPHONE_MOTION' })).toMatchObject({ urgency: 'normal', ttl: 14_400 });
  });

  test('the newest message of a camera and a type replaces an undelivered one, and no other', () => {
    const { topic } = eventDelivery(event);
    expect(topic).toMatch(/^[\w-]{32}$/);
    expect(eventDelivery({ ...event, at: 1, cameraTitle: 'x' }).topic).toBe(topic);
    expect(eventDelivery({ ...event, cameraId: 'cam_2' }).topic).not.toBe(topic);
    expect(eventDelivery({ ...event, type: 'CAMERAPHONE_MOTION' }).topic).not.toBe(topic);
  });
});

describe('a message about a stretch', () => {
  const person = { ...event, type: 'CAMERAPHONE_PERSON', eventType: 'human' } as const;
  const first = { id: 'str_1', count: 1, shown: person, isSilent: false };

  test('says how much happened, and that it only updates', () => {
    expect(stretchMessage(first, 'ru')).toMatchObject({ notification: { body: 'Кухня' }, data: { StretchId: 'str_1', Count: '1' } });
    expect(stretchMessage(first, 'ru').data).not.toHaveProperty('IsSilent');
    const bodies = [2, 5, 21].map((count) => stretchMessage({ ...first, count }, 'ru').notification?.body);
    expect(bodies).toEqual(['Кухня · 2\u00A0события', 'Кухня · 5\u00A0событий', 'Кухня · 21\u00A0событие']);
    const update = pushMessageSchema.parse(stretchMessage({ ...first, count: 3, isSilent: true }, 'en'));
    expect([update.notification?.body, update.data?.IsSilent]).toEqual(['Кухня · 3\u00A0events', '1']);
  });

  test('an update replaces undelivered updates, never the alert', () => {
    const alert = stretchDelivery(first);
    const update = stretchDelivery({ ...first, count: 2, isSilent: true });
    expect(stretchDelivery({ ...first, count: 9, isSilent: true }).topic).toBe(update.topic);
    expect(update.topic).not.toBe(alert.topic);
    expect(stretchDelivery({ ...first, id: 'str_2' }).topic).not.toBe(alert.topic);
    expect([alert.urgency, update.urgency]).toEqual(['high', 'normal']);
  });
});
