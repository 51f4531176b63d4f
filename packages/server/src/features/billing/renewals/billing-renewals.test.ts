import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBillingScene, type BillingScene } from '../../../testing/billing/billing-scene.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { readHasPlan } from '../subscriptions/billing-enforcement.ts';

const hour = 60 * 60_000;
const day = 24 * hour;
/** The first period lasts from 31 January to 28 February. */
const periodMs = 28 * day;

describeDatabases('renewals', (engine) => {
  let scene: BillingScene;
  beforeEach(async () => void (scene = await createBillingScene(engine)));
  afterEach(() => scene.close());
  const buy = async (card: string, isSaved = false): Promise<void> => {
    const { id } = await scene.order([{ cameraId: scene.cameraId, planId: 'week.1' }]);
    await scene.payByCard(id, card, { isSaved });
  };
  const charges = async () =>
    (await scene.billing.transactions(scene.customerId, { limit: 50, kind: 'charge' })).transactions.map(({ amount }) => amount);
  const subjects = () => scene.mails.map(({ subject }) => subject);

  test('a new camera has a trial of a day, once; then a plan must be chosen, and nothing is recorded', async () => {
    await scene.settle();
    expect(await scene.subscription()).toMatchObject({
      state: 'Active',
      plan: { isTrial: true },
      isActivationRequired: false,
      renewal: 'off',
    });
    await scene.later(day);
    const end = scene.clock.now();
    expect(await scene.subscription()).toMatchObject({
      state: 'Cancelled',
      isActivationRequired: true,
      nextPlanId: null,
      footageKeptUntil: end + 7 * day,
    });
    expect(scene.plans).toEqual([[scene.cameraId, false]]);
    expect(await readHasPlan(scene.database.db, scene.cameraId)).toBe(false);
    await scene.later(day);
    expect(await charges()).toEqual([]);
    await buy('visa');
    expect(scene.plans).toEqual([
      [scene.cameraId, false],
      [scene.cameraId, true],
    ]);
  });

  test('the balance is used first, on the day, and the period goes on where it ended', async () => {
    await buy('visa');
    await scene.topUp(29_900);
    await scene.later(periodMs - hour);
    expect(await charges()).toHaveLength(1);
    await scene.later(2 * hour);
    expect(await scene.balance()).toBe(0);
    expect(await scene.subscription()).toMatchObject({ chargedThroughDate: Date.UTC(2026, 2, 31, 12), renewal: 'scheduled' });
    expect(subjects()).toEqual([]);
  });

  test('two servers renew at the same time, and once more: every period is charged once', async () => {
    await scene.topUp(500_000);
    const cameras = [scene.cameraId, ...(await Promise.all(Array.from({ length: 5 }, () => scene.addCamera())))];
    const { id } = await scene.order(cameras.map((cameraId) => ({ cameraId, planId: 'week.1' })));
    await scene.billing.payments.pay(scene.customerId, { orderId: id, body: { method: 'balance' }, key: 'k'.repeat(16), locale: 'en' });
    const other = await scene.open();
    scene.clock.setWallClock(scene.clock.now() + periodMs);
    await Promise.all([scene.module.run(), other.run()]);
    await Promise.all([scene.module.run(), other.run()]);
    expect(await charges()).toHaveLength(1 + cameras.length);
    expect(await scene.balance()).toBe(500_000 - 12 * 29_900);
  });

  test('what the balance does not cover is charged to the default card as one sum', async () => {
    await buy('visa', true);
    const second = await scene.addCamera();
    const { id } = await scene.order([{ cameraId: second, planId: 'month.1' }]);
    await scene.payByCard(id, 'visa');
    await scene.topUp(10_000);
    await scene.later(periodMs);
    expect(await scene.subscription()).toMatchObject({ chargedThroughDate: Date.UTC(2026, 2, 31, 12), renewal: 'scheduled' });
    expect(await scene.subscription(second)).toMatchObject({ chargedThroughDate: Date.UTC(2026, 2, 31, 12) });
    expect(await scene.balance()).toBe(0);
    const payments = await scene.database.db.selectFrom('payments').select(['amount', 'state']).orderBy('created_at', 'desc').execute();
    expect(payments[0]).toEqual({ amount: 29_900 + 59_900 - 10_000, state: 'succeeded' });
  });

  test('without money it goes on for three days, then it stops: two messages, the days are a debt, the recordings stay', async () => {
    await buy('visa');
    const { db } = scene.database;
    await scene.later(periodMs);
    expect(await scene.subscription()).toMatchObject({ state: 'Active', renewal: 'failed', isActivationRequired: false });
    expect(subjects()).toEqual(['Your Watchpost plan could not be paid']);
    for (let count = 0; count < 2; count += 1) await scene.later(day);
    expect(subjects()).toHaveLength(1);
    expect(scene.plans).toEqual([]);
    await scene.later(day);
    expect(subjects()).toEqual(['Your Watchpost plan could not be paid', 'Your cameras have stopped recording']);
    expect(scene.mails[0]?.text).toContain('₽299');
    expect(scene.mails[0]?.text).toContain('https://cams.example/settings/payments-and-billing');
    // Three of 28 days of 29,900.
    expect(await scene.balance()).toBe(-3204);
    const blockedAt = scene.clock.now();
    expect(await scene.subscription()).toMatchObject({
      state: 'Blocked',
      isActivationRequired: true,
      footageKeptUntil: blockedAt + 7 * day,
    });
    expect(scene.plans).toEqual([[scene.cameraId, false]]);
    // Retention goes by the days of the plan that was paid for.
    expect(await db.selectFrom('cameras').select('archive_days').execute()).toEqual([{ archive_days: 7 }]);

    await scene.topUp(29_900 + 3204);
    expect(await scene.subscription()).toMatchObject({ state: 'Active', footageKeptUntil: null, isActivationRequired: false });
    expect((await scene.subscription()).chargedThroughDate).toBeGreaterThan(blockedAt + periodMs - day);
    expect(await scene.balance()).toBe(0);
    expect(scene.plans.at(-1)).toEqual([scene.cameraId, true]);
  });

  test('with a debt, a plan that is paid for begins, a card renews what goes on, and what costs nothing can be ordered; the debt stays', async () => {
    const second = await scene.addCamera();
    await buy('visa');
    await scene.later(10 * day);
    const { id: other } = await scene.order([{ cameraId: second, planId: 'month.1' }]);
    await scene.payByCard(other, 'visa');
    // The first camera is not paid, and stops.
    await scene.later(18 * day);
    for (let count = 0; count < 3; count += 1) await scene.later(day);
    expect(await scene.balance()).toBe(-3204);
    expect(await scene.subscription()).toMatchObject({ state: 'Blocked' });

    const again = await scene.order([{ cameraId: scene.cameraId, planId: 'month.1' }]);
    expect(again).toMatchObject({ total: 59_900, fromBalance: 0, toPay: 59_900 });
    await scene.payByCard(again.id, 'visa', { isSaved: true });
    expect(await scene.billing.checkout.find(scene.customerId, again.id)).toMatchObject({ state: 'completed' });
    expect(await scene.subscription()).toMatchObject({ state: 'Active', plan: { id: 'month.1' } });
    expect(await scene.balance()).toBe(-3204);

    // Its month began on 10 February.
    await scene.later(7 * day);
    expect(await scene.subscription(second)).toMatchObject({ chargedThroughDate: Date.UTC(2026, 3, 10, 12), renewal: 'scheduled' });
    expect(await scene.balance()).toBe(-3204);

    const stop = await scene.order([{ cameraId: second, planId: null }]);
    const paid = { orderId: stop.id, body: { method: 'balance' }, key: 'd'.repeat(16), locale: 'en' } as const;
    expect(await scene.billing.payments.pay(scene.customerId, paid)).toEqual({ next: 'done' });
    expect(await scene.subscription(second)).toMatchObject({ renewal: 'off' });
    // What costs something is not paid from a debt.
    const more = await scene.order([{ cameraId: second, planId: 'year.1' }]);
    await expect(scene.billing.payments.pay(scene.customerId, { ...paid, orderId: more.id, key: 'e'.repeat(16) })).rejects.toMatchObject({
      code: 'order-not-payable',
    });
  });

  /** Buys by a card whose bank asks its holder each time, and saves it. */
  const buyByAskingCard = async (): Promise<void> => {
    await buy('authentication');
    await scene.database.db.updateTable('payments').set({ is_saved: 1 }).execute();
    const [payment] = await scene.database.db.selectFrom('sandbox_payments').select('id').execute();
    await scene.press(`${new URL(scene.notificationUrl).origin}/sandbox-payments/${payment?.id}`, { action: 'confirm' });
    await scene.settle();
  };
  const tries = () => scene.database.db.selectFrom('orders').where('reason', '=', 'renewal').selectAll().execute();

  test('a card that is declined is tried every day until it works', async () => {
    await buy('visa', true);
    const setCard = (reference: string) => scene.database.db.updateTable('payment_methods').set({ reference }).execute();
    await setCard('declined');
    await scene.later(periodMs);
    await scene.settle();
    expect(await scene.subscription()).toMatchObject({ state: 'Active', renewal: 'failed' });
    expect(await tries()).toHaveLength(1);
    await scene.later(day);
    expect(await tries()).toHaveLength(2);
    await setCard('visa');
    await scene.later(day);
    expect(await tries()).toHaveLength(3);
    expect(await scene.subscription()).toMatchObject({ renewal: 'scheduled', chargedThroughDate: Date.UTC(2026, 2, 31, 12) });
    expect(subjects()).toHaveLength(1);
  });

  test('a card whose bank asks its holder is charged once for a period, and another one as soon as it is the default', async () => {
    await buyByAskingCard();
    await scene.later(periodMs);
    await scene.settle();
    await scene.later(day);
    expect(await tries()).toHaveLength(1);
    expect(subjects()).toEqual(['Your Watchpost plan could not be paid']);
    await scene.topUp(10_000, { isSaved: true });
    const cards = () => scene.database.db.updateTable('payment_methods');
    await cards().set({ is_default: 0 }).execute();
    await cards().set({ is_default: 1 }).where('reference', '=', 'visa').execute();
    await scene.later(day);
    expect(await tries()).toHaveLength(2);
    expect(await scene.subscription()).toMatchObject({ renewal: 'scheduled', chargedThroughDate: Date.UTC(2026, 2, 31, 12) });
  });

  test('a card whose bank asks its holder: paying in time leaves no gap and no debt', async () => {
    await buyByAskingCard();
    await scene.later(periodMs);
    await scene.settle();
    // The bank's question can't be answered by a job.
    expect(await scene.subscription()).toMatchObject({ state: 'Active', renewal: 'failed' });
    expect(subjects()).toHaveLength(1);
    await scene.later(day);
    await scene.topUp(29_900);
    expect(await scene.subscription()).toMatchObject({ renewal: 'scheduled', chargedThroughDate: Date.UTC(2026, 2, 31, 12) });
    expect(await scene.balance()).toBe(0);
    expect(await tries()).toHaveLength(1);
  });

  test('a plan that is not wanted any more ends on its day, and costs nothing more', async () => {
    await buy('visa', true);
    const stop = await scene.order([{ cameraId: scene.cameraId, planId: null }]);
    await scene.billing.payments.pay(scene.customerId, {
      orderId: stop.id,
      body: { method: 'balance' },
      key: 's'.repeat(16),
      locale: 'en',
    });
    expect(await scene.subscription()).toMatchObject({ state: 'Active', renewal: 'off', nextPlanId: null });
    expect(await scene.billing.upcomingInvoices(scene.customerId)).toMatchObject({ items: [], total: 0 });
    await scene.later(periodMs);
    expect(await scene.subscription()).toMatchObject({ state: 'Cancelled', isActivationRequired: true });
    expect(await charges()).toHaveLength(1);
    expect(subjects()).toEqual([]);
  });

  test('upcoming invoices and the next charges of a preview', async () => {
    await buy('visa');
    await scene.topUp(10_000);
    expect(await scene.billing.upcomingInvoices(scene.customerId)).toEqual({
      balance: 19_900,
      credits: 10_000,
      total: 29_900,
      currency: 'RUB',
      items: [{ cameraId: scene.cameraId, startDate: Date.UTC(2026, 1, 28, 12), planId: 'week.1', amount: 29_900 }],
    });
    const second = await scene.addCamera();
    const { nextCharges } = await scene.billing.checkout.preview(scene.customerId, [{ cameraId: second, planId: 'year.1' }]);
    expect(nextCharges).toEqual([
      { date: Date.UTC(2026, 1, 28, 12), amount: 29_900, cameraIds: [scene.cameraId] },
      { date: Date.UTC(2027, 0, 31, 12), amount: 599_000, cameraIds: [second] },
    ]);
  });
});
