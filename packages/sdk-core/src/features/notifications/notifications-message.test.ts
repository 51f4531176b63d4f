import fc from 'fast-check';
import { pushTypes } from '@watchpost/contract/schemas/notifications';
import { expect, test } from 'vitest';
import { readPushNotice } from './notifications-message.ts';

const data = { Type: 'CAMERAPHONE_PERSON', CameraTitle: 'Front door', CameraId: 'cam_1', Timestamp: '1763700000000', ImageUrl: '/p.jpg' };

test('a message of our server', () => {
  expect(readPushNotice({ notification: { title: 'Person', body: 'Front door' }, data, fcmOptions: { link: '/cameras/cam_1' } })).toEqual({
    type: 'CAMERAPHONE_PERSON', title: 'Person', body: 'Front door', image: '/p.jpg', icon: null, cameraId: 'cam_1', cameraTitle: 'Front door', at: 1763700000000, link: '/cameras/cam_1',
  });
});

test('as Firebase delivers it: data only, and with what its console adds', () => {
  expect(readPushNotice({ data, from: '123', priority: 'high', fcmMessageId: 'm', collapse_key: 'do_not_collapse' })).toMatchObject({ type: 'CAMERAPHONE_PERSON', title: null, cameraId: 'cam_1' });
  expect(readPushNotice({ from: '1', notification: { title: 'News', click_action: 'https://x.example/y' } })).toMatchObject({ type: null, title: 'News', link: 'https://x.example/y' });
});

test('every type of the contract is known; another one needs a title', () => {
  for (const Type of pushTypes) expect(readPushNotice({ data: { Type } })?.type).toBe(Type);
  for (const Type of ['CAMERAPHONE_DOG', 'toString', '__proto__', '']) {
    expect(readPushNotice({ data: { Type } })).toBeNull();
    expect(readPushNotice({ data: { Type }, notification: { title: 'Dog' } })).toMatchObject({ type: null, title: 'Dog' });
  }
});

test.each([['1763700000000', 1763700000000], ['-1', null], ['0', null], ['1e3', null], ['9'.repeat(16), null], ['soon', null], [1763700000000, 1763700000000], [Number.NaN, null]])('Timestamp %j → %j', (Timestamp, at) => {
  expect(readPushNotice({ data: { ...data, Timestamp } })?.at).toBe(at);
});

test('whatever comes in, nothing is thrown and only texts come out', () => {
  fc.assert(
    fc.property(fc.anything(), fc.anything(), (notification, values) => {
      const notice = readPushNotice({ notification, data: values });
      for (const value of Object.values(notice ?? {})) expect(value === null || typeof value === 'string' || typeof value === 'number').toBe(true);
    }),
  );
});
