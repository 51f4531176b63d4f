import { systemClock } from '@watchpost/contract/timing/clock';
import { expect, test, vi } from 'vitest';
import { readConfig } from '../../kernel/config.ts';
import { createLog } from '../../kernel/log.ts';
import { createTestDatabase } from '../../testing/databases.ts';

const loaded = vi.hoisted(() => ({ stripe: false }));
vi.mock('stripe', async (load) => {
  loaded.stripe = true;
  return load();
});

test('the package of Stripe is loaded by no part of the server but its driver, once that is configured', async () => {
  // All of the server that is loaded at a start.
  await import('../../app/index.ts');
  const { createPaymentProvider } = await import('./create-provider.ts');
  const { db, close } = await createTestDatabase('sqlite');
  try {
    const deps = { db, clock: systemClock, log: createLog({ level: 'silent', format: 'json', write: () => undefined }) };
    const create = async (variables: Readonly<Record<string, string>>) =>
      (await createPaymentProvider(readConfig({ WATCHPOST_SECRET: 'x'.repeat(32), PLANS_FILE: 'plans.json', ...variables }), deps)).name;
    expect(await create({ PAYMENT_PROVIDER: 'sandbox' })).toBe('sandbox');
    expect(await create({ PAYMENT_PROVIDER: 'yookassa', YOOKASSA_SHOP_ID: '1', YOOKASSA_SECRET_KEY: 'test_1' })).toBe('yookassa');
    expect(loaded.stripe).toBe(false);
    expect(await create({ PAYMENT_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toBe('stripe');
    expect(loaded.stripe).toBe(true);
  } finally {
    await close();
  }
});
