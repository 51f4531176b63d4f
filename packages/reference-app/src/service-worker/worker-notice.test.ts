import { readPushNotice } from '@watchpost/sdk-core';
import type { PushNotice } from '@watchpost/sdk-core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { describeNotice, newestNotice, noticeTarget } from './worker-notice.ts';
import { noticeTexts, pickWorkerLocale } from './worker-texts.ts';

const origin = 'https://watchpost.test';
const notice: PushNotice = {
  type: 'CAMERAPHONE_MOTION',
  title: 'sent title',
  body: 'sent body',
  image: null,
  icon: null,
  cameraId: 'cam_1',
  cameraTitle: 'Двор',
  at: 1_763_700_000_000,
  link: null,
  stretchId: null,
  count: 1,
  isSilent: false,
};
const shown = (change: Partial<PushNotice> = {}, locale: 'en' | 'ru' = 'ru') =>
  describeNotice({ ...notice, ...change }, noticeTexts[locale], origin);

describe('notification', () => {
  test('shows an event’s type in the worker’s language, and the camera', () => {
    expect(shown()).toEqual({
      title: 'Движение',
      options: {
        body: 'Двор',
        icon: `${origin}/icons/icon-192.png`,
        badge: `${origin}/icons/badge-96.png`,
        timestamp: notice.at,
        tag: 'camera-cam_1-CAMERAPHONE_MOTION',
        renotify: true,
        actions: [{ action: 'pause', title: 'Пауза…' }],
        data: { cameraId: 'cam_1', at: notice.at, link: null, count: 1 },
      },
    });
    expect(shown({ cameraTitle: null }, 'en')).toMatchObject({ title: 'Motion', options: { body: 'sent body' } });
  });

  test('under a path, icons and pictures are there, and a link is a path of the app', () => {
    const server = `${origin}/cams`;
    const { options } = describeNotice({ ...notice, icon: '/icons/icon-192.png', image: '/public/api/p.jpg' }, noticeTexts.en, server);
    expect(options).toMatchObject({
      icon: `${server}/icons/icon-192.png`,
      badge: `${server}/icons/badge-96.png`,
      image: `${server}/public/api/p.jpg`,
    });
    expect(noticeTarget({ link: `${server}/cameras/cam_1?t=1` }, server)).toBe('/cameras/cam_1?t=1');
    expect(noticeTarget({ link: `${origin}/cameras/cam_1` }, server)).toBe('/');
  });

  test('its button leads to the pause of the camera', () => {
    expect(noticeTarget(shown().options.data, origin, 'pause')).toBe('/cameras/cam_1/settings/alerts');
    expect(noticeTarget(shown().options.data, origin)).toBe(`/cameras/cam_1?t=${notice.at}`);
    expect(shown({ cameraId: null }).options).not.toHaveProperty('actions');
  });

  test('motion replaces earlier motion, but never a fire', () => {
    const tag = (change: Partial<PushNotice>) => shown(change).options.tag;
    expect(tag({ at: 1 })).toBe(tag({ at: 2 }));
    expect(tag({})).not.toBe(tag({ type: 'CAMERAPHONE_FIRE' }));
    expect(tag({})).not.toBe(tag({ cameraId: 'cam_2' }));
  });

  test('events of one stretch are one notice across types, with their number; an update makes no sound', () => {
    const first = shown({ stretchId: 's1' });
    const person = shown({ stretchId: 's1', type: 'CAMERAPHONE_PERSON', count: 2 });
    const update = shown({ stretchId: 's1', type: 'CAMERAPHONE_PERSON', count: 3, isSilent: true }, 'en');
    expect([first, person, update].map(({ options }) => [options.tag, options.renotify, options.silent])).toEqual([
      ['stretch-s1', true, undefined],
      ['stretch-s1', true, undefined],
      // A browser refuses a notice that is silent and renotifies.
      ['stretch-s1', undefined, true],
    ]);
    expect([person.options.body, update.options.body]).toEqual(['Двор · событий: 2', 'Двор · events: 3']);
    const own = shown({ stretchId: 's1', type: null, body: 'Двор · 3 события', count: 3 });
    expect([own.options.tag, own.options.body]).toEqual(['stretch-s1', 'Двор · 3 события']);
  });

  test('a message that was overtaken alerts, but does not replace the newer text', () => {
    const late = shown({ stretchId: 's1', count: 1 });
    const newer = { title: 'Человек', body: 'Двор · событий: 3', data: { cameraId: 'cam_1', at: 9, link: null, count: 3 } };
    expect(newestNotice(late, [newer])).toMatchObject({
      title: 'Человек',
      options: { body: newer.body, data: newer.data, renotify: true },
    });
    expect(newestNotice(late, [{ ...newer, data: null }])).toBe(late);
    expect(newestNotice(late, [])).toBe(late);
  });

  test('a message with its own text shows that text', () => {
    const { title, options } = shown({ type: null, cameraId: null });
    expect([title, options.body, options.tag, options.renotify]).toEqual(['sent title', 'sent body', undefined, undefined]);
  });

  test('a camera’s status shows its own text; a later status replaces the earlier one, but never an event', () => {
    const { title, options } = shown({ type: null });
    expect([title, options]).toMatchObject([
      'sent title',
      { body: 'sent body', tag: 'camera-cam_1', renotify: true, timestamp: notice.at },
    ]);
    expect(options.tag).not.toBe(shown().options.tag);
  });

  test.each([
    ['/preview.jpg', `${origin}/preview.jpg`],
    ['https://cdn.example/p.jpg', 'https://cdn.example/p.jpg'],
    ['http://cdn.example/p.jpg', undefined],
    ['javascript:alert(1)', undefined],
    ['data:image/png;base64,AA', undefined],
    ['http://', undefined],
  ])('the picture %s → %s', (image, expected) => {
    expect(shown({ image }).options.image).toBe(expected);
  });
});

