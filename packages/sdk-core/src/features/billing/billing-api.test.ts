import {
  createOrder,
  getBalance,
  getOrder,
  listTransactions,
  payOrder,
  putPlan,
  removePaymentMethod,
  requestInvoice,
  retirePlan,
  setDefaultPaymentMethod,
  topUpBalance,
} from '@watchpost/contract/endpoints/billing';
import type { Endpoint } from '@watchpost/contract/kernel';
import {
  balanceSchema,
  createOrderBody,
  idempotencyKeySchema,
  invoicePreviewSchema,
  orderSchema,
  paymentMethodListSchema,
  payOrderBody,
  planListSchema,
  planVersionListSchema,
  putPlanBody,
  requestInvoiceBody,
  setDefaultPaymentMethodBody,
  subscriptionListSchema,
  topUpBody,
  transactionPageSchema,
  upcomingInvoicesSchema,
} from '@watchpost/contract/schemas/billing';
import { describe, expect, test } from 'vitest';
import { collect } from '../../testing/collect.ts';
import {
  buildOrder,
  buildPaymentMethod,
  buildPlan,
  buildPlanVersion,
  buildSubscription,
  buildTransaction,
  buildUpcomingInvoices,
  createTestClient,
  signIn,
} from '../../testing/index.ts';

const payer = {
  name: 'ООО «Ромашка»',
  taxId: '7707083893',
  taxReasonCode: '773601001',
  address: 'Москва',
  contactName: 'Анна Петрова',
  email: 'anna@example.com',
  phone: null,
};
const returnUrl = 'https://watchpost.test/order/order-1/payment';
const newCard = { method: 'card', paymentMethodId: null, isSaved: true, returnUrl } as const;
const cameraPlans = [{ cameraId: 'camera-1', planId: 'plan-7' }];

async function signedIn() {
  const parts = createTestClient();
  parts.server.plans = [buildPlan()];
  await signIn(parts.client, parts.server);
  return { ...parts, billing: parts.client.billing };
}

test('what is sold, paid and owed is read', async () => {
  const { billing, server } = await signedIn();
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: true, minTopUp: 10_000, maxTopUp: 1_000_000 };
  server.balance = { amount: -1, currency: 'RUB' };
  server.subscriptions = [buildSubscription()];
  server.upcomingInvoices = buildUpcomingInvoices([{}]);
  server.paymentMethods = [buildPaymentMethod()];
  expect(await billing.get()).toMatchObject({ isEnabled: true, hasInvoices: true });
  expect(balanceSchema.parse(await billing.balance())).toEqual(server.balance);
  expect(planListSchema.parse(await billing.plans())).toEqual(server.plans);
  expect(subscriptionListSchema.parse(await billing.subscriptions())).toEqual(server.subscriptions);
  expect(upcomingInvoicesSchema.parse(await billing.upcomingInvoices())).toEqual(server.upcomingInvoices);
  expect(paymentMethodListSchema.parse(await billing.paymentMethods.list())).toEqual(server.paymentMethods);
});

test('plans are ordered at the total that was shown, and at no other', async () => {
  const { billing, server } = await signedIn();
  server.balance = { amount: 9_900, currency: 'RUB' };
  const { toPay } = invoicePreviewSchema.parse(await billing.preview(cameraPlans));
  expect(toPay).toBe(40_000);
  const order = await billing.order({ cameraPlans, expectedToPay: toPay });
  expect(orderSchema.parse(order)).toMatchObject({ state: 'created', total: 49_900, fromBalance: 9_900, toPay: 40_000, cameraPlans });
  expect(await billing.orders.get(order.id)).toEqual(order);
  await expect(billing.order({ cameraPlans, expectedToPay: toPay - 1 })).rejects.toMatchObject({ code: 'plan-outdated', status: 409 });
  await expect(billing.orders.get('order-9')).rejects.toMatchObject({ code: 'not-found' });
});

