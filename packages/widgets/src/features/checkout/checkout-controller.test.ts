import { WatchpostError } from '@watchpost/sdk-core';
import type { Order } from '@watchpost/sdk-core';
import {
  buildCamera,
  buildOrder,
  buildPaymentMethod,
  buildPlan,
  buildSubscription,
  createFakeClock,
  createTestClient,
  signIn,
} from '@watchpost/sdk-core/testing';
import type { FakeClock, FakeServer } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCheckoutController } from './checkout-controller.ts';
import type { CheckoutClient } from './checkout-state.ts';
import type { CheckoutController, CheckoutOptions } from './checkout-types.ts';
import { createOrder, payOrder, previewInvoice, requestInvoice } from './testing/checkout-endpoints.ts';

const week = buildPlan({ id: 'week', price: 24_900 });
const month = buildPlan({ id: 'month', price: 74_900, isMostPopular: true, archiveDays: 30 });
let client: CheckoutClient;
let server: FakeServer;
let clock: FakeClock;
let checkout: CheckoutController;
const heard = { onStep: vi.fn(), onOrder: vi.fn(), onFinish: vi.fn() };
/** The page is left for the payment service's. */
const assign = vi.fn();

beforeEach(async () => {
  vi.stubGlobal('location', Object.assign(new URL('https://watchpost.test/checkout'), { assign }));
  for (const each of [...Object.values(heard), assign]) each.mockReset();
  clock = createFakeClock();
  const made = createTestClient({ clock });
  ({ server } = made);
  client = made.client;
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: true, minTopUp: 100, maxTopUp: 100_000_000 };
  server.plans = [week, month];
  server.cameras = [buildCamera({ id: 'yard' }), buildCamera({ id: 'gate' })];
  await signIn(made.client, server);
});
afterEach(() => {
  checkout.dispose();
  vi.unstubAllGlobals();
});

async function open(options: Partial<CheckoutOptions> = {}): Promise<CheckoutController> {
  checkout = createCheckoutController({ client, cameraIds: ['yard'], ...heard, ...options });
  await checkout.load();
  return checkout;
}
async function openAt(step: 'review' | 'payment', options: Partial<CheckoutOptions> = {}): Promise<void> {
  await open(options);
  checkout.go('review');
  await vi.waitFor(() => expect(checkout.quote.value.kind).toBe('ready'));
  if (step === 'payment') await checkout.accept();
}
const setOrder = (change: Partial<Order>): void => {
  for (const [id, order] of server.orders) server.orders.set(id, { ...order, ...change });
};
/** The next order is answered when the test says so. */
function orderLater() {
  let answer: (order: Order | Promise<Order>) => void = () => {};
  const answered = new Promise<Order>((resolve) => (answer = resolve));
  return { order: vi.spyOn(client.billing, 'order').mockReturnValueOnce(answered), answer };
}
const outcome = (kind: string): Promise<void> => vi.waitFor(() => expect(checkout.outcome.value.kind).toBe(kind));
const steps = (): unknown[] => heard.onStep.mock.calls.map(([step]) => step);

describe('what can be bought', () => {
  test('a preselected camera begins with the most popular plan', async () => {
    await open();
    expect(checkout.data.value.kind).toBe('ready');
    expect(checkout.changes.value).toEqual([{ cameraId: 'yard', planId: 'month' }]);
  });

  test('nothing where the operator sells no plans, or none at the moment', async () => {
    server.plans = [];
    await open();
    expect(checkout.data.value.kind).toBe('nothing-on-sale');
    server.billing = { isEnabled: false };
    await checkout.load();
    expect(checkout.data.value.kind).toBe('nothing-on-sale');
  });

  test('nothing without cameras of one’s own', async () => {
    server.cameras = [buildCamera({ id: 'foreign', isOwner: false })];
    await open();
    expect(checkout.data.value.kind).toBe('no-cameras');
  });

  test('a failure can be retried', async () => {
    server.offline = true;
    await open();
    expect(checkout.data.value.kind).toBe('failed');
    server.offline = false;
    await checkout.load();
    expect(checkout.data.value.kind).toBe('ready');
  });
});

