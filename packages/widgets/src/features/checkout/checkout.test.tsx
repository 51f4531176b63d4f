// @vitest-environment jsdom
import { WatchpostError } from '@watchpost/sdk-core';
import type { Client, Order } from '@watchpost/sdk-core';
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
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { installStandIns } from '../../primitives/testing/stand-ins.ts';
import type { CheckoutChoices } from './checkout-choice.ts';
import { Checkout } from './checkout.tsx';
import type { CheckoutProps } from './checkout.tsx';
import { payOrder, requestInvoice } from './testing/checkout-endpoints.ts';

const week = buildPlan({ id: 'week', name: '7 days', price: 24_900, pricePerMonth: 24_900, isHd: false });
const month = buildPlan({ id: 'month', name: '30 days', price: 74_900, pricePerMonth: 74_900, isMostPopular: true, archiveDays: 30 });
const year = buildPlan({
  ...month,
  id: 'year',
  name: '30 days, a year',
  price: 748_800,
  pricePerMonth: 62_400,
  period: 'Annual',
  months: 12,
});
const dayMs = 86_400_000;
let client: Client;
let server: FakeServer;
let clock: FakeClock;
const heard = { onStep: vi.fn(), onOrder: vi.fn(), onFinish: vi.fn(), onRedirect: vi.fn(), onClose: vi.fn() };

beforeEach(async () => {
  installStandIns();
  CSSStyleSheet.prototype.replaceSync ??= () => {};
  for (const each of Object.values(heard)) each.mockReset();
  clock = createFakeClock();
  ({ client, server } = createTestClient({ clock }));
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: true, minTopUp: 100, maxTopUp: 100_000_000 };
  server.plans = [week, month];
  server.cameras = [buildCamera({ id: 'yard', title: 'Yard' }), buildCamera({ id: 'gate', title: 'Gate' })];
  await signIn(client, server);
});
afterEach(cleanup);

async function open(props: Partial<CheckoutProps> = {}): Promise<(more: Partial<CheckoutProps>) => Promise<void>> {
  const view = (more: Partial<CheckoutProps>) => (
    <Checkout client={client} locale="en" cameraIds={['yard']} {...heard} {...props} {...more} />
  );
  const { rerender } = render(view({}));
  await settle();
  return async (more) => {
    rerender(view(more));
    await settle();
  };
}
const settle = (): Promise<void> =>
  act(async () => {
    for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
    await vi.dynamicImportSettled();
    for (let turn = 0; turn < 60; turn += 1) await Promise.resolve();
  });
const button = (name: string | RegExp): HTMLElement => screen.getByRole('button', { name });
async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(button(name));
  await settle();
}
async function choose(name: RegExp, within_: HTMLElement = document.body): Promise<void> {
  fireEvent.click(within(within_).getByRole('radio', { name }));
  await settle();
}
const text = (): string => document.body.textContent?.replaceAll(/\s/g, ' ') ?? '';
const row = (camera: string): HTMLElement => screen.getByRole('radiogroup', { name: camera });
const seeFocusIn = (camera: string): Promise<void> => vi.waitFor(() => expect(row(camera).contains(document.activeElement)).toBe(true));
const heading = (name: string): HTMLElement => screen.getByRole('heading', { name });

