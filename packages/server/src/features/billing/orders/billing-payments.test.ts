import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { randomUUID } from 'node:crypto';
import { sandboxSignatureHeader, signSandboxNotification } from '../../../adapters/payments/sandbox-signature.ts';
import type { PaymentReport } from '../../../adapters/payments/port.ts';
import { createBillingScene, type BillingScene } from '../../../testing/billing/billing-scene.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { insertCustomer } from '../../../testing/people.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describeDatabases('orders and payments', (engine) => {
  let scene: BillingScene;
  beforeEach(async () => void (scene = await createBillingScene(engine)));
  afterEach(() => scene.close());
  const week = () => [{ cameraId: scene.cameraId, planId: 'week.1' }];
  const orderOf = (id: string) => scene.billing.checkout.find(scene.customerId, id);
  const history = async () => (await scene.billing.transactions(scene.customerId, { limit: 50 })).transactions;
  const paymentId = async () => (await scene.database.db.selectFrom('payments').select('id').executeTakeFirstOrThrow()).id;
  const send = async (report: Partial<PaymentReport>, { at = scene.clock.now(), key = scene.key as Uint8Array } = {}): Promise<number> => {
    const body = JSON.stringify({ state: 'succeeded', failure: null, amount: 29_900, currency: 'RUB', card: null, ...report });
    const headers = { 'content-type': 'application/json', [sandboxSignatureHeader]: signSandboxNotification(key, body, at) };
    return (await fetch(scene.notificationUrl, { method: 'POST', headers, body })).status;
  };
  /** Begins a payment by a new card, which nobody enters. */
  const begin = async (orderId: string): Promise<string> => {
    const body = { method: 'card', paymentMethodId: null, isSaved: false, returnUrl: 'https://cams.example/' } as const;
    const answer = await scene.billing.payments.pay(scene.customerId, { orderId, body, key: randomUUID(), locale: 'en' });
    return answer.next === 'redirect' ? answer.url : answer.next;
  };

  describe('a card', () => {
    test('that succeeds activates the plan: what was paid went through the balance', async () => {
      const { id } = await scene.order(week());
      await scene.payByCard(id, 'mir', { isSaved: true });
      expect(await orderOf(id)).toMatchObject({ state: 'completed', paidWith: 'card', paidAt: scene.clock.now(), toPay: 29_900 });
      expect(await scene.balance()).toBe(0);
      expect(await scene.subscription()).toMatchObject({
        state: 'Active',
        renewal: 'scheduled',
        nextPlanId: 'week.1',
        chargedThroughDate: Date.UTC(2026, 1, 28, 12),
      });
      expect((await history()).map(({ kind, amount, last4, orderId }) => [kind, amount, last4, orderId])).toEqual(
        expect.arrayContaining([
          ['top-up', 29_900, '0004', id],
          ['charge', -29_900, null, id],
        ]),
      );
      expect(await scene.billing.methods.list(scene.customerId)).toMatchObject([{ brand: 'mir', last4: '0004', isDefault: true }]);
    });

    test.each([
      ['declined', {}, 'declined'],
      ['authentication', { action: 'refuse' }, 'authentication-failed'],
    ] as const)('%s fails, moves nothing, and the order can be paid again', async (card, next, failure) => {
      const { id } = await scene.order(week());
      const page = await scene.payByCard(id, card);
      if ('action' in next) await scene.press(page, next);
      await scene.settle();
      expect(await orderOf(id)).toMatchObject({ state: 'failed', failure });
      expect(await history()).toEqual([]);
      await scene.payByCard(id, 'visa');
      expect(await orderOf(id)).toMatchObject({ state: 'completed', failure: null });
    });

    test('that asks for 3-D Secure succeeds once it is confirmed', async () => {
      const { id } = await scene.order(week());
      const page = await scene.payByCard(id, 'authentication');
      expect(await orderOf(id)).toMatchObject({ state: 'processing' });
      expect(await (await fetch(page)).text()).toContain('3-D Secure');
      expect(await scene.press(page, { action: 'confirm' })).toBe(303);
      await scene.settle();
      expect(await orderOf(id)).toMatchObject({ state: 'completed' });
    });

    test('that succeeds late, or never answers, is followed to its end', async () => {
      const late = await scene.order(week());
      await scene.payByCard(late.id, 'late');
      expect(await orderOf(late.id)).toMatchObject({ state: 'processing' });
      await scene.later(minute);
      expect(await orderOf(late.id)).toMatchObject({ state: 'completed' });
      const { id } = await scene.billing.checkout.topUp(scene.customerId, 50_000, randomUUID());
      await scene.payByCard(id, 'silent');
      await scene.later(15 * minute);
      expect(await orderOf(id)).toMatchObject({ state: 'failed', failure: 'expired' });
      await scene.later(day);
      expect(await orderOf(id)).toMatchObject({ state: 'cancelled', failure: 'expired' });
    });

    test('that was saved is charged without a page; two charges of one order are refused', async () => {
      await scene.topUp(10_000, { isSaved: true });
      const [card] = await scene.billing.methods.list(scene.customerId);
      const { id, toPay } = await scene.order(week());
      expect(toPay).toBe(19_900);
      const pay = () =>
        scene.billing.payments.pay(scene.customerId, {
          orderId: id,
          body: { method: 'card', paymentMethodId: card?.id ?? '', isSaved: false, returnUrl: 'https://cams.example/' },
          key: randomUUID(),
          locale: 'ru',
        });
      const outcomes = await Promise.allSettled([pay(), pay()]);
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await scene.settle();
      expect(await orderOf(id)).toMatchObject({ state: 'completed', fromBalance: 10_000 });
      await expect(pay()).rejects.toMatchObject({ code: 'order-not-payable' });
    });
  });

  describe('R18', () => {
    test('20 parallel orders and payments with one key: one order, one charge', async () => {
      const [orderKey, payKey] = [randomUUID(), randomUUID()];
      await scene.billing.subscriptions(scene.customerId, 'en');
      const twenty = <T>(call: () => Promise<T>) => Promise.allSettled(Array.from({ length: 20 }, call));
      const order = () => scene.billing.checkout.order(scene.customerId, { cameraPlans: week(), expectedToPay: 29_900 }, orderKey);
      const orders = await twenty(order);
      for (const outcome of orders)
        if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'payment-in-progress' });
      const { id } = await order();
      for (const outcome of orders) if (outcome.status === 'fulfilled') expect(outcome.value.id).toBe(id);
      expect(await scene.database.db.selectFrom('orders').selectAll().execute()).toHaveLength(1);
      const body = { method: 'card', paymentMethodId: null, isSaved: false, returnUrl: 'https://cams.example/' } as const;
      const pay = () => scene.billing.payments.pay(scene.customerId, { orderId: id, body, key: payKey, locale: 'en' });
      await twenty(pay);
      const answer = await pay();
      expect(await scene.database.db.selectFrom('payments').selectAll().execute()).toHaveLength(1);
      if (answer.next !== 'redirect') expect.fail(answer.next);
      await Promise.all(Array.from({ length: 5 }, () => scene.press(answer.url, { action: 'pay', card: 'visa' })));
      await scene.settle();
      expect((await history()).filter(({ kind }) => kind === 'charge')).toHaveLength(1);
      expect(await scene.balance()).toBe(0);
    });

    test('another body under a key is refused, and the answer is kept for a day', async () => {
      const key = randomUUID();
      const { id } = await scene.billing.checkout.topUp(scene.customerId, 20_000, key);
      await expect(scene.billing.checkout.topUp(scene.customerId, 30_000, key)).rejects.toMatchObject({ code: 'idempotency-key-reused' });
      await expect(scene.billing.checkout.order(scene.customerId, { cameraPlans: week(), expectedToPay: 0 }, key)).rejects.toMatchObject({
        code: 'idempotency-key-reused',
      });
      expect((await scene.billing.checkout.topUp(scene.customerId, 20_000, key)).id).toBe(id);
      await scene.later(day);
      expect((await scene.billing.checkout.topUp(scene.customerId, 30_000, key)).id).not.toBe(id);
    });

    test('a payment whose notification was lost is found by asking the provider', async () => {
      const { db } = scene.database;
      const { id } = await scene.order(week());
      await begin(id);
      // Paid at the provider, while nothing of it reaches this server.
      await db.updateTable('sandbox_payments').set({ state: 'succeeded', card: 'visa', settles_at: null, notify_at: null }).execute();
      await scene.settle();
      expect(await orderOf(id)).toMatchObject({ state: 'processing' });
      await scene.later(minute);
      expect(await orderOf(id)).toMatchObject({ state: 'completed' });
      await Promise.all([scene.later(minute), (await scene.open()).run()]);
      expect((await history()).filter(({ kind }) => kind === 'top-up')).toHaveLength(1);
    });
  });

  describe('R19', () => {
    test('ten times, reordered and late: credited exactly once', async () => {
      const { id } = await scene.order(week());
      await begin(id);
      const payment = await paymentId();
      expect(await send({ id: payment, state: 'failed', failure: 'declined' })).toBe(204);
      expect(await orderOf(id)).toMatchObject({ state: 'failed' });
      const answers = await Promise.all(Array.from({ length: 10 }, () => send({ id: payment })));
      expect(new Set(answers)).toEqual(new Set([204]));
      expect(await send({ id: payment, state: 'failed', failure: 'expired' })).toBe(204);
      expect(await send({ id: payment, state: 'pending' })).toBe(204);
      expect(await orderOf(id)).toMatchObject({ state: 'completed', failure: null });
      expect((await history()).map(({ amount }) => amount).toSorted((a, b) => a - b)).toEqual([-29_900, 29_900]);
    });

    test.each([
      ['forged', {}, { key: Buffer.alloc(32, 6) }, { state: 'processing' }],
      ['too old', {}, { at: Date.UTC(2026, 0, 31, 11, 54) }, { state: 'processing' }],
      ['of the future', {}, { at: Date.UTC(2026, 0, 31, 12, 6) }, { state: 'processing' }],
      // The provider has taken money: the customer sees that, and does not pay again.
      ['of a wrong amount', { amount: 29_899 }, {}, { state: 'failed', failure: 'credit-failed' }],
      ['of another currency', { currency: 'EUR' }, {}, { state: 'failed', failure: 'credit-failed' }],
      ['of an unknown payment', { id: 'pay_unknown' }, {}, { state: 'processing' }],
      ['of a broken amount', { amount: 10.005 }, {}, { state: 'processing' }],
    ])('a notification %s is refused and credits nothing', async (_, report, options, expected) => {
      const { id } = await scene.order(week());
      await begin(id);
      expect(await send({ id: await paymentId(), ...report }, options)).toBe(400);
      expect(await orderOf(id)).toMatchObject(expected);
      expect(await history()).toEqual([]);
    });

    test.each(['balance', 'subscription'] as const)(
      'a payment for a %s that the ledger refuses: the customer sees it, can’t pay again, and it is credited once that is possible',
      async (kind) => {
        const { id } =
          kind === 'balance' ? await scene.billing.checkout.topUp(scene.customerId, 29_900, randomUUID()) : await scene.order(week());
        await begin(id);
        const payment = await paymentId();
        const rename = (from: string, to: string) => scene.database.db.schema.alterTable(from).renameTo(to).execute();
        await rename('ledger_entries', 'ledger_entries_gone');
        expect(await send({ id: payment })).toBe(500);
        await rename('ledger_entries_gone', 'ledger_entries');
        expect(await orderOf(id)).toMatchObject({ kind, state: 'failed', failure: 'credit-failed' });
        expect(await scene.balance()).toBe(0);
        await expect(begin(id)).rejects.toMatchObject({ code: 'order-not-payable' });
        await scene.later(2 * minute);
        expect(await orderOf(id)).toMatchObject({ state: 'failed', failure: 'credit-failed' });
        expect(await send({ id: payment })).toBe(204);
        expect(await orderOf(id)).toMatchObject({ state: 'completed', failure: null });
        expect((await history()).filter(({ kind: what }) => what === 'top-up')).toMatchObject([{ amount: 29_900 }]);
      },
    );
  });

  describe('an order', () => {
    test('at another total is refused, with the new preview', async () => {
      await expect(
        scene.billing.checkout.order(scene.customerId, { cameraPlans: week(), expectedToPay: 29_800 }, randomUUID()),
      ).rejects.toMatchObject({ code: 'plan-outdated', details: { preview: { toPay: 29_900 } } });
      await expect(
        scene.billing.checkout.preview(scene.customerId, [{ cameraId: scene.cameraId, planId: 'week.9' }]),
      ).rejects.toMatchObject({ code: 'plan-outdated' });
    });

    test('of another customer is unknown', async () => {
      const { id } = await scene.order(week());
      const stranger = await insertCustomer(scene.database.db, 'boris@example.com');
      await expect(scene.billing.checkout.find(stranger, id)).rejects.toMatchObject({ code: 'not-found' });
      await expect(
        scene.billing.payments.pay(stranger, { orderId: id, body: { method: 'balance' }, key: randomUUID(), locale: 'en' }),
      ).rejects.toMatchObject({ code: 'not-found' });
    });

    test('is paid from the balance; a cheaper plan gives back the whole unused days', async () => {
      await scene.topUp(59_900);
      const { id, toPay } = await scene.order([{ cameraId: scene.cameraId, planId: 'month.1' }]);
      expect(toPay).toBe(0);
      const pay = (orderId: string) =>
        scene.billing.payments.pay(scene.customerId, { orderId, body: { method: 'balance' }, key: randomUUID(), locale: 'en' });
      expect(await pay(id)).toEqual({ next: 'done' });
      expect(await scene.balance()).toBe(0);
      await expect(pay(id)).rejects.toMatchObject({ code: 'order-not-payable' });
      // 27 of 28 days are left: 57,761 less 29,900.
      await scene.later(day - minute);
      const preview = await scene.billing.checkout.preview(scene.customerId, week());
      expect(preview).toMatchObject({ total: 0, toPay: 0, toBalance: 27_861, items: [{ price: 29_900, credit: 57_761 }] });
      await pay((await scene.order(week())).id);
      expect(await scene.balance()).toBe(27_861);
      expect((await history())[0]).toMatchObject({ kind: 'credit', amount: 27_861, cameraIds: [scene.cameraId] });
    });

    test('one of many that the balance is asked for at once is paid as long as there is money, and never twice', async () => {
      await scene.topUp(2 * 29_900 + 100);
      const cameras = [scene.cameraId, ...(await Promise.all(Array.from({ length: 5 }, () => scene.addCamera())))];
      const orders: string[] = [];
      for (const cameraId of cameras) orders.push((await scene.order([{ cameraId, planId: 'week.1' }])).id);
      const pay = (orderId: string) =>
        scene.billing.payments.pay(scene.customerId, { orderId, body: { method: 'balance' }, key: randomUUID(), locale: 'en' });
      const answers = await Promise.allSettled(orders.flatMap((id) => [pay(id), pay(id)]));
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
      expect(await scene.balance()).toBe(100);
    });

    test('that was calculated before another one leaves its money on the balance', async () => {
      const first = await scene.order(week());
      const second = await scene.order([{ cameraId: scene.cameraId, planId: 'month.1' }]);
      await scene.payByCard(first.id, 'visa');
      await scene.payByCard(second.id, 'visa');
      expect(await orderOf(second.id)).toMatchObject({ state: 'failed', failure: 'plans-failed' });
      expect(await scene.balance()).toBe(59_900);
      expect(await scene.subscription()).toMatchObject({ plan: { id: 'week.1' } });
    });

    test('that is paid from the balance closes the page of its card, where nothing can be paid any more', async () => {
      await scene.topUp(10_000);
      const { id } = await scene.order(week());
      const page = await begin(id);
      await scene.topUp(20_000);
      const pay = () =>
        scene.billing.payments.pay(scene.customerId, { orderId: id, body: { method: 'balance' }, key: randomUUID(), locale: 'en' });
      expect(await pay()).toEqual({ next: 'done' });
      expect(await orderOf(id)).toMatchObject({ state: 'completed', paidWith: 'balance' });
      await scene.press(page, { action: 'pay', card: 'visa' });
      await scene.settle();
      expect(await scene.balance()).toBe(100);
      expect(await (await fetch(page)).text()).not.toContain('value="pay"');
    });

    test('is not paid twice, though its card was charged a moment before it is paid from the balance', async () => {
      await scene.topUp(40_000);
      const { id } = await scene.order([{ cameraId: scene.cameraId, planId: 'month.1' }]);
      const page = await begin(id);
      await scene.topUp(20_000);
      const { db } = scene.database;
      // Paid at the provider, and its notification has not arrived.
      await db
        .updateTable('sandbox_payments')
        .set({ state: 'succeeded', card: 'visa', settles_at: null })
        .where('state', '=', 'created')
        .execute();
      await expect(
        scene.billing.payments.pay(scene.customerId, { orderId: id, body: { method: 'balance' }, key: randomUUID(), locale: 'en' }),
      ).rejects.toMatchObject({ code: 'order-not-payable' });
      expect(await orderOf(id)).toMatchObject({ state: 'completed', paidWith: 'card' });
      expect(await scene.press(page, { action: 'pay', card: 'visa' })).toBe(303);
      await scene.settle();
      expect(await scene.balance()).toBe(20_000);
    });

    test('whose card the bank has not answered yet is not paid from the balance', async () => {
      await scene.topUp(10_000);
      const { id } = await scene.order(week());
      await scene.payByCard(id, 'late');
      await scene.topUp(20_000);
      await expect(
        scene.billing.payments.pay(scene.customerId, { orderId: id, body: { method: 'balance' }, key: randomUUID(), locale: 'en' }),
      ).rejects.toMatchObject({ code: 'payment-in-progress' });
      await scene.later(minute);
      expect(await orderOf(id)).toMatchObject({ state: 'completed', paidWith: 'card' });
    });

    test('is charged to a saved card instead of the page that is open', async () => {
      await scene.topUp(10_000, { isSaved: true });
      const [card] = await scene.billing.methods.list(scene.customerId);
      const { id } = await scene.order(week());
      const page = await begin(id);
      const body = { method: 'card', paymentMethodId: card?.id ?? '', isSaved: false, returnUrl: 'https://cams.example/' } as const;
      const answer = await scene.billing.payments.pay(scene.customerId, { orderId: id, body, key: randomUUID(), locale: 'en' });
      expect(answer).toEqual({ next: 'wait' });
      await scene.press(page, { action: 'pay', card: 'visa' });
      await scene.settle();
      expect(await orderOf(id)).toMatchObject({ state: 'completed' });
      expect(await scene.balance()).toBe(0);
    });

    test('that was cancelled keeps what is paid for it nevertheless on the balance', async () => {
      const { id } = await scene.order(week());
      await begin(id);
      const payment = await paymentId();
      expect(await send({ id: payment, state: 'failed', failure: 'expired' })).toBe(204);
      await scene.later(day);
      expect(await orderOf(id)).toMatchObject({ state: 'cancelled', failure: 'expired' });
      expect(await send({ id: payment })).toBe(204);
      expect(await orderOf(id)).toMatchObject({ state: 'cancelled' });
      expect(await scene.balance()).toBe(29_900);
    });

    test('of a top-up outside the limits is refused', async () => {
      for (const amount of [9_999, 10_000_001])
        await expect(scene.billing.checkout.topUp(scene.customerId, amount, randomUUID())).rejects.toMatchObject({
          code: 'invalid-request',
        });
    });
  });

  test('cards: the default follows, and one of another customer is unknown', async () => {
    await scene.topUp(10_000, { card: 'visa', isSaved: true });
    scene.clock.setWallClock(scene.clock.now() + 1);
    await scene.topUp(10_000, { card: 'mir', isSaved: true });
    await scene.topUp(10_000, { card: 'mir', isSaved: true });
    const { list, setDefault, remove } = scene.billing.methods;
    const [visa, mir] = await list(scene.customerId);
    expect([visa, mir]).toMatchObject([
      { last4: '4242', isDefault: true },
      { last4: '0004', isDefault: false },
    ]);
    expect(await setDefault(scene.customerId, mir?.id ?? '')).toMatchObject([{ last4: '0004', isDefault: true }, { isDefault: false }]);
    await remove(scene.customerId, mir?.id ?? '');
    expect(await list(scene.customerId)).toMatchObject([{ last4: '4242', isDefault: true }]);
    const stranger = await insertCustomer(scene.database.db, 'boris@example.com');
    await expect(remove(stranger, visa?.id ?? '')).rejects.toMatchObject({ code: 'not-found' });
    expect(JSON.stringify(await scene.database.db.selectFrom('payment_methods').selectAll().execute())).not.toContain('4242 4242');
  });

  test('the history comes in pages, newest first', async () => {
    for (let index = 0; index < 3; index += 1) await scene.topUp(10_000 + index);
    const read = (query: object) => scene.billing.transactions(scene.customerId, { limit: 2, ...query });
    const first = await read({});
    expect(first.transactions).toHaveLength(2);
    const second = await read({ cursor: first.next });
    expect(second).toMatchObject({ transactions: [{}], next: null });
    const ids = [...first.transactions, ...second.transactions].map(({ amount }) => amount);
    expect(ids.toSorted((a, b) => a - b)).toEqual([10_000, 10_001, 10_002]);
    expect((await read({ kind: 'charge' })).transactions).toEqual([]);
    expect((await read({ before: scene.clock.now() })).transactions).toEqual([]);
    await expect(read({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'invalid-request' });
  });
});