describe('steps', () => {
  test('nothing costs anything without a choice, and nothing is paid without a price', async () => {
    await open({ cameraIds: [] });
    for (const step of ['review', 'payment', 'result'] as const) checkout.go(step);
    expect([checkout.step.value, steps()]).toEqual(['plans', []]);
    checkout.choose('gate', 'week');
    checkout.go('payment');
    expect(checkout.step.value).toBe('review');
  });

  test('a page that is loaded at a later step is shown the one that is possible', async () => {
    await open({ step: 'payment' });
    expect([checkout.step.value, steps()]).toEqual(['review', ['review']]);
  });

  test('the page’s own Back is not reported back to it', async () => {
    await openAt('payment');
    expect(steps()).toEqual(['review', 'payment']);
    checkout.show('review');
    checkout.show('plans');
    expect([checkout.step.value, steps()]).toEqual(['plans', ['review', 'payment']]);
  });

  test('another choice needs another price', async () => {
    await openAt('payment');
    checkout.show('plans');
    checkout.choose('gate', 'week');
    checkout.show('payment');
    expect([checkout.step.value, steps().at(-1)]).toEqual(['review', 'review']);
    await vi.waitFor(() => expect(checkout.quote.value).toMatchObject({ preview: { toPay: 99_800 } }));
  });
});

describe('the price', () => {
  test('is calculated by the server before anything is ordered', async () => {
    server.balance = { amount: 4_900, currency: 'RUB' };
    await openAt('review');
    expect(server.requestsTo(previewInvoice).map(({ body }) => body)).toEqual([{ cameraPlans: [{ cameraId: 'yard', planId: 'month' }] }]);
    expect(checkout.quote.value).toMatchObject({ preview: { fromBalance: 4_900, toPay: 70_000 }, before: null });
    expect(server.orders.size).toBe(0);
  });

  test('of a plan that follows the chosen one is shown and asked for before going on', async () => {
    await openAt('payment');
    server.plans = [week, { ...month, id: 'month-2', price: 89_900 }];
    await checkout.submit();
    await vi.waitFor(() => expect(checkout.quote.value).toMatchObject({ preview: { toPay: 89_900 }, before: { toPay: 74_900 } }));
    expect([checkout.step.value, server.orders.size, steps()]).toEqual(['review', 0, ['review', 'payment', 'review']]);
    checkout.go('payment');
    expect(checkout.step.value).toBe('review');
    await checkout.accept();
    expect([checkout.step.value, checkout.changes.value]).toEqual(['payment', [{ cameraId: 'yard', planId: 'month-2' }]]);
  });

  test('is asked for again when the same plans cost another one', async () => {
    await openAt('payment');
    // Money has come in meanwhile.
    server.balance = { amount: 50_000, currency: 'RUB' };
    const order = vi.spyOn(client.billing, 'order').mockRejectedValueOnce(new WatchpostError('plan-outdated'));
    await checkout.submit();
    await vi.waitFor(() => expect(checkout.quote.value).toMatchObject({ preview: { toPay: 24_900 }, before: { toPay: 74_900 } }));
    expect([checkout.step.value, checkout.isOutdated.value]).toEqual(['review', false]);
    checkout.go('payment');
    expect(checkout.step.value).toBe('review');
    await checkout.accept();
    expect([checkout.step.value, order.mock.calls.length]).toEqual(['payment', 1]);
  });

  test('of a plan that is no longer sold takes its choice back', async () => {
    await open();
    checkout.choose('gate', 'week');
    server.plans = [week];
    checkout.go('review');
    await vi.waitFor(() =>
      expect(checkout.changes.value).toEqual([
        { cameraId: 'yard', planId: 'week' },
        { cameraId: 'gate', planId: 'week' },
      ]),
    );
    await vi.waitFor(() => expect([checkout.step.value, checkout.isOutdated.value]).toEqual(['plans', true]));
  });
});