describe('cameras and plans', () => {
  test('plans are compared, and each camera says what it has', async () => {
    server.plans = [week, month, year];
    server.subscriptions = [
      buildSubscription({ cameraId: 'gate', plan: week, nextPlanId: 'week', chargedThroughDate: clock.now() + 20 * dayMs }),
    ];
    await open();
    expect(heading('Cameras and plans')).toBeDefined();
    expect(text()).toContain('30 daysMost popular₽749 a month30 days of archiveHD quality');
    expect(text()).toContain('7 days₽249 a month7 days of archiveSD quality');
    expect(row('Yard').textContent).toContain('Live only');
    expect(row('Gate').textContent).toContain('Paid until 21 JanuaryNow: 7 days');
    expect(within(row('Yard')).getByRole('radio', { name: /^30 days/ })).toHaveProperty('checked', true);
    expect(within(row('Gate')).getByRole('radio', { name: /^7 days/ })).toHaveProperty('checked', true);
    await choose(/^30 days/, row('Gate'));
    expect(row('Gate').textContent).toContain('30 days instead of 7 days');
    expect(text()).toContain('2 cameras selected');
    // The button is gone: the focus stays with the camera.
    await press('Leave it as it is');
    await seeFocusIn('Gate');
    button('Don’t buy').focus();
    await press('Don’t buy');
    await seeFocusIn('Yard');
    expect(text()).toContain('Choose a plan for a camera.');
    expect(button('See the price')).toHaveProperty('disabled', true);
  });

  test('another period has other plans, and the choice moves with it', async () => {
    server.plans = [week, month, year];
    await open();
    await choose(/^Yearly/);
    expect(text()).toContain('₽7,488 for 12 months');
    expect(within(row('Yard')).getByRole('radio')).toHaveProperty('checked', true);
  });

  test('a plan can be ended where plans are changed', async () => {
    server.cameras = server.cameras.slice(0, 1);
    server.subscriptions = [
      buildSubscription({ cameraId: 'yard', plan: week, nextPlanId: 'week', chargedThroughDate: clock.now() + 20 * dayMs }),
    ];
    await open({ edit: true });
    expect(heading('Change plans')).toBeDefined();
    await press('End the plan');
    expect(row('Yard').textContent).toContain('The plan ends 21 January');
    await press('See the price');
    expect(text()).toContain('nothing to pay');
    await press('Confirm');
    expect(text()).toContain('The plans are changed.');
  });

  test.each([
    ['trial', { plan: { ...week, isTrial: true }, renewal: 'off' as const }, 'Trial until 3 January'],
    ['closing expiry', { renewal: 'off' as const, nextPlanId: null }, 'Ends 3 January'],
    ['expired', { isActivationRequired: true }, 'Expired'],
    ['awaiting', { renewal: 'awaiting-payment' as const }, 'Awaiting payment'],
    ['refused', { renewal: 'failed' as const }, 'Payment failed'],
  ])('a plan: %s', async (_, subscription, expected) => {
    server.subscriptions = [buildSubscription({ cameraId: 'yard', chargedThroughDate: clock.now() + 2 * dayMs, ...subscription })];
    await open();
    expect(row('Yard').textContent).toContain(expected);
  });
});

test('a plan that was ended goes on when it is chosen again', async () => {
  const ended = { plan: week, nextPlanId: null, renewal: 'off' as const, chargedThroughDate: clock.now() + 2 * dayMs };
  server.subscriptions = [buildSubscription({ cameraId: 'yard', ...ended })];
  await open();
  await choose(/^7 days/, row('Yard'));
  expect(row('Yard').textContent).toContain('7 days goes on');
});

describe('nothing to choose', () => {
  test('without cameras', async () => {
    server.cameras = [];
    await open();
    expect(text()).toContain('No cameras yet');
    await press('Close');
    expect(heard.onClose).toHaveBeenCalledOnce();
  });

  test('without plans', async () => {
    server.plans = [];
    await open();
    expect(text()).toContain('No plans on sale');
  });

  test('while it loads, and after a failure, which can be retried', async () => {
    server.offline = true;
    render(<Checkout client={client} locale="en" />);
    expect(screen.getByRole('status', { name: 'Loading plans' })).toBeDefined();
    await settle();
    expect(text()).toContain('No connection. What you chose is kept.');
    server.offline = false;
    button('Try again').focus();
    await press('Try again');
    await vi.waitFor(() => expect(document.activeElement).toBe(heading('Cameras and plans')));
  });

  test.each(['unauthorized', 'session-expired'] as const)('without a session: %s', async (code) => {
    vi.spyOn(client.billing, 'get').mockRejectedValueOnce(new WatchpostError(code, { status: 401 }));
    await open();
    expect(text()).toContain('Sign in to continue.Cloud archive, per camera.');
  });
});

describe('what it costs', () => {
  test('now and later, with what the balance covers and what the unused days give back', async () => {
    const preview = {
      currency: 'RUB',
      items: [
        { cameraId: 'yard', planId: 'month', price: 74_900, credit: 12_000, startsAt: clock.now(), endsAt: clock.now() + 30 * dayMs },
      ],
      total: 62_900,
      fromBalance: 2_900,
      toPay: 60_000,
      toBalance: 0,
      nextCharges: [{ date: clock.now() + 30 * dayMs, amount: 99_800, cameraIds: ['yard', 'gate'] }],
    };
    vi.spyOn(client.billing, 'preview').mockResolvedValue(preview);
    await open();
    await press('See the price');
    expect(document.activeElement).toBe(heading('What it costs'));
    for (const line of ['Yard 30 days₽749', 'Unused days of the present plan-₽120', 'From the balance-₽29', 'To pay₽600'])
      expect(text().replaceAll('\u2212', '-')).toContain(line);
    expect(text()).toContain('The new plan starts today, and ₽120 for the unused days of the present one is taken off.');
    expect(text()).toContain('31 January 2 cameras₽998');
    await press('Back');
    expect(heading('Cameras and plans')).toBeDefined();
  });

  test('a plan that is outdated: the new price is shown and asked for', async () => {
    await open();
    await press('See the price');
    await press('Go to payment');
    server.plans = [week, { ...month, id: 'month-2', price: 89_900 }];
    await press(/^Pay/);
    expect(text()).toContain('Plan is outdated. The price is now ₽899; it was ₽749. Nothing was charged.');
    await press('Continue at the new price');
    expect(button(/^Pay/).textContent).toContain('₽899');
  });
});

