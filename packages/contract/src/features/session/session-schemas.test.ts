import { describe, expect, test } from 'vitest';
import { confirmCodeBody, emailSchema, refreshSessionBody, requestCodeBody } from './session-schemas.ts';

const device = '0b5e7a52-6f0c-4a37-9d6b-3a2d9a1c7e10';
const secret = 's'.repeat(32);

describe('session', () => {
  test('an e-mail address is trimmed and lower-cased', () => {
    expect(emailSchema.parse('  Ann@Example.COM ')).toBe('ann@example.com');
    for (const wrong of ['', 'ann', 'ann@', `${'a'.repeat(250)}@b.co`]) expect(emailSchema.safeParse(wrong).success).toBe(false);
  });
  test('a code is six digits', () => {
    const body = { email: 'ann@example.com', deviceId: device, deviceName: 'Firefox', deviceToken: secret };
    expect(confirmCodeBody.safeParse({ ...body, otp: ' 012345 ' }).data?.otp).toBe('012345');
    for (const otp of ['12345', '1234567', '12345a', '１２３４５６', 123456])
      expect(confirmCodeBody.safeParse({ ...body, otp }).success).toBe(false);
  });
  test('unknown fields are rejected', () => {
    expect(requestCodeBody.safeParse({ email: 'ann@example.com', customerId: 'c1' }).success).toBe(false);
  });
  test('a refresh requires a token or the device’s data, each in full', () => {
    expect(refreshSessionBody.safeParse({ refreshToken: 'r' }).success).toBe(true);
    expect(refreshSessionBody.safeParse({ refreshToken: 'r', grant_type: 'refresh_token' }).success).toBe(true);
    expect(
      refreshSessionBody.safeParse({ grant_type: 'device_token', device_id: device, device_token: secret, username: 'ann@example.com' })
        .success,
    ).toBe(true);
    expect(refreshSessionBody.safeParse({ grant_type: 'device_token', refreshToken: 'r' }).success).toBe(false);
    expect(refreshSessionBody.safeParse({ grant_type: 'password', refreshToken: 'r' }).success).toBe(false);
  });
});
