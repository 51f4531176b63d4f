import {
  createOrder,
  getBalance,
  getOrder,
  listPaymentMethods,
  payOrder,
  receivePaymentNotification,
  topUpBalance,
} from '@watchpost/contract/endpoints/billing';
import { fillPath } from '@watchpost/contract/kernel';
import { balanceSchema, orderSchema, paymentAnswer, paymentMethodListSchema } from '@watchpost/contract/schemas/billing';
import { createManualClock } from '@watchpost/contract/testing';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import type { PaymentSettings } from '../../kernel/settings/payment-settings.ts';
import { examplePlans } from '../../testing/billing/example-plans.ts';
import { insertCamera } from '../../testing/people.ts';
import { startStripeDouble, type StripeDouble } from '../../testing/payments/stripe-double.ts';
import type { TestNotification } from '../../testing/payments/test-cards.ts';
import { startYooKassaDouble, type YooKassaDouble } from '../../testing/payments/yookassa-double.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

type Double = StripeDouble | YooKassaDouble;

const providers = {
  stripe: {
    start: startStripeDouble,
    settings: (double: StripeDouble): PaymentSettings => ({
      provider: 'stripe',
      stripe: { secretKey: double.secretKey, webhookSecrets: [double.webhookSecret], apiUrl: double.origin },
    }),
  },
  yookassa: {
    start: startYooKassaDouble,
    settings: (double: YooKassaDouble): PaymentSettings => ({
      provider: 'yookassa',
      yookassa: { shopId: double.shopId, secretKey: double.secretKey, receipt: null, apiUrl: `${double.origin}/v3` },
    }),
  },
};

/** The double's time stands still a little after the server's start: signatures are compared with the real clock. */
const clock = createManualClock(Date.now());

async function startWith(name: keyof typeof providers): Promise<{ readonly double: Double; readonly payments: PaymentSettings }> {
  if (name === 'stripe') {
    const double = await providers.stripe.start(clock);
    return { double, payments: providers.stripe.settings(double) };
  }
  const double = await providers.yookassa.start(clock);
  return { double, payments: providers.yookassa.settings(double) };
}

