import { buildCamera, buildOrder, buildPlan, createFakeClock, createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createCheckoutController } from './checkout-controller.ts';
import type { CheckoutController } from './checkout-types.ts';

let checkout: CheckoutController;
const onStep = vi.fn();

/** A page that shows an order which is being paid, before it knows the cameras and plans. */
beforeEach(async () => {
  onStep.mockReset();
  const { client, server } = createTestClient({ clock: createFakeClock() });
  server.billing = { isEnabled: true, currency: 'RUB', provider: 'sandbox', hasInvoices: false, minTopUp: 100, maxTopUp: 100_000 };
  server.plans = [buildPlan({ id: 'week', price: 24_900 })];
  server.cameras = [buildCamera({ id: 'yard' })];
  await signIn(client, server);
  server.orders.set('o-1', buildOrder({ id: 'o-1', state: 'processing', cameraPlans: [{ cameraId: 'yard', planId: 'week' }] }));
  checkout = createCheckoutController({ client, cameraIds: ['yard'], orderId: 'o-1', onStep });
  await vi.waitUntil(() => checkout.order.value?.state === 'processing');
});
afterEach(() => checkout.dispose());

test('Back to the price leads there, although it is not known yet what is bought', async () => {
  checkout.show('review');
  await checkout.load();
  expect(checkout.step.value).toBe('review');
  expect(onStep).not.toHaveBeenCalled();
});

test('what was replaced by another order’s checkout reports no step', async () => {
  await checkout.load();
  checkout.choose('yard', null);
  checkout.dispose();
  checkout.show('review');
  expect(onStep).not.toHaveBeenCalled();
});
