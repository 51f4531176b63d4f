import { getBalance, getBilling, getUpcomingInvoices } from '@watchpost/contract/endpoints/billing';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { describe, expect, test, vi } from 'vitest';
import {
  buildCamera,
  buildOrder,
  buildPaymentMethod,
  buildPlan,
  buildSubscription,
  buildUpcomingInvoices,
  createTestClient,
  signIn,
} from '../../testing/index.ts';
import type { TestClientOptions } from '../../testing/index.ts';
import type { BillingState } from './billing-types.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** A user who owns a camera with a plan that is charged in ten days. */
async function watched({ isSubscribed = true, ...options }: TestClientOptions & { readonly isSubscribed?: boolean } = {}) {
  const parts = createTestClient(options);
  const { client, server, clock } = parts;
  const start = clock.now();
  const chargedAt = start + 10 * day;
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: true, minTopUp: 10_000, maxTopUp: 1_000_000 };
  server.cameras = [buildCamera()];
  server.plans = [buildPlan()];
  server.subscriptions = [buildSubscription({ chargedThroughDate: chargedAt })];
  server.upcomingInvoices = buildUpcomingInvoices([{ startDate: chargedAt }]);
  await signIn(client, server);
  const { billing } = client;
  const seen: BillingState[] = [];
  const stop = isSubscribed ? billing.state.subscribe((state) => void seen.push(state)) : () => {};
  /** The state loads by a dynamic import. */
  const settled = async (loads: number) => {
    await vi.waitFor(async () => {
      await clock.settle();
      expect(server.requestsTo(getBalance).length).toBeGreaterThanOrEqual(loads);
    });
    await clock.settle();
  };
  if (isSubscribed) await vi.waitFor(() => expect(server.requestsTo(getBilling)).toHaveLength(1));
  await clock.settle();
  const loads = () => server.requestsTo(getBalance).length;
  const bar = () => {
    const state = billing.state.peek();
    return state.kind === 'ready' ? state.paymentBar.state : state.kind;
  };
  return { ...parts, billing, seen, stop, settled, loads, bar, start, chargedAt };
}

test('nothing is loaded without subscribers', async () => {
  const { server, billing, bar } = await watched({ isSubscribed: false });
  await billing.refresh();
  expect([server.requestsTo(getBilling).length, bar()]).toEqual([0, 'loading']);
});

test('everything is loaded with the first subscriber, once for all', async () => {
  const { server, billing, seen, bar, loads, start } = await watched();
  billing.state.subscribe(() => {});
  expect([bar(), loads(), server.requestsTo(listCameras).length]).toEqual(['None', 1, 1]);
  expect(billing.state.value).toMatchObject({
    kind: 'ready',
    billing: server.billing,
    balance: server.balance,
    upcomingInvoices: server.upcomingInvoices,
    subscriptions: server.subscriptions,
    cameras: server.cameras,
    paymentMethods: [],
  });
  expect(billing.state.value).toMatchObject({ loadedAt: start });
  expect(seen.map(({ kind }) => kind)).toEqual(['loading', 'ready']);
});

test('where no plans are sold, nothing else is requested, now or later', async () => {
  const { server, billing, clock, bar } = await watched({ isSubscribed: false });
  server.billing = { isEnabled: false };
  billing.state.subscribe(() => {});
  await vi.waitFor(() => expect(bar()).toBe('disabled'));
  await clock.advance(10 * day);
  expect([server.requestsTo(getBilling).length, server.requestsTo(getBalance).length, clock.pending]).toEqual([1, 0, 0]);
});

test('a server that knows no billing sells no plans', async () => {
  const { server, billing, clock, bar } = await watched({ isSubscribed: false });
  server.answerNext(getBilling, 'not-found');
  billing.state.subscribe(() => {});
  await vi.waitFor(() => expect(bar()).toBe('disabled'));
  expect(clock.pending).toBe(0);
});

