// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildCamera, buildOrder, buildPlan } from '@watchpost/sdk-core/testing';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { paths } from '../shared/navigation/paths.ts';
import { forgetApp, prepareApp, renderApp } from '../shared/testing/render-app.tsx';
import { CheckoutRoute } from './checkout.tsx';

afterEach(forgetApp);
const createOrder = { method: 'POST', path: '/public/api/v2/cameraphone/billing/orders' } as const;
const payOrder = { method: 'POST', path: '/public/api/v2/cameraphone/billing/orders/{id}/payments' } as const;
type Router = ReturnType<typeof createMemoryRouter>;

async function open(path: string, { isSold = true } = {}) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  if (isSold)
    server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: false, minTopUp: 10_000, maxTopUp: 10_000_000 };
  server.cameras = [buildCamera({ id: 'door', title: 'Front door' })];
  server.plans = [buildPlan({ id: 'week', name: '7 days' }), buildPlan({ id: 'month', name: '30 days', price: 74_900 })];
  let load = (): void => undefined;
  const loaded = new Promise<null>((resolve) => (load = () => resolve(null)));
  const names = ['checkout', 'checkoutPurchase', 'invoicePayment', 'changeCameraPlan'] as const;
  const router = createMemoryRouter(
    [
      ...names.map((name) => ({ path: paths[name], Component: CheckoutRoute })),
      { path: '/', element: <p>Elsewhere</p> },
      { path: '/slow', loader: () => loaded, element: <p>Elsewhere</p> },
    ],
    { initialEntries: [path] },
  );
  await renderApp(<RouterProvider router={router} />, { client, server });
  const address = (): string => router.state.location.pathname + router.state.location.search;
  return { router, server, client, address, load: (): void => load() };
}

/** Presses Pay. The order is answered when the test says so; no payment is. */
async function payLater({ client, server }: Pick<Awaited<ReturnType<typeof open>>, 'client' | 'server'>) {
  let answer = (): void => undefined;
  const order = Response.json(buildOrder({ id: 'o-1', state: 'created', cameraPlans: [{ cameraId: 'door', planId: 'week' }] }));
  server.answerNext(createOrder, () => new Promise<Response>((resolve) => (answer = () => resolve(order))));
  server.answerNext(payOrder, () => new Promise<Response>(() => undefined));
  const ordered = vi.spyOn(client.billing, 'order');
  for (const name of ['See the price', 'Go to payment', /^Pay/]) fireEvent.click(await screen.findByRole('button', { name }));
  await waitFor(() => expect(server.requestsTo(createOrder)).toHaveLength(1));
  return () =>
    act(async () => {
      answer();
      await ordered.mock.results[0]?.value;
    });
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

test.each<[string, (router: Router) => Promise<void>, string]>([
  ['left', (router) => router.navigate('/'), '/'],
  ['gone back', (router) => router.navigate(-1), '/checkout/purchase?cameraIds=door&step=review'],
])('an order that is made after the user has %s takes nobody back', async (_, leave, left) => {
  const opened = await open('/checkout?cameraIds=door');
  const answer = await payLater(opened);
  await act(() => leave(opened.router));
  await (left === '/' ? screen.findByText('Elsewhere') : screen.findByRole('heading', { name: 'What it costs' }));
  await answer();
  expect(opened.address()).toBe(left);
});

test('an order that is made while another page loads does not take its place', async () => {
  const { router, address, load, ...opened } = await open('/checkout?cameraIds=door');
  const answer = await payLater(opened);
  act(() => void router.navigate('/slow'));
  await answer();
  await act(async () => load());
  await screen.findByText('Elsewhere');
  expect(address()).toBe('/slow');
});

test('what the balance pays for never has the address of a payment, and its result stays', async () => {
  const { router, server, address } = await open('/checkout?cameraIds=door');
  server.balance = { ...server.balance, amount: 100_000 };
  const seen: (string | null)[] = [];
  router.subscribe(({ location }) => void seen.push(new URLSearchParams(location.search).get('step')));
  for (const name of ['See the price', 'Confirm']) fireEvent.click(await screen.findByRole('button', { name }));
  await screen.findByRole('heading', { name: 'Done' });
  await waitFor(() => expect(address()).toBe('/checkout/purchase?cameraIds=door&step=result&order=order-1'));
  expect(seen).not.toContain('payment');
  screen.getByRole('heading', { name: 'Done' });
});

test('after a payment that was not started, other plans are another order; the same plans are the same one', async () => {
  const { server, address } = await open('/checkout?cameraIds=door');
  server.answerNext(payOrder, 'unavailable');
  const press = async (...names: (string | RegExp)[]): Promise<void> => {
    for (const name of names) fireEvent.click(await screen.findByRole('button', { name }));
  };
  await press('See the price', 'Go to payment', /^Pay/);
  const payment = '/checkout/purchase?cameraIds=door&step=payment';
  await waitFor(() => expect(address()).toBe(`${payment}&order=order-1`));
  await waitFor(() => expect(server.requestsTo(payOrder)).toHaveLength(1));
  await press('Back');
  await screen.findByRole('heading', { name: 'What it costs' });
  server.answerNext(payOrder, 'unavailable');
  await press('Go to payment', /^Pay/);
  await waitFor(() => expect(server.requestsTo(payOrder)).toHaveLength(2));
  expect([address(), server.orders.size]).toEqual([`${payment}&order=order-1`, 1]);

  await press('Back', 'Back');
  fireEvent.click(await screen.findByRole('radio', { name: /749/ }));
  await press('See the price');
  await screen.findByRole('heading', { name: 'What it costs' });
  expect(address()).toBe('/checkout/purchase?cameraIds=door&step=review');
  await press('Go to payment', /^Pay/);
  await waitFor(() => expect(address()).toBe(`${payment}&order=order-2`));
});

test('without plans on sale there is no checkout', async () => {
  await open('/checkout', { isSold: false });
  await screen.findByText('Page not found');
});
