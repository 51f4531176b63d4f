// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  buildCamera,
  buildPaymentMethod,
  buildPlan,
  buildSubscription,
  buildTransaction,
  buildUpcomingInvoices,
} from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../shared/testing/render-app.tsx';
import { BillingScreen } from './billing-screen.tsx';
import { WithBilling } from './billing-with.tsx';

const transactionsPath = { method: 'GET', path: '/public/api/v3/billing/transactions' } as const;
const balancePath = { method: 'GET', path: '/public/api/v2/cameraphone/billing/account/balance' } as const;
const day = Date.UTC(2026, 10, 26, 9);

beforeEach(() => {
  vi.setSystemTime(day);
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
});
afterEach(() => {
  forgetApp();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

function sellPlans(server: FakeServer): void {
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: false, minTopUp: 10_000, maxTopUp: 10_000_000 };
  server.balance = { amount: 50_000, currency: 'RUB' };
  server.cameras = [buildCamera({ id: 'door', title: 'Front door' }), buildCamera({ id: 'yard', title: 'Yard' })];
  server.subscriptions = ['door', 'yard'].map((cameraId) => buildSubscription({ cameraId, chargedThroughDate: day + 20 * 86_400_000 }));
}

async function open(change: (server: FakeServer) => void): Promise<FakeServer> {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  change(server);
  await renderApp(
    <MemoryRouter>
      <WithBilling disabled={<p>nothing here</p>}>
        <BillingScreen />
      </WithBilling>
    </MemoryRouter>,
    { client, server },
  );
  return server;
}

test('without plans on sale there are no payments', async () => {
  await open(() => undefined);
  await screen.findByText('nothing here');
});

test('the balance, and the next charges as days of a calendar', async () => {
  await open((server) => {
    sellPlans(server);
    server.subscriptions = [buildSubscription({ cameraId: 'door', plan: buildPlan({ name: '30 days' }) })];
    server.upcomingInvoices = buildUpcomingInvoices([
      { cameraId: 'door', startDate: Date.UTC(2026, 11, 12, 9), amount: 74_900 },
      { cameraId: 'door', startDate: Date.UTC(2026, 11, 21, 9), amount: 49_900 },
      { cameraId: 'yard', startDate: Date.UTC(2026, 11, 21, 11), amount: 49_900 },
    ]);
  });
  await screen.findByText('₽500');
  expect(screen.getByText('Next payment is ₽749 on 12 December, from the balance first.')).toBeDefined();
  expect(screen.getByText('Test mode: cards are test cards, and no money moves.')).toBeDefined();
  const upcoming = within(screen.getByRole('region', { name: 'Upcoming' }));
  expect(upcoming.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '12Dec12 DecemberFront door30 days₽749',
    '21Dec21 December2 camerasFront door and Yard₽998',
  ]);
});

test('a debt says what is owed', async () => {
  await open((server) => {
    sellPlans(server);
    server.balance = { amount: -44_900, currency: 'RUB' };
  });
  await screen.findByText('You owe ₽449. Top up the balance so that the cameras record again.');
});

test('another card becomes primary, and a card is removed after a question', async () => {
  const server = await open((fake) => {
    sellPlans(fake);
    fake.paymentMethods = [
      buildPaymentMethod({ id: 'mir', brand: 'mir', last4: '4417', isDefault: true }),
      buildPaymentMethod({ id: 'visa', brand: 'visa', last4: '0093', expiryMonth: 2, expiryYear: 2027, isDefault: false }),
    ];
  });
  const methods = within(await screen.findByRole('region', { name: 'Payment methods' }));
  const shown = (): (string | null)[] => methods.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(shown()).toEqual(['МИРMIR •• 4417Until 12/30Primary', 'VISAVisa •• 0093Until 02/27']);
  fireEvent.click(methods.getByRole('button', { name: 'Actions for Visa •• 0093' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Make primary' }));
  await waitFor(() => expect(shown()).toEqual(['МИРMIR •• 4417Until 12/30', 'VISAVisa •• 0093Until 02/27Primary']));
  fireEvent.click(methods.getByRole('button', { name: 'Actions for MIR •• 4417' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Remove' }));
  expect(await screen.findByRole('heading', { name: 'Remove MIR •• 4417?' })).toBeDefined();
  expect(server.paymentMethods).toHaveLength(2);
  fireEvent.click(screen.getByRole('button', { name: 'Remove card' }));
  await waitFor(() => expect(shown()).toEqual(['VISAVisa •• 0093Until 02/27Primary']));
  expect(server.paymentMethods.map(({ id }) => id)).toEqual(['visa']);
});

test('the history filters by kind, and each payment has a receipt', async () => {
  await open((server) => {
    sellPlans(server);
    server.transactions = [
      buildTransaction({ id: 't3', at: day, kind: 'top-up', amount: 50_000, cameraIds: [], last4: '4417', orderId: 'order-7' }),
      buildTransaction({ id: 't2', at: day - 86_400_000, amount: -49_900, cameraIds: ['door'], paidWith: 'balance', last4: null }),
      buildTransaction({
        id: 't1',
        at: Date.UTC(2025, 9, 12),
        amount: -74_900,
        cameraIds: ['door', 'gone'],
        paidWith: 'invoice',
        last4: null,
        invoiceNumber: '118',
      }),
    ];
  });
  const rows = (): (string | null)[] =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map(({ textContent }) => textContent);
  await screen.findByRole('table', { name: 'History' });
  expect(rows()).toEqual([
    '26 NovemberTop-upCard •• 4417+₽500',
    '25 NovemberCharge: Front doorBalance−₽499',
    '12 October 2025Charge: Front door and Removed cameraInvoice 118−₽749',
  ]);
  fireEvent.click(screen.getByRole('radio', { name: 'Top-ups' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  fireEvent.click(screen.getByRole('button', { name: 'Receipt: Top-up, 26 November' }));
  const receipt = within(await screen.findByRole('dialog', { name: 'Receipt' }));
  expect(receipt.getByText('order-7')).toBeDefined();
  fireEvent.click(receipt.getAllByRole('button', { name: 'Close' })[0] ?? document.body);
  fireEvent.click(screen.getByRole('radio', { name: 'Refunds' }));
  await screen.findByText('Nothing of this kind');
  fireEvent.click(screen.getByRole('button', { name: 'Show all' }));
  await waitFor(() => expect(rows()).toHaveLength(3));
});

test('what could not be loaded can be requested again, the history by itself', async () => {
  await open((server) => {
    sellPlans(server);
    server.answerNext(balancePath, 'unavailable');
    server.answerNext(transactionsPath, 'unavailable');
  });
  await screen.findByText('Payments could not be loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('The history could not be loaded');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No payments yet');
});