describe.each(['stripe', 'yookassa'] as const)('a server that sells by %s', (name) => {
  let folder: string;
  let double: Double;
  let server: TestServer;
  let anna: TestSession;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'watchpost-plans-'));
    const plansFile = join(folder, 'plans.json');
    await writeFile(plansFile, JSON.stringify(examplePlans));
    const started = await startWith(name);
    double = started.double;
    server = await startTestServer({ plansFile, payments: started.payments });
    anna = await server.signIn('anna@example.com');
  });
  afterAll(async () => {
    await server.close();
    await double.close();
    await rm(folder, { recursive: true, force: true });
  });

  const withKey = ({ headers } = anna) => ({ ...headers, 'idempotency-key': randomUUID() });
  const path = fillPath(receivePaymentNotification.path, { provider: name });
  const notify = async ({ headers, body }: TestNotification): Promise<number> =>
    (await fetch(server.url + path, { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body })).status;

  test('a top-up is paid on its page, credited once by its notification, and leaves a card that is charged without a page', async () => {
    const topUp = async (paymentMethodId: string | null) => {
      const { id } = orderSchema.parse(await (await server.call(topUpBalance, { headers: withKey(), body: { amount: 20_000 } })).json());
      const body = { method: 'card', paymentMethodId, isSaved: true, returnUrl: `${server.url}/order/${id}/payment` };
      const call = { method: 'POST', path: fillPath(payOrder.path, { id }) } as const;
      const answer = paymentAnswer.parse(await (await server.call(call, { headers: withKey(), body })).json());
      return { id, answer };
    };
    const state = async (id: string) => {
      const call = { method: 'GET', path: fillPath(getOrder.path, { id }) } as const;
      return orderSchema.parse(await (await server.call(call, { headers: anna.headers })).json()).state;
    };

    const { id, answer } = await topUp(null);
    if (answer.next !== 'redirect') expect.fail(answer.next);
    double.pay(answer.url, 'visa');
    const [sent] = double.takeNotifications();
    if (!sent) expect.fail('Nothing was sent.');
    expect(await notify({ ...sent, body: sent.body.replaceAll('pay_', 'pay_x') })).toBe(400);
    // Refused for now, so that the provider sends it again.
    double.setFault('failing');
    expect(await notify(sent)).toBe(503);
    double.setFault(null);
    expect(await state(id)).toBe('processing');
    expect([await notify(sent), await notify(sent)]).toEqual([204, 204]);
    expect(await state(id)).toBe('completed');

    const [card] = paymentMethodListSchema.parse(await (await server.call(listPaymentMethods, { headers: anna.headers })).json());
    expect(card).toMatchObject({ brand: 'visa', last4: '4242', isDefault: true });
    const second = await topUp(card?.id ?? null);
    expect(second.answer).toEqual({ next: 'wait' });
    for (const notification of double.takeNotifications()) expect(await notify(notification)).toBe(204);
    expect(await state(second.id)).toBe('completed');
    const log = server.logLines.join('\n');
    expect(log).not.toContain(double.secretKey);
  });

  test('a plan that is paid from the balance closes the card page, and what is paid there nevertheless is credited', async () => {
    const boris = await server.signIn('boris@example.com');
    const pay = async (id: string, body: object) => {
      const call = { method: 'POST', path: fillPath(payOrder.path, { id }) } as const;
      return paymentAnswer.parse(await (await server.call(call, { headers: withKey(boris), body })).json());
    };
    const byCard = (id: string) =>
      pay(id, { method: 'card', paymentMethodId: null, isSaved: false, returnUrl: `${server.url}/order/${id}/payment` });
    const deliver = async (): Promise<void> => {
      for (const notification of double.takeNotifications()) expect(await notify(notification)).toBe(204);
    };
    const topUp = async (amount: number): Promise<void> => {
      const { id } = orderSchema.parse(await (await server.call(topUpBalance, { headers: withKey(boris), body: { amount } })).json());
      const answer = await byCard(id);
      if (answer.next === 'redirect') double.pay(answer.url, 'mastercard');
      await deliver();
    };
    const balance = async () => balanceSchema.parse(await (await server.call(getBalance, { headers: boris.headers })).json()).amount;

    await topUp(20_000);
    const db = openDatabase(locateDatabase({ dataDir: server.dataDir, databaseUrl: null }));
    const { id: borisId } = await db
      .selectFrom('customers')
      .select('id')
      .where('email', '=', 'boris@example.com')
      .executeTakeFirstOrThrow();
    const cameraId = await insertCamera(db, borisId);
    await db.destroy();
    const body = { cameraPlans: [{ cameraId, planId: 'week.1' }], expectedToPay: 9_900 };
    const { id } = orderSchema.parse(await (await server.call(createOrder, { headers: withKey(boris), body })).json());
    const answer = await byCard(id);
    if (answer.next !== 'redirect') expect.fail(answer.next);
    await topUp(10_000);
    expect(await pay(id, { method: 'balance' })).toEqual({ next: 'done' });
    expect(await balance()).toBe(100);

    // The customer comes back to the page: Stripe's is closed, YooKassa's can't be.
    double.pay(answer.url, 'visa');
    await deliver();
    expect(await balance()).toBe(name === 'stripe' ? 100 : 10_000);
    const state = orderSchema.parse(
      await (await server.call({ method: 'GET', path: fillPath(getOrder.path, { id }) }, { headers: boris.headers })).json(),
    );
    expect(state).toMatchObject({ state: 'completed', paidWith: 'balance' });
  });

  test('the page of the sandbox is not there', async () => {
    expect((await fetch(`${server.url}/sandbox-payments/pay_1`, { method: 'POST' })).status).toBe(404);
  });
});

test('YooKassa does not sell for dollars', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-plans-'));
  const plansFile = join(folder, 'plans.json');
  await writeFile(plansFile, JSON.stringify({ currency: 'USD', plans: examplePlans.plans }));
  const { double, payments } = await startWith('yookassa');
  try {
    await expect(startTestServer({ plansFile, payments })).rejects.toThrow('The payment provider yookassa takes RUB and not USD');
  } finally {
    await double.close();
    await rm(folder, { recursive: true, force: true });
  }
});