describe('paying', () => {
  test('by a new card: one order, and the payment service’s page', async () => {
    await openAt('payment');
    expect(checkout.method.value).toEqual({ kind: 'card', id: null });
    await Promise.all([checkout.submit(), checkout.submit()]);
    // Enter in a field, while the browser is about to leave.
    await checkout.submit();
    expect(assign.mock.calls).toEqual([['https://pay.test/order-1']]);
    expect(heard.onOrder.mock.calls).toEqual([['order-1']]);
    expect(server.requestsTo(payOrder).map(({ body }) => body)).toEqual([
      { method: 'card', paymentMethodId: null, isSaved: true, returnUrl: 'https://watchpost.test/checkout?watchpost-order=order-1' },
    ]);
    expect([checkout.work.value.kind, server.orders.size]).toEqual(['leaving', 1]);
  });

  test('by a saved card: waits, and reports once what came of it', async () => {
    server.paymentMethods = [buildPaymentMethod({ id: 'other', isDefault: false }), buildPaymentMethod({ id: 'main' })];
    await openAt('payment', { returnUrl: '/order/{order}/payment' });
    const paying = checkout.submit();
    await outcome('waiting');
    expect(server.requestsTo(payOrder)[0]?.body).toMatchObject({
      paymentMethodId: 'main',
      isSaved: false,
      returnUrl: 'https://watchpost.test/order/order-1/payment',
    });
    setOrder({ state: 'completed' });
    await clock.advance(20_000);
    await paying;
    expect(checkout.outcome.value).toMatchObject({ kind: 'activated', order: { id: 'order-1' } });
    await checkout.check();
    expect(heard.onFinish).toHaveBeenCalledOnce();
  });

  test('from the balance: there is nothing to pay for', async () => {
    server.balance = { amount: 100_000, currency: 'RUB' };
    await openAt('payment');
    expect(checkout.outcome.value.kind).toBe('activated');
    expect(server.requestsTo(payOrder).map(({ body }) => body)).toEqual([{ method: 'balance' }]);
    expect(steps()).toEqual(['review', 'result']);
  });

  test('by invoice, once the payer is complete', async () => {
    await openAt('payment');
    checkout.chooseMethod({ kind: 'invoice' });
    await checkout.submit();
    expect(checkout.payerProblems.value).toMatchObject({ taxId: 'required' });
    const payer = { name: 'ООО «Ромашка»', taxId: '7707083893', address: 'Москва', contactName: 'Анна', email: 'anna@example.com' };
    checkout.changePayer(payer);
    await checkout.submit();
    expect(checkout.outcome.value).toMatchObject({ kind: 'invoiced', order: { invoiceNumber: '1' } });
    expect(server.requestsTo(requestInvoice)).toHaveLength(1);
    expect(await (await checkout.invoice())?.text()).toContain('%PDF');
  });

  test.each([
    ['a lost answer', new WatchpostError('network')],
    ['an error of a gateway', new WatchpostError('unavailable', { status: 502 })],
    ['an earlier one that is running', new WatchpostError('payment-in-progress', { status: 409 })],
  ])('what is repeated after %s happens once', async (_, error) => {
    await openAt('payment');
    const order = vi.spyOn(client.billing, 'order').mockRejectedValueOnce(error);
    await checkout.submit();
    expect(checkout.work.value.kind).toBe('failed');
    await checkout.submit();
    const keys = order.mock.calls.map(([, call]) => call?.idempotencyKey);
    expect([keys.length, new Set(keys).size, server.orders.size]).toEqual([2, 1, 1]);
  });

  test('in another window: this one waits for it', async () => {
    const onRedirect = vi.fn();
    await openAt('payment', { onRedirect });
    const paying = checkout.submit();
    await outcome('waiting');
    expect([onRedirect.mock.calls, assign.mock.calls]).toEqual([[['https://pay.test/order-1']], []]);
    setOrder({ state: 'completed' });
    await clock.advance(20_000);
    await paying;
    expect(checkout.outcome.value.kind).toBe('activated');
  });

  test('what the user goes back from is not paid', async () => {
    await openAt('payment');
    const { order, answer } = orderLater();
    const paying = checkout.submit();
    checkout.show('plans');
    checkout.choose('gate', 'week');
    answer(buildOrder({ id: 'left', state: 'created' }));
    await paying;
    expect([checkout.step.value, checkout.order.value, checkout.work.value.kind]).toEqual(['plans', null, 'idle']);
    expect([order.mock.calls.length, server.requestsTo(payOrder), assign.mock.calls]).toEqual([1, [], []]);
    expect(heard.onOrder).not.toHaveBeenCalled();
  });

  test('an error of what the user goes back from is not shown elsewhere', async () => {
    await openAt('payment');
    const { answer } = orderLater();
    const paying = checkout.submit();
    checkout.show('plans');
    answer(Promise.reject(new WatchpostError('plan-outdated')));
    await paying;
    expect([checkout.step.value, checkout.isOutdated.value, checkout.work.value.kind]).toEqual(['plans', false, 'idle']);
  });

  test('a checkout that is closed meanwhile pays nothing, and asks for nothing more', async () => {
    await openAt('payment');
    const { answer } = orderLater();
    const [pay, get] = [vi.spyOn(client.billing, 'pay'), vi.spyOn(client.billing.orders, 'get')];
    const paying = checkout.submit();
    checkout.dispose();
    answer(buildOrder({ id: 'left', state: 'created' }));
    await paying;
    await checkout.check();
    expect([pay.mock.calls, get.mock.calls, heard.onOrder.mock.calls]).toEqual([[], [], []]);
  });

  test('an order that another tab pays is shown, not paid again', async () => {
    await openAt('payment');
    await checkout.submit();
    setOrder({ state: 'completed' });
    checkout.returned();
    await outcome('activated');
    checkout.show('payment');
    expect([checkout.step.value, checkout.order.value]).toEqual(['plans', null]);
  });

  test('Back from the payment service’s page pays the same order', async () => {
    await openAt('payment');
    await checkout.submit();
    checkout.returned();
    await outcome('waiting');
    checkout.show('payment');
    expect(checkout.step.value).toBe('payment');
    void checkout.submit();
    await vi.waitFor(() => expect(server.requestsTo(payOrder)).toHaveLength(2));
    expect([server.orders.size, server.requestsTo(createOrder).length]).toEqual([1, 1]);
  });
});

