import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { PaymentReport } from '../../../adapters/payments/port.ts';
import { createBillingScene } from '../../../testing/billing/billing-scene.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { createLog } from '../../../kernel/log.ts';
import { createReconciliation } from './billing-reconciliation.ts';

const hour = 60 * 60_000;

describeDatabases('the reconciliation job', (engine) => {
  test('closes a page that is still open a day after its order, not earlier; then the order is cancelled', async () => {
    const scene = await createBillingScene(engine);
    try {
      const { id } = await scene.billing.checkout.topUp(scene.customerId, 50_000, randomUUID());
      const body = { method: 'card', paymentMethodId: null, isSaved: false, returnUrl: 'https://cams.example/' } as const;
      await scene.billing.payments.pay(scene.customerId, { orderId: id, body, key: randomUUID(), locale: 'en' });
      const closed: string[] = [];
      // A provider whose page stays open for longer than that of the sandbox.
      const open = (payment: string): PaymentReport => ({
        id: payment,
        state: 'pending',
        amount: 50_000,
        currency: 'RUB',
        failure: null,
        card: null,
      });
      const { run } = createReconciliation({
        db: scene.database.db,
        clock: scene.clock,
        log: createLog({ level: 'silent', format: 'json' }),
        provider: {
          name: 'sandbox',
          begin: async () => expect.fail('It is not requested again.'),
          read: async (payment) => open(payment),
          cancel: async (payment) => {
            closed.push(payment);
            return { report: { ...open(payment), state: 'failed', failure: 'expired' }, isPageOpen: false };
          },
        },
        settlement: scene.module.settlement ?? expect.fail('Billing is off.'),
        idempotency: { forgetOld: async () => undefined },
      });
      const order = () => scene.billing.checkout.find(scene.customerId, id);
      const later = async (ms: number): Promise<void> => {
        scene.clock.setWallClock(scene.clock.now() + ms);
        await run();
      };

      // It is asked about after ever longer times: here each time.
      for (let hours = 1; hours < 24; hours += 1) await later(hour);
      expect(closed).toEqual([]);
      expect(await order()).toMatchObject({ state: 'processing' });
      await later(hour);
      await later(hour);
      expect(closed).toHaveLength(1);
      expect(await order()).toMatchObject({ state: 'cancelled', failure: 'expired' });
    } finally {
      await scene.close();
    }
  });
});
