import { expect, test } from 'vitest';
import { signInLetter } from './session-letters.ts';

test.each(['en', 'ru'] as const)('the letter says the code in its subject, text and HTML (%s)', (locale) => {
  const { to, subject, text, html } = signInLetter('anna@example.com', '012345', locale);
  expect(to).toBe('anna@example.com');
  for (const part of [subject, text, html]) expect(part).toContain('012345');
  expect(html).toContain(`<html lang="${locale}">`);
});

test('each language has its own words', () => {
  expect(signInLetter('anna@example.com', '012345', 'en').subject).toBe('012345 is your Watchpost sign-in code');
  expect(signInLetter('anna@example.com', '012345', 'ru').subject).toBe('012345 — ваш код входа в Watchpost');
});
