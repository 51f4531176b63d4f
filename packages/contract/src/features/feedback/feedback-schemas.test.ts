import { expect, test } from 'vitest';
import { feedbackFields, feedbackMessageLength } from './feedback-schemas.ts';

const fields = {
  id: '0b5e7a52-6f0c-4a37-9d6b-3a2d9a1c7e10',
  customerId: 'cus_1',
  deviceId: 'd',
  message: ' It works. ',
  email: 'ann@example.com',
};

test('a message is trimmed, required and bounded', () => {
  expect(feedbackFields.parse(fields).message).toBe('It works.');
  for (const message of ['', '   ', 'x'.repeat(feedbackMessageLength + 1)])
    expect(feedbackFields.safeParse({ ...fields, message }).success).toBe(false);
});

test('other fields are rejected', () => {
  expect(feedbackFields.safeParse({ ...fields, isAdmin: 'true' }).success).toBe(false);
});
