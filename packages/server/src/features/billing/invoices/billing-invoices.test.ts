import type { Order, RequestInvoiceBody } from '@watchpost/contract/schemas/billing';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBillingScene, type BillingScene } from '../../../testing/billing/billing-scene.ts';
import { describeDatabases } from '../../../testing/databases.ts';
import { insertCustomer } from '../../../testing/people.ts';
import { inMoneyTransaction } from '../billing-transaction.ts';
import { takeInvoiceNumber } from './billing-invoice-rows.ts';
import { createInvoiceSettlement } from './billing-invoice-settlement.ts';

const day = 24 * 60 * 60_000;
const payer: RequestInvoiceBody['payer'] = {
  name: 'ООО «Ёлки»',
  taxId: '7736050003',
  taxReasonCode: '997250001',
  address: 'Тверь, Советская ул., 1',
  contactName: 'Анна',
  email: 'anna@example.com',
  phone: null,
};

describeDatabases('invoices', (engine) => {
  let scene: BillingScene;
  beforeEach(async () => {
    scene = await createBillingScene(engine);
    await scene.settle();
  });
  afterEach(() => scene.close());
  const request = (purpose: RequestInvoiceBody['purpose'], { key = randomUUID(), customerId = scene.customerId } = {}): Promise<Order> =>
    scene.billing.invoices.request(customerId, { payer, purpose }, key);
  const plan = (expectedToPay = 29_900): RequestInvoiceBody['purpose'] => ({
    kind: 'subscription',
    cameraPlans: [{ cameraId: scene.cameraId, planId: 'week.1' }],
    expectedToPay,
  });
  const find = (id: string) => scene.billing.checkout.find(scene.customerId, id);
  const confirm = (name: string) => createInvoiceSettlement({ db: scene.database.db, clock: scene.clock }).confirm(name);
  const numbers = async () =>
    (await scene.database.db.selectFrom('invoices').select('number').orderBy('number').execute()).map(({ number }) => number);

  test('an order with an invoice, numbered, printed, and asked for twice with a key: once', async () => {
    const key = randomUUID();
    const order = await request(plan(), { key });
    expect(order).toMatchObject({ kind: 'subscription', state: 'created', toPay: 29_900, invoiceNumber: 'WP-1' });
    expect(await request(plan(), { key })).toEqual(order);
    expect(await numbers()).toEqual([1]);
    const { fileName, pdf } = await scene.billing.invoices.print(scene.customerId, order.id, 'ru');
    expect(fileName).toBe('Счёт WP-1 от 31.01.2026.pdf');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const other = await insertCustomer(scene.database.db, 'boris@example.com');
    await expect(scene.billing.invoices.print(other, order.id, 'ru')).rejects.toMatchObject({ code: 'not-found' });
    const plain = await scene.billing.checkout.topUp(scene.customerId, 20_000, randomUUID());
    await expect(scene.billing.invoices.print(scene.customerId, plain.id, 'ru')).rejects.toMatchObject({ code: 'order-not-payable' });
  });

  test('forty requests on two servers, a third of which fail: the numbers have no gaps and none is given twice', async () => {
    const other = (await scene.open()).billing ?? scene.billing;
    const customers = [
      scene.customerId,
      await insertCustomer(scene.database.db, 'b@example.com'),
      await insertCustomer(scene.database.db, 'c@example.com'),
    ];
    const results = await Promise.allSettled(
      Array.from({ length: 40 }, (_, index) => {
        const server = index % 2 === 0 ? scene.billing : other;
        const customerId = customers[index % customers.length] ?? '';
        const purpose: RequestInvoiceBody['purpose'] = index % 3 === 0 ? plan(1) : { kind: 'balance', amount: 20_000 };
        return server.invoices.request(customerId, { payer, purpose }, randomUUID());
      }),
    );
    const issued = results.filter(({ status }) => status === 'fulfilled').length;
    expect(issued).toBe(26);
    expect(await numbers()).toEqual(Array.from({ length: issued }, (_, index) => index + 1));
  });

  test('a number is given back by a transaction that fails after taking it, while others wait for it', async () => {
    const taken = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        inMoneyTransaction(scene.database.db, async (transaction) => {
          const number = await takeInvoiceNumber(transaction);
          if (index % 3 === 0) throw new Error('The server is stopped.');
          return number;
        }),
      ),
    );
    const numbers = taken.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  test('a total that is not the expected one, or nothing to pay, is refused', async () => {
    await expect(request(plan(1))).rejects.toMatchObject({ code: 'plan-outdated', details: { preview: { toPay: 29_900 } } });
    await scene.topUp(50_000);
    await expect(request(plan(0))).rejects.toMatchObject({ code: 'order-not-payable' });
    await expect(request({ kind: 'balance', amount: 1 })).rejects.toMatchObject({ code: 'invalid-request' });
    expect(await numbers()).toEqual([]);
  });

  test('paid a week later, after the trial: the plan begins then, at the price of the invoice', async () => {
    const { id } = await request(plan());
    await scene.later(7 * day);
    expect((await find(id)).state).toBe('created');
    expect(await scene.subscription()).toMatchObject({ state: 'Cancelled' });
    expect(await confirm('WP-1')).toBe('paid');
    await scene.settle();
    expect(await find(id)).toMatchObject({ state: 'completed', paidWith: 'invoice' });
    expect(await scene.subscription()).toMatchObject({ state: 'Active', chargedThroughDate: Date.UTC(2026, 2, 7, 12) });
    expect(await scene.balance()).toBe(0);
    expect(await confirm('WP-1')).toBe('repeated');
    expect(await confirm('WP-2')).toBe(null);
    const { transactions } = await scene.billing.transactions(scene.customerId, { limit: 50 });
    expect(transactions.map(({ kind, amount, paidWith, invoiceNumber }) => ({ kind, amount, paidWith, invoiceNumber }))).toEqual(
      expect.arrayContaining([
        { kind: 'top-up', amount: 29_900, paidWith: 'invoice', invoiceNumber: 'WP-1' },
        { kind: 'charge', amount: -29_900, paidWith: 'invoice', invoiceNumber: 'WP-1' },
      ]),
    );
  });

  test('paid by card meanwhile, or bought otherwise: the money of the transfer stays on the balance', async () => {
    const { id } = await request(plan());
    await scene.payByCard(id, 'visa');
    expect(await confirm('WP-1')).toBe('surplus-credited');
    expect(await scene.balance()).toBe(29_900);
    // The plan is running: what was invoiced a second time costs nothing now.
    const second = await scene.addCamera();
    await scene.settle();
    await request({ kind: 'subscription', cameraPlans: [{ cameraId: second, planId: 'month.1' }], expectedToPay: 30_000 });
    const bought = await scene.order([{ cameraId: second, planId: 'month.1' }]);
    await scene.payByCard(bought.id, 'visa');
    expect(await scene.balance()).toBe(0);
    expect(await confirm('WP-2')).toBe('paid');
    expect(await scene.balance()).toBe(30_000);
  });

  test('paid by a transfer while the page for a card is open: the page is closed', async () => {
    const { id } = await request(plan());
    const body = { method: 'card', paymentMethodId: null, isSaved: false, returnUrl: 'https://cams.example/' } as const;
    const answer = await scene.billing.payments.pay(scene.customerId, { orderId: id, body, key: randomUUID(), locale: 'en' });
    if (answer.next !== 'redirect') expect.fail(answer.next);
    expect(await confirm('WP-1')).toBe('paid');
    await scene.settle();
    await scene.press(answer.url, { action: 'pay', card: 'visa' });
    await scene.settle();
    expect(await find(id)).toMatchObject({ state: 'completed', paidWith: 'invoice' });
    expect(await scene.balance()).toBe(0);
  });

  test('two operators mark it at once: credited once', async () => {
    await request({ kind: 'balance', amount: 20_000 });
    expect(new Set(await Promise.all([confirm('WP-1'), confirm('WP-1')]))).toEqual(new Set(['paid', 'repeated']));
    expect(await scene.balance()).toBe(20_000);
  });

  test('an order waits for the transfer until a month after the due day', async () => {
    const { id } = await request(plan());
    await scene.later(39 * day);
    expect((await find(id)).state).toBe('created');
    await scene.later(2 * day);
    expect(await find(id)).toMatchObject({ state: 'cancelled', failure: 'expired' });
    expect(await confirm('WP-1')).toBe('surplus-credited');
    expect(await scene.balance()).toBe(29_900);
  });
});
