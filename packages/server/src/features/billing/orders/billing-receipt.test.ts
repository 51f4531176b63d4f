import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBillingScene, type BillingScene } from '../../../testing/billing/billing-scene.ts';
import { receiptLines } from './billing-receipt.ts';
import { readOrder } from './billing-orders.ts';

let scene: BillingScene;
beforeEach(async () => void (scene = await createBillingScene('sqlite')));
afterEach(() => scene.close());

const linesOf = async (orderId: string) => {
  const order = await readOrder(scene.database.db, scene.customerId, orderId);
  const lines = await receiptLines(scene.database.db, order, 'ru');
  expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(order.to_pay);
  return lines;
};

test('a line for each plan, by its cameras', async () => {
  const [second, third] = [await scene.addCamera(), await scene.addCamera()];
  await scene.settle();
  const { id } = await scene.order([
    { cameraId: scene.cameraId, planId: 'week.1' },
    { cameraId: second, planId: 'month.1' },
    { cameraId: third, planId: 'week.1' },
  ]);
  expect(await linesOf(id)).toEqual([
    { plan: '7 дней', cameras: 2, amount: 59_800 },
    { plan: '30 дней', cameras: 1, amount: 59_900 },
  ]);
});

test('what the balance pays is taken off all plans, to the kopeck', async () => {
  const second = await scene.addCamera();
  await scene.settle();
  await scene.topUp(10_001);
  const { id, toPay } = await scene.order([
    { cameraId: scene.cameraId, planId: 'week.1' },
    { cameraId: second, planId: 'month.1' },
  ]);
  expect(toPay).toBe(79_799);
  // 29,900 and 59,900 of 89,800: 26,570.06… and 53,228.93… of what is left to pay.
  expect(await linesOf(id)).toEqual([
    { plan: '7 дней', cameras: 1, amount: 26_570 },
    { plan: '30 дней', cameras: 1, amount: 53_229 },
  ]);
});

test('a plan that gives back more than it costs has no line; a top-up has none', async () => {
  const { id: bought } = await scene.order([{ cameraId: scene.cameraId, planId: 'month.1' }]);
  await scene.payByCard(bought, 'visa');
  const second = await scene.addCamera();
  await scene.settle();
  const { id } = await scene.order([
    { cameraId: scene.cameraId, planId: 'week.1' },
    { cameraId: second, planId: 'month.1' },
  ]);
  expect(await linesOf(id)).toEqual([{ plan: '30 дней', cameras: 1, amount: expect.any(Number) }]);
  const topUp = await scene.billing.checkout.topUp(scene.customerId, 10_000, 'x'.repeat(16));
  const order = await readOrder(scene.database.db, scene.customerId, topUp.id);
  expect(await receiptLines(scene.database.db, order, 'ru')).toEqual([]);
});
