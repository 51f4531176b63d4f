/**
 * Measures billing: an order of 100 cameras that is calculated and not created, 10,000 renewals that are due at once, the check of a
 * ledger of a million entries, and what the checkout adds to a page. Fails when renewals that run twice charge twice.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { previewInvoice } from '@watchpost/contract/endpoints/billing';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import { createOwner } from '../../e2e/support/owner.ts';
import { openDatabase, type Db } from '../../packages/server/src/db/database.ts';
import { migrate } from '../../packages/server/src/db/migrations.ts';
import { checkLedger, createBillingModule } from '../../packages/server/src/features/billing/index.ts';
import { createLog } from '../../packages/server/src/kernel/log.ts';
import { examplePlans } from '../../packages/server/src/testing/billing/example-plans.ts';
import { insertCamera, insertCustomer } from '../../packages/server/src/testing/people.ts';
import { run } from '../../tooling/lib/run.ts';
import { buildStale } from '../../tooling/packages/builds.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createLoad } from '../support/load.ts';
import { figure, report, type Figure } from '../support/report.ts';
import { startServer } from '../support/server.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 100);
const camerasOfOrder = 100;
const customers = 5000;
const camerasOfCustomer = 2;
const transactions = 500_000;
const minuteMs = 60_000;
const sumBalances = 'insert into ledger_balances select account, currency, sum(amount) from ledger_entries group by account, currency';

const folder = temporaryFolder('billing');
const plansFile = join(folder, 'plans.json');
writeFileSync(plansFile, JSON.stringify(examplePlans));

report('billing', [...(await measurePreview()), ...(await measureRenewals()), ...(await measureLedger()), ...(await measureCheckout())]);

async function measurePreview(): Promise<Figure[]> {
  const server = await startServer({ PLANS_FILE: plansFile, PAYMENT_PROVIDER: 'sandbox', WATCHPOST_DEMO: '0', LOG_LEVEL: 'warn' });
  const owner = await createOwner(server, 'bench@example.test');
  const { customerId } = await owner.account.profile();
  const db = openDatabase({ kind: 'sqlite', file: join(server.dataDir, 'watchpost.db') });
  const cameraPlans = [];
  for (let index = 0; index < camerasOfOrder; index += 1)
    cameraPlans.push({ cameraId: await insertCamera(db, customerId), planId: 'week.1' });
  await db.destroy();
  const token = await owner.session.accessToken();
  const load = createLoad(server.url, 1);
  const times: number[] = [];
  for (let round = 0; round < rounds + 10; round += 1) {
    const { took } = await load.post(previewInvoice.path, { cameraPlans }, { authorization: `Bearer ${token}` });
    // The first ones start the trials and warm the code.
    if (round >= 10) times.push(took);
  }
  load.close();
  owner.dispose();
  await server.stop();
  return [figure(`dry run of ${camerasOfOrder} cameras`, 'ms', times, { of: 'p95', atMost: 50 })];
}

async function measureRenewals(): Promise<Figure[]> {
  const db = await createDatabase('renewals');
  const module = await createBillingModule({
    config: { publicOrigin: null, basePath: '', plansFile, demoPlans: false },
    db,
    clock,
    log: createLog({ level: 'error', format: 'text' }),
    mail: { addWithin: async () => undefined, wake: () => undefined },
    provider: {
      name: 'sandbox',
      currencies: null,
      begin: async () => ({ redirectUrl: null }),
      read: async () => null,
      cancel: async () => ({ report: null, isPageOpen: false }),
      parseNotification: async () => {
        throw new Error('There are no notifications in this bench.');
      },
    },
    onPlan: () => undefined,
    onHd: () => undefined,
    isOperator: async () => false,
  });
  await insertDueSubscriptions(db);
  runSql('renewals', [sumBalances]);
  const startedAt = performance.now();
  await module.run();
  const took = (performance.now() - startedAt) / 1000;
  await module.run();
  await module.stop?.();
  const { count } = await db
    .selectFrom('ledger_transactions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'charge')
    .executeTakeFirstOrThrow();
  const { problems } = await checkLedger(db);
  await db.destroy();
  if (count !== customers * camerasOfCustomer || problems.length > 0)
    throw new Error(`${count} charges of ${customers * camerasOfCustomer} renewals; problems of the ledger: ${problems.length}.`);
  return [figure(`${customers * camerasOfCustomer} renewals that are due at once, run twice`, 's', [took], { of: 'median', atMost: 60 })];
}

/** Two cameras of each customer whose period has just ended, with money for one more. */
async function insertDueSubscriptions(db: Db): Promise<void> {
  const now = clock.now();
  await db.transaction().execute(async (transaction) => {
    for (let customer = 0; customer < customers; customer += 1) {
      const id = await insertCustomer(transaction, `customer-${customer}@bench.test`);
      const amount = 29_900 * camerasOfCustomer;
      await insertTopUp(transaction, { id, amount, at: now });
      for (let index = 0; index < camerasOfCustomer; index += 1)
        await transaction
          .insertInto('subscriptions')
          .values({
            camera_id: await insertCamera(transaction, id),
            customer_id: id,
            plan_id: 'week.1',
            state: 'Active',
            is_activation_required: 0,
            period_start: now - 30 * 24 * 60 * minuteMs,
            charged_through: now - minuteMs,
            anchor_day: 1,
            paid: 29_900,
            renewal: 'scheduled',
            footage_kept_until: null,
            revision: 1,
            due_at: now - minuteMs,
            failures: 0,
            updated_at: now,
          })
          .execute();
    }
  });
}

