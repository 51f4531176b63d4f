import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listPlans } from '@watchpost/contract/endpoints/billing';
import { planListSchema } from '@watchpost/contract/schemas/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examplePlans } from '../testing/billing/example-plans.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const main = join(import.meta.dirname, 'main.ts');
let folder: string;
let plansFile: string;
let server: TestServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchpost-cli-plans-'));
  plansFile = join(folder, 'plans.json');
  await writeFile(plansFile, JSON.stringify(examplePlans));
  server = await startTestServer({ dataDir: join(folder, 'data'), plansFile });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

function run(...args: readonly string[]): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: join(folder, 'data'), PLANS_FILE: plansFile, PAYMENT_PROVIDER: 'sandbox' };
  return new Promise((resolve) => {
    execFile(process.execPath, [main, 'plans', ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}

test('an operator adds, changes and retires a plan, and the server that runs sells that', async () => {
  const { headers } = await server.signIn('anna@example.com');
  const sold = async () =>
    planListSchema
      .parse(await (await server.call(listPlans, { headers })).json())
      .filter(({ id }) => id.startsWith('two-weeks'))
      .map(({ id, price, archiveDays, isHd }) => [id, price, archiveDays, isHd]);

  const added = await run('add', 'two-weeks', '--name', '14 days', '--name-ru', '14 дней', '--price', '39900', '--archive-days', '14');
  expect(added).toEqual({
    code: 0,
    output: 'Sold from now on:\ntwo-weeks.1  399.00 RUB Monthly  14 days  HD  by the operator  on sale  0 cameras  14 days | 14 дней\n',
  });
  expect(await sold()).toEqual([['two-weeks.1', 39_900, 14, true]]);

  expect((await run('change', 'two-weeks', '--price', '44900', '--no-hd')).output).toContain(
    'two-weeks.2  449.00 RUB Monthly  14 days  by',
  );
  expect(await sold()).toEqual([['two-weeks.2', 44_900, 14, false]]);
  const listed = (await run()).output;
  expect(listed).toMatch(/^two-weeks\.1 .*not sold since \d{4}-\d\d-\d\d/m);
  expect(listed).toMatch(/^week\.1 {2}299\.00 RUB Monthly {2}7 days {2}HD {2}plans file {2}on sale/m);

  expect(await run('retire', 'two-weeks')).toEqual({
    code: 0,
    output: '"two-weeks" is not sold any more. It goes on for those who have it: 0 cameras.\n',
  });
  expect(await sold()).toEqual([]);
});

test('the plans file decides about its plans, and what is wrong is named with what to do', async () => {
  const onFile = { code: 1, output: expect.stringContaining('"week" is in the plans file, which decides about its plans.') };
  expect(await run('change', 'week', '--price', '1')).toEqual(onFile);
  expect(await run('retire', 'week')).toEqual(onFile);
  expect(await run('retire', 'nothing')).toEqual({ code: 1, output: expect.stringContaining('No plan "nothing" is sold.') });
  const wrong = await run('add', 'new', '--name', 'New', '--price', '399.00', '--archive-days', '0');
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.output).toContain('--name-ru must be a text.');
  expect(wrong.output).toContain('--price must be an amount in minor units such as kopecks or cents');
  expect(wrong.output).toContain('--archive-days must be days of recordings, a whole number from 1 to 3650.');
});