describe('how to pay', () => {
  async function openPayment(props: Partial<CheckoutProps> = {}): Promise<void> {
    await open(props);
    await press('See the price');
    await press('Go to payment');
  }

  test('a new card is entered on the payment service’s page', async () => {
    await openPayment();
    expect(text()).toContain('Test payments: no money moves.');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Save the card for the next payments' }));
    await press(/^Pay/);
    expect(heard.onRedirect.mock.calls).toEqual([['https://pay.test/order-1']]);
    expect(heard.onOrder.mock.calls).toEqual([['order-1']]);
    expect(server.requestsTo(payOrder)[0]?.body).toMatchObject({ paymentMethodId: null, isSaved: false });
    expect(text()).toContain('Waiting for the payment');
  });

  test('saved cards, the main one first', async () => {
    server.paymentMethods = [buildPaymentMethod({ id: 'visa', brand: 'visa', last4: '1111', isDefault: false }), buildPaymentMethod()];
    await openPayment();
    expect(screen.getByRole('radio', { name: /ending in 4242.*main card, valid until 12\/30/ })).toHaveProperty('checked', true);
    await choose(/ending in 1111/);
    await press(/^Pay/);
    expect(server.requestsTo(payOrder)[0]?.body).toMatchObject({ paymentMethodId: 'visa' });
    expect(text()).toContain('Waiting for the payment');
    expect(text()).toContain('It may take a few minutes. You can leave this page');
    for (const [id, order] of server.orders) server.orders.set(id, { ...order, state: 'completed' });
    await act(() => clock.advance(20_000));
    await settle();
    expect(text()).toContain('Paid ₽749Subscriptions are activated: the archive is recorded for 1 camera from this moment.');
    expect(heard.onFinish.mock.calls).toMatchObject([[{ kind: 'activated', order: { id: 'order-1' } }]]);
    await press('Done');
    expect(heard.onClose).toHaveBeenCalledOnce();
  });

  test('an invoice asks who pays it', async () => {
    await openPayment();
    await choose(/^Invoice for a company/);
    await screen.findByRole('textbox', { name: 'Company name' });
    await press('Get the invoice');
    expect(screen.getAllByText('Fill this in.')).toHaveLength(5);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Company name' }));
    const values = {
      'Company name': 'ООО «Ромашка»',
      'Tax id (INN)': '7707083894',
      'Legal address': 'Москва',
      'Contact name': 'Анна',
      'E-mail': 'a@b.co',
    };
    for (const [name, value] of Object.entries(values)) fireEvent.input(screen.getByRole('textbox', { name }), { target: { value } });
    await press('Get the invoice');
    expect(text()).toContain('This number is not a tax id: check its digits.');
    fireEvent.input(screen.getByRole('textbox', { name: 'Tax id (INN)' }), { target: { value: '7707083893' } });
    await press('Get the invoice');
    expect(server.requestsTo(requestInvoice)).toHaveLength(1);
    expect(text()).toContain('Invoice 1 is readyPay ₽749 by bank transfer. Plans are activated up to 24 hours after the money arrives.');
    expect(button('Download the invoice')).toBeDefined();
  });

  test('a buyer who asks for the invoice before its form is there is led to the first field once it is', async () => {
    await openPayment();
    act(() => void fireEvent.click(screen.getByRole('radio', { name: /^Invoice for a company/ })));
    expect(screen.queryByRole('textbox', { name: 'Company name' })).toBeNull();
    act(() => void fireEvent.click(button('Get the invoice')));
    await settle();
    expect(screen.getAllByText('Fill this in.')).toHaveLength(5);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Company name' }));
    expect(server.requestsTo(requestInvoice)).toHaveLength(0);
  });

  test('without a connection, what was chosen is kept', async () => {
    await openPayment();
    server.offline = true;
    await press(/^Pay/);
    expect(screen.getByRole('alert').textContent).toContain('No connection. What you chose is kept.');
  });

  test('the page’s addresses follow the steps, and its Back leads to the step before', async () => {
    const set = await open({ step: 'plans' });
    await press('See the price');
    await set({ step: 'review' });
    await press('Go to payment');
    await set({ step: 'payment' });
    await set({ step: 'review' });
    expect(heading('What it costs')).toBeDefined();
    expect(heard.onStep.mock.calls).toEqual([['review'], ['payment']]);
  });
});

