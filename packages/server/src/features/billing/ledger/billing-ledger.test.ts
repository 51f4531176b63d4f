import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { clearingAccount, customerAccount, type LedgerAccount } from './billing-accounts.ts';
import { checkLedger } from './billing-ledger-check.ts';
import { postToLedger, readLedgerBalance, type LedgerPosting } from './billing-ledger.ts';

const currency = 'RUB';
const anna = customerAccount('cus_anna');
const basis = { kind: 'top-up', at: 1, customerId: 'cus_anna', currency } as const;
const topUp = (key: string, amount: number): LedgerPosting => ({
  ...basis,
  key,
  entries: [
    { account: anna, amount },
    { account: clearingAccount('sandbox'), amount: -amount },
  ],
});

describeDatabases('the ledger', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => void (database = await createTestDatabase(engine)));
  afterAll(() => database.close());
  const post = (posting: LedgerPosting) => database.db.transaction().execute((transaction) => postToLedger(transaction, posting));

  test('a key is posted once, and a balance is the sum of its entries', async () => {
    expect(await post(topUp('a', 500))).toBe(true);
    expect(await post(topUp('a', 500))).toBe(false);
    expect(await post(topUp('b', -200))).toBe(true);
    expect(await readLedgerBalance(database.db, anna, currency)).toBe(300);
    expect(await readLedgerBalance(database.db, clearingAccount('sandbox'), currency)).toBe(-300);
    expect(await readLedgerBalance(database.db, anna, 'EUR')).toBe(0);
    expect(await checkLedger(database.db)).toEqual({ entries: 4, problems: [] });
  });

  test.each([
    [
      'not to zero',
      [
        { account: anna, amount: 1 },
        { account: 'revenue', amount: -2 },
      ],
    ],
    ['two entries', [{ account: anna, amount: 0 }]],
    [
      'no integer',
      [
        { account: anna, amount: 10.005 },
        { account: 'revenue', amount: -10.005 },
      ],
    ],
    [
      'no integer',
      [
        { account: anna, amount: Number.NaN },
        { account: 'revenue', amount: 0 },
      ],
    ],
    [
      'no integer',
      [
        { account: anna, amount: 2 ** 53 },
        { account: 'revenue', amount: -(2 ** 53) },
      ],
    ],
  ] as const)('a posting is refused: %s', async (reason, entries) => {
    await expect(post({ ...basis, key: 'refused', entries })).rejects.toThrow(reason);
    expect(await database.db.selectFrom('ledger_transactions').where('key', '=', 'refused').selectAll().execute()).toEqual([]);
  });

  test('a balance never exceeds what a number holds exactly, and the posting leaves no trace', async () => {
    const before = await checkLedger(database.db);
    await expect(post(topUp('too much', Number.MAX_SAFE_INTEGER))).rejects.toThrow(/2\^53|too large/);
    expect(await checkLedger(database.db)).toEqual(before);
  });

  test('the database refuses to change or delete what was posted', async () => {
    for (const table of ['ledger_transactions', 'ledger_entries'] as const) {
      await expect(sql`delete from ${sql.table(table)}`.execute(database.db)).rejects.toThrow('append-only');
      const column = table === 'ledger_entries' ? 'amount' : 'at';
      await expect(sql`update ${sql.table(table)} set ${sql.ref(column)} = 0`.execute(database.db)).rejects.toThrow('append-only');
    }
    if (engine === 'postgres') await expect(sql`truncate ledger_entries`.execute(database.db)).rejects.toThrow('append-only');
    expect((await checkLedger(database.db)).entries).toBe(4);
  });

  test('the check finds a balance that is not the sum, a transaction that is not balanced and one without entries', async () => {
    const broken = await createTestDatabase(engine);
    const { db } = broken;
    try {
      await db.transaction().execute((transaction) => postToLedger(transaction, topUp('a', 500)));
      await db.updateTable('ledger_balances').set({ amount: 501 }).where('account', '=', anna).execute();
      await db.insertInto('ledger_balances').values({ account: 'rounding', currency, amount: 1 }).execute();
      const row = { kind: 'top-up', at: 1, customer_id: 'cus_anna', order_id: null, camera_ids: '[]' } as const;
      const rest = { paid_with: null, last4: null, invoice_number: null };
      await db
        .insertInto('ledger_transactions')
        .values([
          { id: 'txn_empty', key: 'empty', ...row, ...rest },
          { id: 'txn_half', key: 'half', ...row, ...rest },
        ])
        .execute();
      await db
        .insertInto('ledger_entries')
        .values({ transaction_id: 'txn_half', position: 0, account: 'receivable', currency, amount: 7 })
        .execute();
      const { problems } = await checkLedger(db);
      expect(problems).toHaveLength(5);
      expect(problems).toEqual(
        expect.arrayContaining([
          { kind: 'unbalanced-transaction', transactionId: 'txn_half' },
          { kind: 'transaction-without-entries', transactionId: 'txn_empty' },
          { kind: 'wrong-balance', account: anna, currency },
          { kind: 'wrong-balance', account: 'receivable', currency },
          { kind: 'wrong-balance', account: 'rounding', currency },
        ]),
      );
    } finally {
      await broken.close();
    }
  });

  const accounts: readonly LedgerAccount[] = [
    anna,
    customerAccount('cus_boris'),
    clearingAccount('sandbox'),
    'revenue',
    'receivable',
    'rounding',
  ];
  const account = fc.constantFrom(...accounts);
  /** Any number of entries that sum to zero, some with a key that was used before. */
  const posting = fc
    .record({
      key: fc.integer({ min: 0, max: 30 }),
      parts: fc.array(fc.record({ account, amount: fc.integer({ min: -1_000_000, max: 1_000_000 }) }), { minLength: 1, maxLength: 4 }),
      rest: account,
    })
    .map(({ key, parts, rest }) => ({
      key: String(key),
      entries: [...parts, { account: rest, amount: -parts.reduce((sum, { amount }) => sum + amount, 0) }],
    }));

  test('R20: whatever is posted, the entries always sum to the balances', { timeout: 120_000 }, async () => {
    const expected = new Map<string, number>();
    let run = 0;
    let keys = new Set<string>();
    await database.db.transaction().execute(async (transaction) => {
      for (const { account: name, amount } of await transaction.selectFrom('ledger_balances').selectAll().execute())
        expected.set(name, amount);
      await fc.assert(
        fc.asyncProperty(fc.array(posting, { minLength: 1, maxLength: 3 }), async (sequence) => {
          run += 1;
          keys = new Set();
          for (const { key, entries } of sequence) {
            const isNew = !keys.has(key);
            keys.add(key);
            expect(await postToLedger(transaction, { ...basis, key: `${run}:${key}`, entries })).toBe(isNew);
            if (isNew) for (const entry of entries) expected.set(entry.account, (expected.get(entry.account) ?? 0) + entry.amount);
          }
          const rows = await transaction.selectFrom('ledger_balances').select(['account', 'amount']).execute();
          expect(Object.fromEntries(rows.map((row) => [row.account, row.amount]))).toEqual(Object.fromEntries(expected));
        }),
        { numRuns: engine === 'sqlite' ? 10_000 : 300, endOnFailure: true },
      );
    });
    const { entries, problems } = await checkLedger(database.db);
    expect(problems).toEqual([]);
    expect(entries).toBeGreaterThan(engine === 'sqlite' ? 20_000 : 500);
  });
});
