// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildPaymentMethod } from '@watchpost/sdk-core/testing';
import type { FakeServer } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { TopUpScreen } from './billing-top-up-screen.tsx';

const order = { method: 'POST', path: '/public/api/v2/cameraphone/billing/account/balance' } as const;
const payment = { method: 'POST', path: '/public/api/v2/cameraphone/billing/orders/order-1/payments' } as const;

afterEach(forgetApp);

function Address(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

async function open(change: (server: FakeServer) => void = () => undefined) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'yookassa', hasInvoices: false, minTopUp: 10_000, maxTopUp: 10_000_000 };
  change(server);
  const onRedirect = vi.fn<(url: string) => void>();
  const router = createMemoryRouter([
    { path: '/', element: <TopUpScreen onRedirect={onRedirect} /> },
    {
      path: '*',
      element: (
        <output>
          <Address />
        </output>
      ),
    },
  ]);
  await renderApp(<RouterProvider router={router} />, { client, server });
  return { client, server, router, onRedirect, field: await screen.findByLabelText<HTMLInputElement>('Amount, RUB') };
}

const type = (field: HTMLInputElement, value: string): void => {
  fireEvent.change(field, { target: { value } });
};
const submit = (): void => {
  fireEvent.click(screen.getByRole('button', { name: /^Pay/ }));
};

test('an amount outside of the limits, or none at all, is explained before anything is ordered', async () => {
  const { server, field } = await open();
  for (const [value, error] of [
    ['', 'Field is required.'],
    ['99.99', 'Minimum allowed value: 100.'],
    ['100000.01', 'Maximum allowed value: 100000.'],
    ['10.005', 'Enter an amount such as 500 or 500.50.'],
  ] as const) {
    type(field, value);
    submit();
    await screen.findByText(error);
  }
  expect(server.requestsTo(order)).toEqual([]);
});

test('a new card leads to the payment service’s page, which returns to this order', async () => {
  const { server, onRedirect, field } = await open();
  type(field, '500');
  expect(screen.getByRole('button', { name: 'Pay ₽500' })).toBeDefined();
  submit();
  await waitFor(() => expect(onRedirect).toHaveBeenCalledWith('https://pay.test/order-1'));
  expect(server.orders.get('order-1')).toMatchObject({ kind: 'balance', total: 50_000, state: 'processing' });
});

test('a saved card pays at once, and the result is waited for', async () => {
  const { field, onRedirect } = await open((server) => {
    server.paymentMethods = [buildPaymentMethod({ id: 'visa', brand: 'visa', last4: '0093' })];
  });
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Visa •• 0093/ }).checked).toBe(true);
  type(field, '1000');
  submit();
  await screen.findByText('/order/order-1/payment?paymentType=balance');
  expect(onRedirect).not.toHaveBeenCalled();
});

test('a debt is the suggested amount', async () => {
  const { field } = await open((server) => {
    server.balance = { amount: -44_950, currency: 'RUB' };
  });
  expect(field.value).toBe('449.5');
  fireEvent.click(screen.getByRole('button', { name: '₽1,000' }));
  expect(field.value).toBe('1000');
});

test('after a failure the same order is paid, not another one', async () => {
  const { server, onRedirect, field } = await open();
  server.answerNext(payment, 'unavailable');
  type(field, '500');
  submit();
  await screen.findByText(/^The payment was not started\./);
  submit();
  await waitFor(() => expect(onRedirect).toHaveBeenCalledWith('https://pay.test/order-1'));
  expect([...server.orders.keys()]).toEqual(['order-1']);
});

test.each([
  ['the payment service’s page', { next: 'redirect', url: 'https://pay.test/order-1' }],
  ['the order', { next: 'wait' }],
])('%s does not take the place of where the user has gone meanwhile', async (_, step) => {
  const { client, server, router, onRedirect, field } = await open();
  let answer = (): void => undefined;
  server.answerNext(payment, () => new Promise<Response>((resolve) => (answer = () => resolve(Response.json(step)))));
  const pay = vi.spyOn(client.billing, 'pay');
  type(field, '500');
  submit();
  await waitFor(() => expect(server.requestsTo(payment)).toHaveLength(1));
  await act(() => router.navigate('/events'));
  await act(async () => {
    answer();
    await pay.mock.results[0]?.value;
  });
  await screen.findByText('/events');
  expect(onRedirect).not.toHaveBeenCalled();
});
