import { expect, test } from 'vitest';
import { readConfig } from '../config.ts';

const TELEGRAM_BOT_TOKEN = '123456789:AAExampleExampleExampleExampleExamp';

test('without a token there is no bot; with one it asks Telegram itself', () => {
  expect(readConfig({ TELEGRAM_API_ORIGIN: 'http://127.0.0.1:8081' }).telegram).toBeNull();
  expect(readConfig({ TELEGRAM_BOT_TOKEN }).telegram).toEqual({
    token: TELEGRAM_BOT_TOKEN,
    apiOrigin: 'https://api.telegram.org',
    usesWebhook: false,
  });
});

test('an invalid token is reported without being repeated', () => {
  const secret = 'not-a-token-but-secret';
  expect(() => readConfig({ TELEGRAM_BOT_TOKEN: secret })).toThrow(/TELEGRAM_BOT_TOKEN must be a token from @BotFather/);
  expect(() => readConfig({ TELEGRAM_BOT_TOKEN: secret })).not.toThrow(new RegExp(secret));
  expect(() => readConfig({ TELEGRAM_BOT_TOKEN, TELEGRAM_API_ORIGIN: 'https://api.telegram.org/' })).toThrow(/TELEGRAM_API_ORIGIN/);
});

test('a webhook needs an address that Telegram can call', () => {
  const webhook = { TELEGRAM_BOT_TOKEN, TELEGRAM_WEBHOOK: '1' };
  expect(() => readConfig(webhook)).toThrow(/TELEGRAM_WEBHOOK needs WATCHPOST_PUBLIC_ORIGIN/);
  expect(() => readConfig({ ...webhook, WATCHPOST_PUBLIC_ORIGIN: 'http://cams.example' })).toThrow(/TELEGRAM_WEBHOOK/);
  expect(readConfig({ ...webhook, WATCHPOST_PUBLIC_ORIGIN: 'https://cams.example' }).telegram?.usesWebhook).toBe(true);
  expect(
    readConfig({ ...webhook, WATCHPOST_PUBLIC_ORIGIN: 'http://cams.example', TELEGRAM_API_ORIGIN: 'http://127.0.0.1:8081' }).telegram,
  ).toMatchObject({ usesWebhook: true });
});