describe('a payment', () => {
  test('by a new card continues on the payment service’s page, by a saved one it is waited for', async () => {
    const { billing } = await signedIn();
    const [first, second] = [await billing.topUp(50_000), await billing.topUp(50_000)];
    expect(await billing.pay(first.id, newCard)).toEqual({ next: 'redirect', url: 'https://pay.test/order-1' });
    expect(await billing.pay(second.id, { ...newCard, paymentMethodId: 'card-1' })).toEqual({ next: 'wait' });
    await expect(billing.pay(second.id, newCard)).rejects.toMatchObject({ code: 'payment-in-progress' });
  });

  test('from the balance is done at once, and only once', async () => {
    const { billing, server } = await signedIn();
    server.balance = { amount: 50_000, currency: 'RUB' };
    const order = await billing.order({ cameraPlans, expectedToPay: 0 });
    expect(await billing.pay(order.id, { method: 'balance' })).toEqual({ next: 'done' });
    expect((await billing.balance()).amount).toBe(100);
    await expect(billing.pay(order.id, { method: 'balance' })).rejects.toMatchObject({ code: 'order-not-payable' });
  });

  test('by invoice answers its PDF', async () => {
    const { billing } = await signedIn();
    const order = await billing.requestInvoice({ payer, purpose: { kind: 'balance', amount: 500_000 } });
    expect(order).toMatchObject({ kind: 'balance', paidWith: 'invoice', toPay: 500_000 });
    const step = await billing.pay(order.id, { method: 'invoice' });
    if (step.next !== 'invoice') throw new Error(step.next);
    expect([step.pdf.type, (await step.pdf.text()).slice(0, 5)]).toEqual(['application/pdf', '%PDF-']);
  });
});

test('a saved card is made the default or removed', async () => {
  const { billing, server } = await signedIn();
  server.paymentMethods = [buildPaymentMethod(), buildPaymentMethod({ id: 'card-2', isDefault: false })];
  await billing.paymentMethods.setDefault('card-2');
  expect((await billing.paymentMethods.list()).map(({ isDefault }) => isDefault)).toEqual([false, true]);
  await billing.paymentMethods.remove('card-2');
  expect((await billing.paymentMethods.list()).map(({ id }) => id)).toEqual(['card-1']);
  await expect(billing.paymentMethods.remove('card-2')).rejects.toMatchObject({ code: 'not-found' });
});

test('transactions come in pages, or one by one from as many pages as are needed', async () => {
  const { billing, server } = await signedIn();
  server.transactions = [5, 4, 3, 2, 1].map((at) => buildTransaction({ id: `t${at}`, at, kind: at === 3 ? 'top-up' : 'charge' }));
  const page = transactionPageSchema.parse(await billing.transactions.list({ limit: 2 }));
  expect(page.transactions.map(({ id }) => id)).toEqual(['t5', 't4']);
  expect((await billing.transactions.list({ limit: 2, cursor: page.next ?? '' })).transactions[0]?.id).toBe('t3');
  expect((await collect(billing.transactions.list({ limit: 2 }))).map(({ at }) => at)).toEqual([5, 4, 3, 2, 1]);
  expect((await collect(billing.transactions.list({ kind: 'charge', from: 2, before: 5, limit: 1 }))).map(({ at }) => at)).toEqual([4, 2]);
  expect(server.requestsTo(listTransactions)).toHaveLength(7);
});

test('an operator changes plans by versions; those of the plans file are refused', async () => {
  const { billing, server } = await signedIn();
  const plan = { name: { en: '14 days', ru: '14 дней' }, period: 'Monthly', price: 39_900, archiveDays: 14 } as const;
  server.planVersions = [buildPlanVersion({ id: 'file.1', plan: 'file', source: 'file' })];
  expect(await billing.planVersions.put('two-weeks', plan)).toMatchObject({ id: 'two-weeks.1', price: 39_900 });
  expect(await billing.planVersions.put('two-weeks', { ...plan, price: 42_900 })).toMatchObject({ id: 'two-weeks.2' });
  await billing.planVersions.retire('two-weeks');
  const versions = planVersionListSchema.parse(await billing.planVersions.list());
  expect(versions.map(({ id, isOnSale }) => [id, isOnSale])).toEqual([
    ['file.1', true],
    ['two-weeks.1', false],
    ['two-weeks.2', false],
  ]);
  await expect(billing.planVersions.put('file', plan)).rejects.toMatchObject({ code: 'plan-on-file', status: 409 });
  await expect(billing.planVersions.retire('two-weeks')).rejects.toMatchObject({ code: 'not-found' });
});