describe('target of a click', () => {
  test.each([
    [{ cameraId: 'cam_1', at: 5, link: null }, '/cameras/cam_1?t=5'],
    [{ cameraId: 'cam_1', at: null, link: '/activities' }, '/cameras/cam_1'],
    [{ cameraId: '../evil', at: 5, link: null }, '/'],
    [{ cameraId: '//evil.example', at: 5, link: null }, '/'],
    [{ cameraId: null, at: 5, link: '/activities' }, '/activities'],
    [{ cameraId: null, at: null, link: `${origin}/activities?day=1` }, '/activities?day=1'],
    [{ cameraId: null, at: null, link: `${origin}.evil.example/activities` }, '/'],
    [{ cameraId: null, at: null, link: `${origin}//evil.example` }, '/'],
    [{ cameraId: null, at: null, link: 'javascript:alert(1)' }, '/'],
    [null, '/'],
    ['text', '/'],
    [{ cameraId: 7, at: '5', link: {} }, '/'],
  ])('%j → %s', (data, path) => {
    expect(noticeTarget(data, origin)).toBe(path);
  });

  test('a click stays on the site, whatever the message contains', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.oneof(fc.webUrl(), fc.string(), fc.webPath()), (CameraId, Timestamp, link) => {
        const read = readPushNotice({ notification: { title: 't' }, data: { CameraId, Timestamp }, fcmOptions: { link } });
        const path = noticeTarget(read, origin);
        expect(new URL(path, origin).origin).toBe(origin);
        expect(path.startsWith('//')).toBe(false);
      }),
    );
  });
});

test.each([
  ['ru', ['en'], 'ru'],
  ['en', ['ru'], 'en'],
  [null, ['de', 'ru-RU', 'en'], 'ru'],
  ['xx', ['de'], 'en'],
] as const)('page language %s, browser languages %j → %s', (preferred, browser, locale) => {
  expect(pickWorkerLocale(preferred, browser)).toBe(locale);
});
