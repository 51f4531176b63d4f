// @vitest-environment jsdom
import { buildCamera, buildOrder, buildPlan, createFakeClock, createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, test, vi } from 'vitest';
import { installStandIns } from '../../primitives/testing/stand-ins.ts';
import { Checkout } from './checkout.tsx';
import type { CheckoutProps } from './checkout.tsx';

afterEach(cleanup);

async function open() {
  installStandIns();
  CSSStyleSheet.prototype.replaceSync ??= () => {};
  const { client, server } = createTestClient({ clock: createFakeClock() });
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: false, minTopUp: 100, maxTopUp: 100_000 };
  server.plans = [buildPlan({ id: 'week', price: 24_900 })];
  server.cameras = [buildCamera({ id: 'yard' })];
  await signIn(client, server);
  const at = (place: Pick<CheckoutProps, 'orderId' | 'step'>) => (
    <Checkout client={client} locale="en" cameraIds={['yard']} onClose={() => undefined} {...place} />
  );
  return { client, server, at };
}

test('Back from an order that is still being read, and Forward again, shows that order', async () => {
  const { client, server, at } = await open();
  server.orders.set('o-1', buildOrder({ id: 'o-1', state: 'processing', cameraPlans: [{ cameraId: 'yard', planId: 'week' }] }));
  vi.spyOn(client.billing.orders, 'get').mockReturnValueOnce(new Promise(() => undefined));
  const { rerender } = render(at({ orderId: 'o-1', step: 'payment' }));
  await screen.findByRole('heading', { name: 'Waiting for the payment' });
  rerender(at({ step: 'review' }));
  await screen.findByRole('heading', { name: 'What it costs' });
  rerender(at({ orderId: 'o-1', step: 'payment' }));
  await screen.findByRole('heading', { name: 'Waiting for the payment' });
});

test.each([
  ['completed', 'Done'],
  ['failed', 'How to pay'],
] as const)('a page that comes late to the payment of an order that is %s shows: %s', async (state, heading) => {
  const { server, at } = await open();
  const cameraPlans = [{ cameraId: 'yard', planId: 'week' }];
  server.orders.set('o-1', buildOrder({ id: 'o-1', state, failure: state === 'failed' ? 'declined' : null, cameraPlans, toPay: 0 }));
  const { rerender } = render(at({ orderId: 'o-1', step: 'result' }));
  await screen.findByRole('heading', { name: state === 'failed' ? /declined/ : 'Done' });
  rerender(at({ orderId: 'o-1', step: 'payment' }));
  await screen.findByRole('heading', { name: heading });
});