test('a page that keeps the id of the order that was just made still shows the same checkout', async () => {
  const set = await open({ onRedirect: undefined });
  await press('See the price');
  await press('Go to payment');
  server.offline = true;
  await press(/^Pay/);
  server.offline = false;
  await press(/^Pay/);
  expect(screen.getByRole('status').textContent).toBe('Opening the payment page…');
  await set({ orderId: 'order-1' });
  expect(heading('How to pay')).toBeDefined();
  await set({ orderId: 'gone' });
  expect(text()).toContain('The order can’t be shownSign in with the account that made it.');
  expect(server.orders.size).toBe(1);
  await press('Choose plans');
  expect(heading('Cameras and plans')).toBeDefined();
});

test('a page that keeps what was chosen finds it again', async () => {
  const onChoices = vi.fn();
  await open({ onChoices });
  fireEvent.click(screen.getAllByRole('radio', { name: /249/ })[0] ?? expect.fail());
  const chosen: CheckoutChoices = onChoices.mock.lastCall?.[0];
  expect(chosen).toEqual({ yard: 'week' });
  cleanup();
  await open({ choices: { ...chosen, gate: 'gone' }, step: 'review' });
  expect(text()).toContain('Yard 7 days');
  expect(text()).not.toContain('Gate');
});

describe('what came of an order', () => {
  const find = async (order: Partial<Order>, props: Partial<CheckoutProps> = {}): Promise<void> => {
    server.orders.set('o-1', buildOrder({ id: 'o-1', cameraPlans: [{ cameraId: 'yard', planId: 'week' }], ...order }));
    await open({ orderId: 'o-1', ...props });
  };

  test.each([
    [{ state: 'created' }, 'This order is not paid', 'Pay'],
    [{ state: 'processing' }, 'Waiting for the payment', 'Open the payment page again'],
    [{ state: 'completed', kind: 'balance' }, 'The money is on your balance.', 'Done'],
    [{ state: 'failed', failure: 'declined' }, 'The bank declined the payment', 'Try again'],
    [{ state: 'failed', failure: 'authentication-failed' }, 'The payment was not confirmed', 'Try again'],
    [{ state: 'failed', failure: 'expired' }, 'The time to pay is over', 'Try again'],
    [{ state: 'failed', failure: 'provider-unavailable' }, 'The payment service does not answer', 'Try again'],
    [{ state: 'cancelled' }, 'The order is cancelled', 'Choose plans'],
  ] as const)('%o: %s', async (order, title, action) => {
    await find(order);
    expect(text()).toContain(title);
    expect(button(action)).toBeDefined();
  });

  test.each([
    ['credit-failed', 'Failed to credit funds to account'],
    ['plans-failed', 'Failed to change plans'],
  ] as const)('%s says whom to contact, and does not ask for money again', async (failure, title) => {
    await find({ state: 'failed', failure });
    expect(text()).toContain(`${title}Please contact us and name the order: o-1. Don’t pay again.`);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  test('the page that it was left on shows it', async () => {
    server.orders.set('o-1', buildOrder({ id: 'o-1', state: 'completed' }));
    history.replaceState(null, '', '?watchpost-order=o-1');
    await open({ onClose: undefined });
    history.replaceState(null, '', '/');
    expect(text()).toContain('Paid ₽499');
    // It can't be closed: the next purchase begins here.
    await press('Choose plans');
    expect(heading('Cameras and plans')).toBeDefined();
  });

  test('its own address shows it, also if that names an earlier step', async () => {
    server.orders.set('o-1', buildOrder({ id: 'o-1', state: 'completed' }));
    const set = await open({ orderId: 'o-1', step: 'result' });
    await set({ step: 'review' });
    expect(text()).toContain('Paid ₽499');
    await set({ step: 'plans', orderId: undefined });
    expect(heading('Cameras and plans')).toBeDefined();
  });

  test('in Russian', async () => {
    await find({ state: 'completed', cameraPlans: ['a', 'b', 'c'].map((cameraId) => ({ cameraId, planId: 'week' })) }, { locale: 'ru' });
    expect(text()).toContain('Оплачено 499 ₽Подписки активированы: с этого момента архив записывается для 3 камер.');
  });
});
