import { expect, test } from 'vitest';
import { changeEmailBody, deleteAccountBody, updateProfileBody } from './account-schemas.ts';

test('the profile accepts only a known language', () => {
  expect(updateProfileBody.safeParse({ locale: 'ru' }).success).toBe(true);
  for (const wrong of [{ locale: 'de' }, { locale: 'ru', email: 'a@b.co' }, {}])
    expect(updateProfileBody.safeParse(wrong).success).toBe(false);
});

test('a new address requires the code that was sent to it', () => {
  expect(changeEmailBody.parse({ email: ' New@Example.com ', otp: ' 012345 ' })).toEqual({ email: 'new@example.com', otp: '012345' });
  expect(changeEmailBody.safeParse({ email: 'new@example.com' }).success).toBe(false);
});

test('deleting an account requires a code', () => {
  expect(deleteAccountBody.safeParse({}).success).toBe(false);
  expect(deleteAccountBody.safeParse({ otp: '12345' }).success).toBe(false);
});
