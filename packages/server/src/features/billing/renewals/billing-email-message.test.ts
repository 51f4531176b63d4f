import { expect, test } from 'vitest';
import { billingEmailMessage } from './billing-email-message.ts';

const owner = { email: 'anna@example.com', locale: 'ru', time_zone: 'Europe/Moscow' };
const facts = {
  problem: 'not-paid',
  cameras: ['Двор', '<b>Офис</b>'],
  amount: 29_950,
  currency: 'RUB',
  until: Date.UTC(2026, 2, 3, 12),
  appOrigin: 'https://cams.example',
} as const;

test('the message names the day, the cameras and the sum in the language of its reader; a title is no markup', () => {
  const { to, subject, text, html } = billingEmailMessage(owner, facts);
  expect([to, subject]).toEqual(['anna@example.com', 'Не удалось оплатить тариф Watchpost']);
  expect(text.replaceAll('\u00A0', ' ')).toContain('Камеры продолжают запись до 3 марта.');
  expect(text.replaceAll('\u00A0', ' ')).toContain('К оплате: 299,50 ₽');
  expect(text).toContain('https://cams.example/settings/payments-and-billing');
  expect(html).toContain('&lt;b&gt;Офис&lt;/b&gt;');
});

test('a currency without minor units has none, and a long list of cameras ends', () => {
  const cameras = Array.from({ length: 25 }, (_, index) => `Camera ${index}`);
  const { subject, text } = billingEmailMessage(
    { ...owner, locale: 'en' },
    { ...facts, problem: 'paused', cameras, amount: 1200, currency: 'JPY', appOrigin: null },
  );
  expect(subject).toBe('Your cameras have stopped recording');
  expect(text).toContain('¥1,200');
  expect(text).toContain('Camera 19, …');
  expect(text).not.toContain('Camera 20');
  expect(text).not.toContain('http');
});
