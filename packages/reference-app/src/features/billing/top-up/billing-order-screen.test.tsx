// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react';
import type { Order } from '@watchpost/sdk-core';
import { buildOrder } from '@watchpost/sdk-core/testing';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetApp, prepareApp, renderApp } from '../../../shared/testing/render-app.tsx';
import { OrderScreen } from './billing-order-screen.tsx';

afterEach(forgetApp);

async function open(order: Partial<Order> | null) {
  const { client, server } = await prepareApp({ email: 'anna@example.com' });
  if (order) server.orders.set('order-1', buildOrder({ kind: 'balance', total: 50_000, ...order }));
  const onContact = vi.fn<() => void>();
  await renderApp(
    <MemoryRouter>
      <OrderScreen orderId="order-1" next="/next" missing={<p>no such order</p>} onContact={onContact} />
    </MemoryRouter>,
    { client, server },
  );
  return { onContact };
}

test('a payment that is not confirmed is waited for, and can be left', async () => {
  await open({ state: 'processing' });
  await screen.findByText('Waiting for the payment');
  expect(screen.getByText(/It may take a few minutes/)).toBeDefined();
  expect(screen.getByRole('link', { name: 'To payments' }).getAttribute('href')).toBe('/settings/payments-and-billing');
});

test.each([
  [{ state: 'completed' }, 'The balance is topped up', '₽500 is on your balance.'],
  [{ state: 'completed', kind: 'subscription' }, 'Payment received', 'Subscriptions are activated. The cameras record by their plans.'],
  [{ state: 'cancelled' }, 'The payment was cancelled', 'Nothing was charged.'],
] as const)('%j: %s', async (order, title, text) => {
  await open(order);
  await screen.findByText(title);
  expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByRole('link', { name: 'Done' }).getAttribute('href')).toBe('/next');
});

test.each([
  ['balance', 'declined', 'Failed to credit funds to account', 'Pay again'],
  ['balance', 'credit-failed', 'Failed to credit funds to account', 'Done'],
  ['subscription', 'credit-failed', 'Failed to credit funds to account', 'Done'],
  ['subscription', 'plans-failed', 'Failed to change plans', 'Done'],
  ['subscription', 'declined', 'Failed to change plans', 'Pay again'],
  ['subscription', null, 'Failed to change plans', 'Pay again'],
] as const)('a %s that failed with %s says why and how to contact us', async (kind, failure, title, action) => {
  const { onContact } = await open({ kind, state: 'failed', failure });
  await screen.findByText(title);
  expect(screen.getByRole('link').textContent).toBe(action);
  expect(screen.getByText('If this repeats, contact us and name order order-1.')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Contact us' }));
  expect(onContact).toHaveBeenCalledOnce();
});

test('an order of another account does not exist', async () => {
  await open(null);
  await screen.findByText('no such order');
});
