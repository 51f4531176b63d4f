import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createBillingScene, type BillingScene } from '../../../../testing/billing/billing-scene.ts';
import { exampleInvoiceTerms } from '../../../../testing/billing/example-plans.ts';
import {
  exampleTransfer,
  statement1c,
  statementCamt,
  toWindows1251,
  type ExampleTransfer,
} from '../../../../testing/billing/example-statements.ts';
import { describeDatabases } from '../../../../testing/databases.ts';
import { createInvoiceSettlement } from '../billing-invoice-settlement.ts';
import { importStatement, invoiceNumbersIn } from './billing-statement-import.ts';

test('numbers of invoices are found as bookkeepers write them', () => {
  for (const [purpose, names] of [
    ['Оплата по счёту WP-12 от 26.11.2026. В т.ч. НДС 20% 83.17 руб.', ['WP-12']],
    ['оплата сч. wp 12', ['WP-12']],
    // W has no Cyrillic twin; Р is the Cyrillic one.
    ['Оплата WР-12, WР-0013', ['WP-12', 'WP-13']],
    ['Оплата WP № 12', ['WP-12']],
    ['Оплата WP-12а', []],
    ['Оплата WP-1234567890', []],
    ['XWP12', ['XWP-12']],
    ['', []],
  ] as const)
    expect([purpose, [...invoiceNumbersIn(purpose).keys()].filter((name) => name.includes('WP'))]).toEqual([purpose, names]);
  expect(invoiceNumbersIn('WP-1 WP-2 '.repeat(500)).size).toBe(2);
  expect(invoiceNumbersIn(Array.from({ length: 100 }, (_, index) => `WP-${index + 1}`).join(' ')).size).toBe(20);
});

describeDatabases('bank statements', (engine) => {
  let scene: BillingScene;
  beforeEach(async () => {
    scene = await createBillingScene(engine);
    for (const taxId of ['7736050003', '7736050003', '500100732259'])
      await scene.billing.invoices.request(
        scene.customerId,
        {
          payer: {
            name: 'Ёлки',
            taxId,
            taxReasonCode: null,
            address: 'Тверь',
            contactName: 'Анна',
            email: 'anna@example.com',
            phone: null,
          },
          purpose: { kind: 'balance', amount: 29_900 },
        },
        randomUUID(),
      );
  });
  afterEach(() => scene.close());
  const read = async (bytes: Uint8Array): Promise<readonly (readonly [string | null, string])[]> => {
    const result = await importStatement({ db: scene.database.db, clock: scene.clock }, bytes, exampleInvoiceTerms.seller.account);
    if (!result.isOk) throw new Error(result.problem);
    return result.report.payments.map(({ invoice, outcome }) => [invoice, outcome] as const);
  };
  const from1c = (...transfers: Partial<ExampleTransfer>[]) =>
    read(toWindows1251(statement1c(transfers.map((transfer) => ({ ...exampleTransfer, ...transfer })))));
  const fromCamt = (...transfers: Partial<ExampleTransfer>[]) =>
    read(new TextEncoder().encode(statementCamt(transfers.map((transfer) => ({ ...exampleTransfer, ...transfer })))));

  test('imported twice, and by two operators at once: credited once, and the order is done', async () => {
    const both = await Promise.all([from1c({}), from1c({})]);
    expect(
      both
        .flat()
        .map(([, outcome]) => outcome)
        .toSorted(),
    ).toEqual(['paid', 'repeated']);
    expect(await from1c({})).toEqual([['WP-1', 'repeated']]);
    expect(await scene.balance()).toBe(29_900);
    const orders = await scene.database.db
      .selectFrom('orders')
      .select(['state', 'paid_with'])
      .where('invoice_number', '=', 'WP-1')
      .execute();
    expect(orders).toEqual([{ state: 'completed', paid_with: 'invoice' }]);
  });

  test('the same payment in the other format, or one that the operator has marked, is not credited again', async () => {
    await from1c({});
    expect(await fromCamt({})).toEqual([['WP-1', 'possible-duplicate']]);
    await createInvoiceSettlement({ db: scene.database.db, clock: scene.clock }).confirm('WP-2');
    const second = { purpose: 'WP-2', number: '42' };
    expect(await fromCamt(second)).toEqual([['WP-2', 'confirmed']]);
    expect(await fromCamt(second)).toEqual([['WP-2', 'repeated']]);
    expect(await scene.balance()).toBe(2 * 29_900);
    expect(await fromCamt({ purpose: 'WP-2', number: '43' })).toEqual([['WP-2', 'surplus-credited']]);
    expect(await scene.balance()).toBe(3 * 29_900);
  });

  test('parts go to the balance, the last one completes the invoice, and what is too much stays there', async () => {
    expect(await from1c({ amount: '100.00' })).toEqual([['WP-1', 'part-credited']]);
    expect(await scene.balance()).toBe(10_000);
    expect(await from1c({ amount: '200', number: '42' })).toEqual([['WP-1', 'paid']]);
    expect(await scene.balance()).toBe(30_000);
  });

  test('a payer who is not certain is reported, and nothing is credited', async () => {
    expect(
      await from1c(
        { payerTaxId: '' },
        { payerTaxId: '7736050004' },
        { payerTaxId: '7707083893' },
        { purpose: 'Оплата за видеонаблюдение' },
        { purpose: 'Оплата по счёту WP-99' },
        { purpose: 'Оплата по счёту AB-1' },
        { purpose: 'Оплата по счетам WP-1, WP-2' },
      ),
    ).toEqual([
      [null, 'payer-unknown'],
      [null, 'payer-unknown'],
      [null, 'other-payer'],
      [null, 'no-invoice-number'],
      [null, 'unknown-invoice'],
      [null, 'unknown-invoice'],
      [null, 'several-invoices'],
    ]);
    // Only one of the two numbers is this payer's.
    expect(await from1c({ purpose: 'WP-1, WP-3', payerTaxId: '500100732259' })).toEqual([['WP-3', 'paid']]);
    expect(await scene.balance()).toBe(29_900);
  });

  test('a customer who has deleted the account: the money is reported', async () => {
    await scene.database.db.deleteFrom('customers').where('id', '=', scene.customerId).execute();
    expect(await from1c({})).toEqual([['WP-1', 'customer-gone']]);
  });
});