/** Every call that changes something, with what the server accepts as its body. */
const writes: readonly [
  string,
  Endpoint,
  { parse(value: unknown): unknown } | null,
  (parts: Awaited<ReturnType<typeof signedIn>>, key?: string) => Promise<unknown>,
][] = [
  [
    'order',
    createOrder,
    createOrderBody,
    ({ billing }, idempotencyKey) => billing.order({ cameraPlans, expectedToPay: 49_900 }, { idempotencyKey }),
  ],
  ['topUp', topUpBalance, topUpBody, ({ billing }, idempotencyKey) => billing.topUp(50_000, { idempotencyKey })],
  [
    'requestInvoice',
    requestInvoice,
    requestInvoiceBody,
    ({ billing }, idempotencyKey) =>
      billing.requestInvoice({ payer, purpose: { kind: 'subscription', cameraPlans, expectedToPay: 49_900 } }, { idempotencyKey }),
  ],
  [
    'pay',
    payOrder,
    payOrderBody,
    ({ billing, server }, idempotencyKey) => {
      if (!server.orders.has('order-1')) server.orders.set('order-1', buildOrder());
      return billing.pay('order-1', newCard, { idempotencyKey });
    },
  ],
  [
    'paymentMethods.setDefault',
    setDefaultPaymentMethod,
    setDefaultPaymentMethodBody,
    ({ billing, server }, idempotencyKey) => {
      server.paymentMethods = [buildPaymentMethod()];
      return billing.paymentMethods.setDefault('card-1', { idempotencyKey });
    },
  ],
  [
    'paymentMethods.remove',
    removePaymentMethod,
    null,
    ({ billing, server }, idempotencyKey) => {
      server.paymentMethods = [buildPaymentMethod()];
      return billing.paymentMethods.remove('card-1', { idempotencyKey });
    },
  ],
  [
    'planVersions.put',
    putPlan,
    putPlanBody,
    ({ billing }, idempotencyKey) =>
      billing.planVersions.put(
        'week',
        { name: { en: '7 days', ru: '7 дней' }, period: 'Monthly', price: 29_900, archiveDays: 7 },
        { idempotencyKey },
      ),
  ],
  [
    'planVersions.retire',
    retirePlan,
    null,
    ({ billing, server }, idempotencyKey) => {
      server.planVersions = [buildPlanVersion()];
      return billing.planVersions.retire('week', { idempotencyKey });
    },
  ],
];

