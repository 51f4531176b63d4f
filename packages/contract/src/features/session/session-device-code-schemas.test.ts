import { describe, expect, test } from 'vitest';
import { redeemDeviceCodeBody, startDeviceAuthorizationBody, userCodeBody } from './session-schemas.ts';

const deviceId = '0b5e7a52-6f0c-4a37-9d6b-3a2d9a1c7e10';
const nameOf = (deviceName: unknown) => startDeviceAuthorizationBody.safeParse({ deviceId, deviceName }).data?.deviceName;

describe('device codes', () => {
  test.each(['WDJBMJHT', 'wdjb-mjht', ' wdjb mjht ', 'WDJB–MJHT', 'w d j b m j h t'])('%j is a user code', (userCode) => {
    expect(userCodeBody.parse({ userCode })).toEqual({ userCode: 'WDJBMJHT' });
  });
  test.each(['', 'WDJBMJH', 'WDJBMJHTT', 'WDJBMJHA', 'WDJBMJH1', 'ЦДЖБМЖХТ', 'W'.repeat(65), 12345678, null])('%j is none', (userCode) => {
    expect(userCodeBody.safeParse({ userCode }).success).toBe(false);
  });
  test('a device has a name of at most 60 characters, on one line', () => {
    expect(nameOf('  Backup on nas ')).toBe('Backup on nas');
    expect(nameOf('Сервер Анны 👩‍👩‍👧')).toBe('Сервер Анны 👩‍👩‍👧');
    expect(nameOf('👍🏽'.repeat(60))).toBe('👍🏽'.repeat(60));
    for (const wrong of ['', ' ', 'x'.repeat(61), 'a\nb', 'a\u0000b', 'a\u2028b', 'safe \u202Eexe.txt', 'a\u2066b', 7])
      expect(nameOf(wrong)).toBeUndefined();
  });
  test('unknown fields are rejected, and a device’s secret is long', () => {
    expect(startDeviceAuthorizationBody.safeParse({ deviceId, deviceName: 'nas', customerId: 'cus_1' }).success).toBe(false);
    const deviceToken = 's'.repeat(32);
    expect(redeemDeviceCodeBody.safeParse({ deviceCode: 'd', deviceToken }).success).toBe(true);
    expect(redeemDeviceCodeBody.safeParse({ deviceCode: 'd', deviceToken: 'short' }).success).toBe(false);
    expect(redeemDeviceCodeBody.safeParse({ deviceCode: '', deviceToken }).success).toBe(false);
  });
});