describe('with time', () => {
  test('a charge is announced from the millisecond at which it begins before now plus four days', async () => {
    const { clock, bar, chargedAt, start } = await watched();
    await clock.advance(chargedAt - 4 * day - start);
    expect(bar()).toBe('None');
    await clock.advance(1);
    expect(bar()).toBe('PayUntil');
  });

  test('it is announced without a connection, too', async () => {
    const { clock, server, bar, chargedAt, start } = await watched();
    server.offline = true;
    await clock.advance(chargedAt - 4 * day - start + 1);
    expect(bar()).toBe('PayUntil');
  });

  test('everything is loaded again at that moment, on the day of the charge, and once a day', async () => {
    const { clock, loads, chargedAt, start } = await watched();
    const loadedAt: number[] = [];
    for (let step = 0; step < 10 * 24; step += 1) {
      const before = loads();
      await clock.advance(hour);
      if (loads() > before) loadedAt.push(Math.round((clock.now() - start) / hour));
    }
    expect(clock.now()).toBe(chargedAt);
    // Day by day, until the announcement (its millisecond is in the next hour) and from there to the charge.
    expect(loadedAt).toEqual([24, 48, 72, 96, 120, 144, 145, 169, 193, 217, 240]);
  });

  test('a charge that the server has not made yet is asked for again, ever less often', async () => {
    const { clock, loads, chargedAt, start } = await watched();
    await clock.advance(chargedAt - start);
    const before = loads();
    const counts: number[] = [];
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      await clock.advance(minutes * minute);
      counts.push(loads() - before);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('a charge that was made moves to the next', async () => {
    const { clock, server, loads, chargedAt, start, bar } = await watched();
    server.paymentMethods = [buildPaymentMethod()];
    await clock.advance(chargedAt - start - 1);
    const next = chargedAt + 30 * day;
    server.upcomingInvoices = buildUpcomingInvoices([{ startDate: next }]);
    server.subscriptions = [buildSubscription({ chargedThroughDate: next })];
    await clock.advance(1);
    const before = loads();
    await clock.advance(23 * hour);
    expect([loads() - before, bar()]).toEqual([0, 'None']);
  });
});

test('a payment is seen when its order completes', async () => {
  const { billing, server, clock, bar } = await watched();
  server.balance = { amount: -1, currency: 'RUB' };
  await billing.refresh();
  expect(bar()).toBe('ServicePaused');
  const order = await billing.topUp(50_000);
  await billing.pay(order.id, { method: 'card', paymentMethodId: 'card-1', isSaved: true, returnUrl: 'https://watchpost.test/' });
  const completed = billing.waitForOrder(order.id);
  await clock.advance(1000);
  expect(bar()).toBe('ServicePaused');
  server.balance = { amount: 49_999, currency: 'RUB' };
  server.orders.set(order.id, buildOrder({ ...order, state: 'completed' }));
  await clock.advance(2000);
  expect((await completed).state).toBe('completed');
  await clock.settle();
  expect(bar()).toBe('None');
});

test('a payment from the balance and a removed card are seen at once', async () => {
  const { billing, server, clock, bar, chargedAt, start } = await watched();
  server.paymentMethods = [buildPaymentMethod()];
  server.balance = { amount: 49_900, currency: 'RUB' };
  await clock.advance(chargedAt - start - day);
  expect(bar()).toBe('None');
  const order = await billing.order({ cameraPlans: [{ cameraId: 'camera-1', planId: 'plan-7' }], expectedToPay: 0 });
  await billing.pay(order.id, { method: 'balance' });
  await clock.settle();
  expect(bar()).toBe('None');
  await billing.paymentMethods.remove('card-1');
  await clock.settle();
  expect(bar()).toBe('PayUntil');
});

test('a camera that was added is seen after a refresh', async () => {
  const { billing, server, bar } = await watched();
  server.cameras = [buildCamera(), buildCamera({ id: 'new' })];
  await billing.refresh();
  expect(bar()).toBe('Subscription');
});

describe('a failure', () => {
  test('at first is the state, and it is tried again', async () => {
    const { billing, server, clock, bar } = await watched({ isSubscribed: false });
    server.answerNext(getUpcomingInvoices, 503);
    billing.state.subscribe(() => {});
    await vi.waitFor(() => expect(bar()).toBe('failed'));
    expect(billing.state.value).toMatchObject({ error: { code: 'unavailable' } });
    await clock.advance(5000);
    expect(bar()).toBe('None');
  });

  test('later leaves what was loaded', async () => {
    const { billing, server, clock, bar, loads } = await watched();
    server.offline = true;
    await billing.refresh();
    expect(bar()).toBe('None');
    server.offline = false;
    server.balance = { amount: -1, currency: 'RUB' };
    const before = loads();
    await clock.advance(5000);
    expect([loads() - before, bar()]).toEqual([1, 'ServicePaused']);
  });

  test('ends as soon as the network is back', async () => {
    let report = (_: boolean): void => {};
    const network = { isOnline: () => true, subscribe: (listener: (online: boolean) => void) => ((report = listener), () => {}) };
    const { billing, server, clock, bar, loads } = await watched({ network });
    server.offline = true;
    await billing.refresh();
    server.offline = false;
    server.balance = { amount: -1, currency: 'RUB' };
    report(true);
    await clock.settle();
    expect(bar()).toBe('ServicePaused');
    const before = loads();
    report(true);
    await clock.settle();
    expect(loads()).toBe(before);
  });
});

test('nothing is loaded 5 s after the last subscriber, and a page that changes its screen loads nothing twice', async () => {
  const { billing, clock, stop, loads, bar, settled } = await watched();
  stop();
  await clock.advance(4999);
  const again = billing.state.subscribe(() => {});
  await clock.advance(10_000);
  expect([loads(), bar()]).toEqual([1, 'None']);
  again();
  await clock.advance(5000);
  expect([clock.pending, bar()]).toEqual([0, 'loading']);
  billing.state.subscribe(() => {});
  await settled(2);
  expect([loads(), bar()]).toEqual([2, 'None']);
});

test('it ends with the session, and begins again with the next user’s', async () => {
  const { client, server, clock, bar, loads } = await watched();
  await client.session.signOut();
  await clock.settle();
  expect([bar(), clock.pending]).toEqual(['loading', 0]);
  server.balance = { amount: -1, currency: 'RUB' };
  await signIn(client, server, 'boris@example.com');
  await clock.settle();
  expect([bar(), loads()]).toEqual(['ServicePaused', 2]);
});

test('it ends with the client', async () => {
  const { client, clock, loads } = await watched();
  client.dispose();
  expect(clock.pending).toBe(0);
  await clock.advance(20 * day);
  expect(loads()).toBe(1);
});
