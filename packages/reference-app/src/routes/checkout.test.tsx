// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { buildCamera, buildPlan } from '@watchpost/sdk-core/testing';
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
  server.plans = [buildPlan({ id: 'week', name: '7 days' })];
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

test('without plans on sale there is no checkout', async () => {
  await open('/checkout', { isSold: false });
  await screen.findByText('Page not found');
});
