import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { orderSchema } from '@watchpost/contract/schemas/billing';
import { requestInvoice } from '@watchpost/contract/endpoints/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePlans } from '../testing/billing/example-plans.ts';
import { exampleTransfer, statement1c, toWindows1251 } from '../testing/billing/example-statements.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const main = join(import.meta.dirname, 'main.ts');
let folder: string;
let plansFile: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchpost-cli-invoices-'));
  plansFile = join(folder, 'plans.json');
  await writeFile(plansFile, JSON.stringify(examplePlans));
  server = await startTestServer({ dataDir: join(folder, 'data'), plansFile });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function run(args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PLANS_FILE: plansFile, PAYMENT_PROVIDER: 'sandbox' };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

test('an operator marks invoices as paid and reads a statement of the bank, while the server runs', async () => {
  const { headers } = await server.signIn('anna@example.com');
  const payer = {
    name: 'ООО «Ёлки»',
    taxId: exampleTransfer.payerTaxId,
    taxReasonCode: null,
    address: 'Тверь',
    contactName: 'Анна',
    email: 'anna@example.com',
    phone: null,
  };
  for (const name of ['WP-1', 'WP-2']) {
    const body = { payer, purpose: { kind: 'balance', amount: 29_900 } };
    const answer = await server.call(requestInvoice, { headers: { ...headers, 'idempotency-key': randomUUID() }, body });
    expect(orderSchema.parse(await answer.json()).invoiceNumber).toBe(name);
  }
  expect((await run(['invoice-paid'])).output).toMatch(/WP-1 {2}299\.00 RUB {2}tax id 7736050003 {2}due \d{4}-\d\d-\d\d\nWP-2 /);
  expect(await run(['invoice-paid', 'WP-2'])).toEqual({ code: 0, output: 'WP-2: paid.\n' });

  const file = join(folder, 'statement.txt');
  const unknown = { ...exampleTransfer, number: '42', purpose: 'Оплата за видео' };
  await writeFile(file, toWindows1251(statement1c([exampleTransfer, unknown])));
  const imported = await run(['bank-statement', file]);
  expect(imported.output).toContain('2026-11-26  299.00 RUB  WP-1  ООО «Ёлки»: paid.');
  expect(imported.output).toContain('NOT APPLIED: the purpose names no invoice.');
  expect(imported).toMatchObject({ code: 1, output: expect.stringContaining('1 of 2 need nothing more.') });
  expect((await run(['bank-statement', file])).output).toContain('WP-1  ООО «Ёлки»: known already.');

  await writeFile(file, 'a,b');
  expect(await run(['bank-statement', file])).toMatchObject({ code: 1, output: expect.stringContaining('neither a text exchange of 1C') });
});