async function insertTopUp(
  transaction: Db,
  { id, amount, at }: { readonly id: string; readonly amount: number; readonly at: number },
): Promise<void> {
  await transaction
    .insertInto('ledger_transactions')
    .values({
      id,
      key: id,
      kind: 'top-up',
      at,
      customer_id: id,
      order_id: null,
      camera_ids: '[]',
      paid_with: 'card',
      last4: null,
      invoice_number: null,
    })
    .execute();
  const entries = [
    { account: `customer:${id}`, amount },
    { account: 'clearing:sandbox', amount: -amount },
  ];
  await transaction
    .insertInto('ledger_entries')
    .values(entries.map((entry, position) => ({ transaction_id: id, position, currency: 'RUB', ...entry })))
    .execute();
}

/** All that a page with its script tag loads, and what of that other elements share. */
async function measureCheckout(): Promise<Figure[]> {
  const name = 'checkout: loader, element, Preact, signals, sdk-core';
  const root = join(import.meta.dirname, '../..');
  const { scriptTag }: { scriptTag: readonly { readonly name: string; readonly sharedBytes?: number }[] } = JSON.parse(
    readFileSync(join(root, 'size-budgets.json'), 'utf8'),
  );
  const shared = scriptTag.find((budget) => budget.name === name)?.sharedBytes ?? Number.NaN;
  const built = await buildStale();
  if (built.failed > 0) throw new Error(built.output);
  const { output } = await run(process.execPath, [join(root, 'packages/widgets/size.ts')]);
  const line = output.split('\n').find((each) => each.endsWith(name));
  const all = Number(/(\d+) of/.exec(line ?? '')?.[1]);
  return [
    figure('checkout widget, gzip, beside the shared runtime', 'bytes', [all - shared], { of: 'median', atMost: 16 * 1024 }),
    figure('checkout widget, gzip, with the shared runtime', 'bytes', [all]),
  ];
}

async function measureLedger(): Promise<Figure[]> {
  const db = await createDatabase('ledger');
  const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${transactions})`;
  runSql('ledger', [
    `insert into ledger_transactions (id, key, kind, at, customer_id, camera_ids)
      ${numbers} select 'txn_' || n, 'key:' || n, 'top-up', n, 'cus_' || (n % 10000), '[]' from numbers`,
    `insert into ledger_entries ${numbers} select 'txn_' || n, 0, 'customer:cus_' || (n % 10000), 'RUB', n from numbers`,
    `insert into ledger_entries ${numbers} select 'txn_' || n, 1, 'clearing:sandbox', 'RUB', -n from numbers`,
    sumBalances,
  ]);
  const times: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    const { entries, problems } = await checkLedger(db);
    times.push((performance.now() - startedAt) / 1000);
    if (entries !== 2 * transactions || problems.length > 0) throw new Error(`${entries} entries, ${problems.length} problems.`);
  }
  await db.destroy();
  return [figure('check of a ledger of 1,000,000 entries', 's', times, { of: 'p95', atMost: 5 })];
}

/** Fills a database faster than posting could. */
function runSql(name: string, statements: readonly string[]): void {
  const database = new DatabaseSync(join(folder, `${name}.db`));
  for (const statement of statements) database.exec(statement);
  database.close();
}

async function createDatabase(name: string): Promise<Db> {
  const db = openDatabase({ kind: 'sqlite', file: join(folder, `${name}.db`) });
  await migrate(db);
  return db;
}
