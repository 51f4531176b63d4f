// @vitest-environment jsdom
import { buildCamera, buildOrder, buildPlan, createFakeClock, createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { installStandIns } from '../../primitives/testing/stand-ins.ts';
import { Checkout } from './checkout.tsx';
import type { CheckoutProps } from './checkout.tsx';

afterEach(cleanup);

test('Back from an order that is still being read, and Forward again, shows that order', async () => {
  installStandIns();
  CSSStyleSheet.prototype.replaceSync ??= () => {};
  const { client, server } = createTestClient({ clock: createFakeClock() });
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: false, minTopUp: 100, maxTopUp: 100_000 };
  server.plans = [buildPlan({ id: 'week', price: 24_900 })];
  server.cameras = [buildCamera({ id: 'yard' })];
  await signIn(client, server);
  server.orders.set('o-1', buildOrder({ id: 'o-1', state: 'processing', cameraPlans: [{ cameraId: 'yard', planId: 'week' }] }));
  vi.spyOn(client.billing.orders, 'get').mockReturnValueOnce(new Promise(() => undefined));
  const at = (place: Pick<CheckoutProps, 'orderId' | 'step'>) => (
    <Checkout client={client} locale="en" cameraIds={['yard']} onClose={() => undefined} {...place} />
  );
  const { rerender } = render(at({ orderId: 'o-1', step: 'payment' }));
  await screen.findByRole('heading', { name: 'Waiting for the payment' });
  rerender(at({ step: 'review' }));
  await screen.findByRole('heading', { name: 'What it costs' });
  rerender(at({ orderId: 'o-1', step: 'payment' }));
  await screen.findByRole('heading', { name: 'Waiting for the payment' });
});
