import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBillingScene, type BillingScene } from '../../../testing/billing/billing-scene.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { insertCamera } from '../../../testing/people.ts';
import type { BillingModule } from '../billing-module.ts';
import { readHasPlan } from './billing-enforcement.ts';

const day = 24 * 60 * 60_000;

describeDatabases('the first plan of a camera', (engine) => {
  let scene: BillingScene;
  beforeEach(async () => void (scene = await createBillingScene(engine)));
  afterEach(() => scene.close());
  const subscriptionIn = async ({ billing }: BillingModule, cameraId = scene.cameraId) =>
    (await billing?.subscriptions(scene.customerId, 'en'))?.find((each) => each.cameraId === cameraId);
  const granted = {
    state: 'Active',
    plan: { id: 'demo-week.1', name: '7 days', isTrial: false },
    chargedThroughDate: null,
    renewal: 'scheduled',
    isActivationRequired: false,
  };

  test('in the demo has no end: nothing is charged, and nothing stops recording', async () => {
    const demo = await scene.open({ isDemo: true });
    expect((await demo.billing?.plans('ru'))?.map(({ name, isMostPopular }) => [name, isMostPopular])).toEqual([
      ['7 дней', false],
      ['30 дней', true],
      ['90 дней', false],
    ]);
    await demo.run();
    expect(await subscriptionIn(demo)).toMatchObject(granted);
    scene.clock.setWallClock(scene.clock.now() + 400 * day);
    await demo.run();
    expect(await subscriptionIn(demo)).toMatchObject(granted);
    expect(await readHasPlan(scene.database.db, scene.cameraId)).toBe(true);
    expect(scene.plans).toEqual([]);
    expect(await demo.billing?.upcomingInvoices(scene.customerId)).toMatchObject({ total: 0, items: [] });
    // Keeping it costs nothing, another one its price; nothing is credited of what was free.
    const preview = (planId: string) => demo.billing?.checkout.preview(scene.customerId, [{ cameraId: scene.cameraId, planId }]);
    expect(await preview('demo-week.1')).toMatchObject({ toPay: 0 });
    expect(await preview('demo-month.1')).toMatchObject({ toPay: 59_900, items: [{ credit: 0 }] });
  });

  test('the demo resumes what had stopped, and leaves what is paid for', async () => {
    const paid = await insertCamera(scene.database.db, scene.customerId);
    const { id } = await scene.order([{ cameraId: paid, planId: 'week.1' }]);
    await scene.payByCard(id, 'visa');
    await scene.later(2 * day);
    expect(await scene.subscription()).toMatchObject({ state: 'Cancelled' });
    const demo = await scene.open({ isDemo: true });
    await demo.run();
    expect(await subscriptionIn(demo)).toMatchObject(granted);
    expect(await subscriptionIn(demo, paid)).toMatchObject({ plan: { id: 'week.1' }, state: 'Active' });
  });

  test('with an operator’s own plans after the demo, cameras begin with the trial; what was bought without an end stays', async () => {
    const forEver = await insertCamera(scene.database.db, scene.customerId);
    const { id } = await scene.order([{ cameraId: forEver, planId: 'once.1' }]);
    await scene.payByCard(id, 'visa');
    const demo = await scene.open({ isDemo: true });
    await demo.run();
    const own = await scene.open();
    await own.run();
    expect(await subscriptionIn(own)).toMatchObject({ plan: { isTrial: true }, chargedThroughDate: scene.clock.now() + day });
    expect(await subscriptionIn(own, forEver)).toMatchObject({ plan: { id: 'once.1' }, chargedThroughDate: null, state: 'Active' });
  });
});
