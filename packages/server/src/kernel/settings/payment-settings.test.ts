import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ConfigError, readConfig } from '../config.ts';
import { movesMoney } from './payment-settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'watchpost-payments-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, 'sk_live_fromAFile\n');

const plans = { PLANS_FILE: '/etc/watchpost/plans.json' };
const stripe = { ...plans, PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
const yookassa = { ...plans, PAYMENT_PROVIDER: 'yookassa', YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'test_1' };

test('the sandbox needs nothing', () => {
  expect(readConfig({}).payments).toEqual({ provider: 'sandbox' });
  expect(readConfig({ ...plans, PAYMENT_PROVIDER: 'sandbox' }).payments).toEqual({ provider: 'sandbox' });
});

test.each([
  ['by default', {}, false],
  ['where they are asked for', { WATCHPOST_DEMO_PLANS: '1' }, true],
  ['without the demo', { WATCHPOST_DEMO_PLANS: '1', WATCHPOST_DEMO: '0' }, false],
  ['where an operator has plans', { WATCHPOST_DEMO_PLANS: '1', ...plans, PAYMENT_PROVIDER: 'sandbox' }, false],
  ['where others reach the server', { WATCHPOST_DEMO_PLANS: '1', HOST: '0.0.0.0' }, false],
  ['behind a proxy', { WATCHPOST_DEMO_PLANS: '1', WATCHPOST_PUBLIC_ORIGIN: 'https://cams.example' }, false],
])('the plans of the demo %s', (_, variables, expected) => {
  expect(readConfig(variables).demoPlans).toBe(expected);
});

test('Stripe: keys from variables or files, and two webhook secrets while one is replaced', () => {
  expect(readConfig({ ...stripe, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }).payments).toEqual({
    provider: 'stripe',
    stripe: { secretKey: 'sk_test_1', webhookSecrets: ['whsec_1', 'whsec_2'], apiUrl: 'https://api.stripe.com' },
  });
  expect(readConfig({ ...stripe, STRIPE_SECRET_KEY: '', STRIPE_SECRET_KEY_FILE: secretFile }).payments).toMatchObject({
    stripe: { secretKey: 'sk_live_fromAFile' },
  });
});

test('YooKassa: with receipts, or without', () => {
  expect(readConfig(yookassa).payments).toEqual({
    provider: 'yookassa',
    yookassa: { shopId: '100500', secretKey: 'test_1', receipt: null, apiUrl: 'https://api.yookassa.ru/v3' },
  });
  const given = { ...yookassa, YOOKASSA_VAT_CODE: '11', YOOKASSA_TAX_SYSTEM: '2', YOOKASSA_API_URL: 'http://127.0.0.1:9000/v3/' };
  expect(readConfig(given).payments).toMatchObject({
    yookassa: { receipt: { vatCode: 11, taxSystem: 2 }, apiUrl: 'http://127.0.0.1:9000/v3' },
  });
});

test.each([
  [{ ...stripe, PAYMENT_PROVIDER: 'paypal' }, 'PAYMENT_PROVIDER must be stripe, yookassa, or sandbox'],
  [
    { ...stripe, STRIPE_SECRET_KEY: undefined },
    'STRIPE_SECRET_KEY is missing: PAYMENT_PROVIDER is stripe. Give it, or STRIPE_SECRET_KEY_FILE',
  ],
  [{ ...stripe, STRIPE_SECRET_KEY: 'pk_live_hidden' }, "STRIPE_SECRET_KEY can't be a secret of this provider: it must be like sk_live_…"],
  [{ ...stripe, STRIPE_SECRET_KEY_FILE: secretFile }, 'STRIPE_SECRET_KEY and STRIPE_SECRET_KEY_FILE are both given'],
  [
    { ...stripe, STRIPE_WEBHOOK_SECRET: undefined, STRIPE_WEBHOOK_SECRET_FILE: '/nowhere/hidden' },
    "STRIPE_WEBHOOK_SECRET_FILE can't be read",
  ],
  [{ ...stripe, STRIPE_API_URL: 'http://proxy.example' }, 'STRIPE_API_URL must be an https address'],
  [{ ...yookassa, YOOKASSA_SHOP_ID: undefined }, 'YOOKASSA_SHOP_ID is missing'],
  [{ ...yookassa, YOOKASSA_SHOP_ID: 'shop' }, 'YOOKASSA_SHOP_ID must be the number of the shop'],
  [{ ...yookassa, YOOKASSA_SECRET_KEY: 'hidden' }, "YOOKASSA_SECRET_KEY can't be a secret"],
  [{ ...yookassa, YOOKASSA_TAX_SYSTEM: '1' }, 'YOOKASSA_TAX_SYSTEM needs YOOKASSA_VAT_CODE'],
  [{ ...yookassa, YOOKASSA_VAT_CODE: '20' }, 'YOOKASSA_VAT_CODE must be 12 or less'],
])('%o can not be used', (variables, message) => {
  const read = () => readConfig(variables);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(message);
  // Readers of the message must not see the secret.
  if (!message.includes('_FILE')) expect(read).not.toThrow('hidden');
});

test.each([
  [{ ...plans, PAYMENT_PROVIDER: 'sandbox' }, false],
  [stripe, false],
  [{ ...stripe, STRIPE_SECRET_KEY: 'rk_test_1' }, false],
  [{ ...stripe, STRIPE_SECRET_KEY: 'sk_live_1' }, true],
  [yookassa, false],
  [{ ...yookassa, YOOKASSA_SECRET_KEY: 'live_1' }, true],
])('%o moves money: %s', (variables, isReal) => {
  expect(movesMoney(readConfig(variables).payments)).toBe(isReal);
});