describe('an order that is found again', () => {
  const find = async (order: Partial<Order>): Promise<void> => {
    server.orders.set('o', buildOrder({ id: 'o', cameraPlans: [{ cameraId: 'yard', planId: 'week' }], ...order }));
    await open({ orderId: 'o' });
  };

  test.each([
    [{ state: 'created' }, 'unpaid'],
    [{ state: 'created', invoiceNumber: '7', paidWith: 'invoice' }, 'invoiced'],
    [{ state: 'processing' }, 'waiting'],
    [{ state: 'paid' }, 'waiting'],
    [{ state: 'completed' }, 'activated'],
    [{ state: 'completed', kind: 'balance' }, 'credited'],
    [{ state: 'failed', failure: 'declined' }, 'failed'],
    [{ state: 'cancelled' }, 'cancelled'],
  ] as const)('%o is %s', async (order, kind) => {
    await find(order);
    await outcome(kind);
    expect(checkout.step.value).toBe('result');
  });

  test('that was not paid can be paid', async () => {
    await find({ state: 'created' });
    await outcome('unpaid');
    checkout.go('payment');
    await checkout.submit();
    expect([assign.mock.calls, server.orders.size]).toEqual([[['https://pay.test/o']], 1]);
  });

  test('that is declined twice is reported twice', async () => {
    await find({ state: 'failed', failure: 'declined' });
    await outcome('failed');
    checkout.go('payment');
    await checkout.submit();
    setOrder({ state: 'failed', failure: 'declined' });
    checkout.returned();
    await outcome('failed');
    await checkout.check();
    expect(heard.onFinish).toHaveBeenCalledTimes(2);
  });

  test('that takes too long can be left, and looked at again', async () => {
    await find({ state: 'processing' });
    await outcome('waiting');
    await clock.advance(601_000);
    await vi.waitFor(() => expect(checkout.outcome.value).toMatchObject({ kind: 'waiting', isLong: true }));
    setOrder({ state: 'failed', failure: 'plans-failed' });
    await checkout.check();
    expect(checkout.outcome.value).toMatchObject({ kind: 'failed', failure: 'plans-failed' });
    // Money was taken: it is not paid again.
    checkout.go('payment');
    expect(checkout.step.value).toBe('plans');
  });

  test('while the server starts again is waited for', async () => {
    server.orders.set('o', buildOrder({ id: 'o', state: 'completed' }));
    vi.spyOn(client.billing.orders, 'get').mockRejectedValueOnce(new WatchpostError('unavailable', { status: 503 }));
    await open({ orderId: 'o' });
    await outcome('activated');
  });

  test('that does not exist says so', async () => {
    await open({ orderId: 'gone' });
    await outcome('unknown');
  });
});

test('a plan that runs is changed or ended, and what it has is no order', async () => {
  server.subscriptions = [
    buildSubscription({ cameraId: 'yard', plan: week, nextPlanId: 'week', chargedThroughDate: clock.now() + 86_400_000 }),
  ];
  await open();
  expect(checkout.changes.value).toEqual([]);
  checkout.choose('yard', null);
  expect(checkout.changes.value).toEqual([{ cameraId: 'yard', planId: null }]);
});
