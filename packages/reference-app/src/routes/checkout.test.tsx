// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildCamera, buildOrder, buildPlan } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { paths } from '../shared/navigation/paths.ts';
import { forgetApp, prepareApp, renderApp } from '../shared/testing/render-app.tsx';
import { CheckoutRoute } from './checkout.tsx';

afterEach(forgetApp);

async function open(path: string, { isSold = true } = {}) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  if (isSold)
    server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: false, minTopUp: 10_000, maxTopUp: 10_000_000 };
  server.cameras = [buildCamera({ id: 'door', title: 'Front door' })];
  server.plans = [buildPlan({ id: 'week', name: '7 days' }), buildPlan({ id: 'month', name: '30 days', price: 74_900 })];
  const names = ['checkout', 'checkoutPurchase', 'invoicePayment', 'changeCameraPlan'] as const;
  const router = createMemoryRouter(
    names.map((name) => ({ path: paths[name], Component: CheckoutRoute })),
    { initialEntries: [path] },
  );
  await renderApp(<RouterProvider router={router} />, { client, server });
  return { router, server };
}

test('each step has its address, what was chosen stays, and Back goes back one step', async () => {
  const { router, server } = await open('/checkout?cameraIds=door');
  fireEvent.click(await screen.findByRole('button', { name: 'See the price' }));
  await waitFor(() =>
    expect(router.state.location.pathname + router.state.location.search).toBe('/checkout/purchase?cameraIds=door&step=review'),
  );
  await screen.findByRole('heading', { name: 'What it costs' });
  await router.navigate(-1);
  await waitFor(() => expect(router.state.location.pathname).toBe('/checkout'));
  await screen.findByRole('button', { name: 'See the price' });
  // One checkout for all of it: it did not begin again.
  expect(server.requestsTo({ method: 'GET', path: '/public/api/v2/cameraphone/billing/plans' })).toHaveLength(1);
});

test('a payment without a price that was agreed to begins with the price', async () => {
  const { router } = await open('/checkout/purchase?step=payment');
  await waitFor(() => expect(router.state.location.search).toBe('?step=review'));
  await screen.findByRole('heading', { name: 'What it costs' });
});

test('a reload keeps what was chosen; leaving drops it', async () => {
  await open('/checkout?cameraIds=door');
  fireEvent.click(await screen.findByRole('radio', { name: /749/ }));
  fireEvent.click(screen.getByRole('button', { name: 'See the price' }));
  await screen.findByRole('heading', { name: 'What it costs' });
  const kept = sessionStorage.getItem('watchpost:checkout') ?? '';
  act(() => cleanup());
  expect(sessionStorage.getItem('watchpost:checkout')).toBeNull();

  sessionStorage.setItem('watchpost:checkout', kept);
  await open('/checkout/purchase?cameraIds=door&step=review');
  await screen.findByText('30 days');
});

test('an invoice is found again under its own address, and Back from it begins another order', async () => {
  const { router, server } = await open('/checkout');
  server.orders.set(
    'o-1',
    buildOrder({ id: 'o-1', state: 'created', invoiceNumber: 'WP-1', cameraPlans: [{ cameraId: 'door', planId: 'week' }] }),
  );
  await act(() => router.navigate('/order/invoice-payment?order=o-1'));
  await screen.findByText('Invoice WP-1 is ready');
  expect(router.state.location.pathname).toBe('/order/invoice-payment');
  await act(() => router.navigate(-1));
  await screen.findByRole('heading', { name: 'Cameras and plans' });
});

test('without plans on sale there is no checkout', async () => {
  await open('/checkout', { isSold: false });
  await screen.findByText('Page not found');
});