describe.each(writes)('%s', (_, endpoint, schema, call) => {
  test('has a key of its own with each call, the same when it is repeated after a 401', async () => {
    const parts = await signedIn();
    const keys = () => parts.server.requestsTo(endpoint).map(({ headers }) => headers.get('Idempotency-Key'));
    parts.server.expireAccessTokens();
    await call(parts);
    const [refused, repeated] = keys();
    expect(idempotencyKeySchema.parse(repeated)).toBe(refused);
    await call(parts).catch(() => null);
    expect(keys()[2]).not.toBe(refused);
    if (schema) for (const { body } of parts.server.requestsTo(endpoint)) schema.parse(body);
  });

  test('takes a key, to be repeated after an answer was lost', async () => {
    const parts = await signedIn();
    await call(parts, 'a-key-of-the-page');
    await call(parts, 'a-key-of-the-page').catch(() => null);
    expect(parts.server.requestsTo(endpoint).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([
      'a-key-of-the-page',
      'a-key-of-the-page',
    ]);
    expect(parts.server.orders.size).toBeLessThanOrEqual(1);
  });

  test('fails with `network` after 30 s, as every payment does', async () => {
    const parts = await signedIn();
    parts.server.latency = 3_600_000;
    const failed = call(parts).catch((error: unknown) => error);
    await parts.clock.advance(29_999);
    expect(await Promise.race([failed, Promise.resolve('waiting')])).toBe('waiting');
    await parts.clock.advance(1);
    expect(await failed).toMatchObject({ code: 'network' });
  });
});

test('every reading call can be canceled', async () => {
  const { billing } = await signedIn();
  const options = { signal: AbortSignal.abort() };
  for (const call of [
    billing.get(options),
    billing.balance(options),
    billing.plans(options),
    billing.subscriptions(options),
    billing.upcomingInvoices(options),
    billing.preview(cameraPlans, options),
    billing.orders.get('order-1', options),
    billing.transactions.list({}, options),
    billing.paymentMethods.list(options),
    billing.planVersions.list(options),
    billing.waitForOrder('order-1', options),
  ])
    await expect(call).rejects.toMatchObject({ code: 'aborted' });
});

describe('waiting for an order', () => {
  async function waiting(options: { readonly signal?: AbortSignal; readonly timeoutMs?: number } = {}) {
    const parts = await signedIn();
    parts.server.orders.set('order-1', buildOrder({ state: 'processing' }));
    const ended = parts.billing.waitForOrder('order-1', options).catch((error: unknown) => error);
    await parts.clock.settle();
    const asked = () => parts.server.requestsTo(getOrder).length;
    return { ...parts, ended, asked, isWaiting: async () => (await Promise.race([ended, Promise.resolve('waiting')])) === 'waiting' };
  }

  test.each(['completed', 'failed', 'cancelled'] as const)('ends when it is %s', async (state) => {
    const { server, clock, ended, isWaiting } = await waiting();
    for (const between of ['created', 'processing', 'paid'] as const) {
      server.orders.set('order-1', buildOrder({ state: between }));
      await clock.advance(15_000);
      expect(await isWaiting()).toBe(true);
    }
    server.orders.set('order-1', buildOrder({ state }));
    await clock.advance(15_000);
    expect(await ended).toMatchObject({ state });
    expect(clock.pending).toBe(0);
  });

  test('asks at once, then ever less often, at least every 15 s', async () => {
    const { clock, asked } = await waiting();
    const counts = [asked()];
    for (const seconds of [1, 2, 4, 8, 15, 15, 15]) {
      await clock.advance(seconds * 1000 - 1);
      counts.push(asked());
      await clock.advance(1);
      counts.push(asked());
    }
    expect(counts).toEqual([1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8]);
  });

  test('goes on through a lost connection and an unavailable server', async () => {
    const { server, clock, ended, isWaiting } = await waiting();
    server.offline = true;
    await clock.advance(60_000);
    server.offline = false;
    server.answerNext(getOrder, 503, 'too-many-requests', 'internal-error');
    await clock.advance(45_000);
    expect(await isWaiting()).toBe(true);
    server.orders.set('order-1', buildOrder({ state: 'completed' }));
    await clock.advance(15_000);
    expect(await ended).toMatchObject({ state: 'completed' });
  });

  test('waits as long as the server asks for', async () => {
    const { server, clock, asked } = await waiting();
    server.answerNext(getOrder, () => new Response('', { status: 429, headers: { 'Retry-After': '60' } }));
    await clock.advance(1000);
    expect(asked()).toBe(2);
    await clock.advance(59_999);
    expect(asked()).toBe(2);
    await clock.advance(1);
    expect(asked()).toBe(3);
  });

  test('ends with an error after the timeout, in the middle of a request too', async () => {
    const { clock, ended } = await waiting({ timeoutMs: 20_000 });
    await clock.advance(20_000);
    expect(await ended).toMatchObject({ code: 'payment-in-progress' });
    const slow = await waiting({ timeoutMs: 20_000 });
    slow.server.latency = 3_600_000;
    await slow.clock.advance(20_000);
    expect(await slow.ended).toMatchObject({ code: 'payment-in-progress' });
  });

  test('ends when it is canceled, and for an order that is not there', async () => {
    const abort = new AbortController();
    const { clock, ended, server } = await waiting({ signal: abort.signal });
    abort.abort();
    expect(await ended).toMatchObject({ code: 'aborted' });
    expect(clock.pending).toBe(0);
    server.orders.clear();
    const { billing } = await signedIn();
    await expect(billing.waitForOrder('order-1')).rejects.toMatchObject({ code: 'not-found' });
  });
});

test('nothing is requested before it is asked for', async () => {
  const { server } = await signedIn();
  expect(server.requestsTo(getBalance)).toEqual([]);
});
