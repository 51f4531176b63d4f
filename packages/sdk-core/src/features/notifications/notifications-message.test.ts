import fc from 'fast-check';
import { pushTypes } from '@watchpost/contract/schemas/notifications';
import { expect, test } from 'vitest';
import { readPushNotice } from './notifications-message.ts';

const data = { Type: 'CAMERAPHONE_PERSON', CameraTitle: 'Front door', CameraId: 'cam_1', Timestamp: '1763700000000', ImageUrl: '/p.jpg' };

test('reads a message from our server', () => {
  expect(readPushNotice({ notification: { title: 'Person', body: 'Front door' }, data, fcmOptions: { link: '/cameras/cam_1' } })).toEqual({
    type: 'CAMERAPHONE_PERSON',
    title: 'Person',
    body: 'Front door',
    image: '/p.jpg',
    icon: null,
    cameraId: 'cam_1',
    cameraTitle: 'Front door',
    at: 1763700000000,
    link: '/cameras/cam_1',
    stretchId: null,
    count: 1,
    isSilent: false,
  });
});

test('reads a message as Firebase delivers it: data only, with its console’s additions', () => {
  expect(readPushNotice({ data, from: '123', priority: 'high', fcmMessageId: 'm', collapse_key: 'do_not_collapse' })).toMatchObject({
    type: 'CAMERAPHONE_PERSON',
    title: null,
    cameraId: 'cam_1',
  });
  expect(readPushNotice({ from: '1', notification: { title: 'News', click_action: 'https://x.example/y' } })).toMatchObject({
    type: null,
    title: 'News',
    link: 'https://x.example/y',
  });
});

test.each([
  [{ StretchId: 's1', Count: '3', IsSilent: '1' }, ['s1', 3, true]],
  [{ StretchId: 's1', Count: '0', IsSilent: 'true' }, ['s1', 1, false]],
  [{ StretchId: '', Count: '-3' }, [null, 1, false]],
  [{ StretchId: {}, Count: '9'.repeat(7) }, [null, 1, false]],
])('reads of its stretch %j', (values, expected) => {
  const notice = readPushNotice({ data: { ...data, ...values } });
  expect([notice?.stretchId, notice?.count, notice?.isSilent]).toEqual(expected);
});

test('accepts every type of the contract, and other types only with a title', () => {
  for (const Type of pushTypes) expect(readPushNotice({ data: { Type } })?.type).toBe(Type);
  for (const Type of ['CAMERAPHONE_DOG', 'toString', '__proto__', '']) {
    expect(readPushNotice({ data: { Type } })).toBeNull();
    expect(readPushNotice({ data: { Type }, notification: { title: 'Dog' } })).toMatchObject({ type: null, title: 'Dog' });
  }
});

test.each([
  ['1763700000000', 1763700000000],
  ['-1', null],
  ['0', null],
  ['1e3', null],
  ['9'.repeat(16), null],
  ['soon', null],
  [1763700000000, 1763700000000],
  [Number.NaN, null],
])('Timestamp %j → %j', (Timestamp, at) => {
  expect(readPushNotice({ data: { ...data, Timestamp } })?.at).toBe(at);
});

test('any input is accepted without an exception and yields only texts', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (notification, values) => {
      const notice = readPushNotice({ notification, data: values });
      for (const value of Object.values(notice ?? {}))
        expect(value === null || ['string', 'number', 'boolean'].includes(typeof value)).toBe(true);
    }),
  );
});
