import { expect, test } from 'vitest';
import { signInEmailMessage } from './session-email-messages.ts';

test.each(['en', 'ru'] as const)('the e-mail message has the code in its subject, text and HTML (%s)', (locale) => {
  const { to, subject, text, html } = signInEmailMessage('anna@example.com', '012345', locale);
  expect(to).toBe('anna@example.com');
  for (const part of [subject, text, html]) expect(part).toContain('012345');
  expect(html).toContain(`<html lang="${locale}">`);
});

test('each language has its own texts', () => {
  expect(signInEmailMessage('anna@example.com', '012345', 'en').subject).toBe('012345 is your Watchpost sign-in code');
  expect(signInEmailMessage('anna@example.com', '012345', 'ru').subject).toBe('012345 — ваш код входа в Watchpost');
});
