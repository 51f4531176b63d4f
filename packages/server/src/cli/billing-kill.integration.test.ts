import { getBalance, payOrder, topUpBalance } from '@watchpost/contract/endpoints/billing';
import { confirmCode, requestCode } from '@watchpost/contract/endpoints/session';
import { fillPath } from '@watchpost/contract/kernel';
import { balanceSchema, orderSchema, paymentAnswer } from '@watchpost/contract/schemas/billing';
import { sessionAnswer } from '@watchpost/contract/schemas/session';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../db/database.ts';
import { checkLedger } from '../features/billing/index.ts';
import { examplePlans } from '../testing/billing/example-plans.ts';
import { readCode } from '../testing/outbox.ts';

const main = join(import.meta.dirname, 'main.ts');
let folder: string;
const running = new Set<ChildProcess>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'watchpost-billing-kill-'));
  await writeFile(join(folder, 'plans.json'), JSON.stringify(examplePlans));
});
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<{ url: string; kill: () => Promise<void> }> {
  const child = spawn(process.execPath, [main, 'start'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      PORT: '0',
      WATCHPOST_DEMO: '0',
      PLANS_FILE: join(folder, 'plans.json'),
      PAYMENT_PROVIDER: 'sandbox',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let text = '';
  child.stdout.on('data', (data: Buffer) => void (text += data.toString()));
  child.stderr.on('data', (data: Buffer) => void (text += data.toString()));
  await expect.poll(() => text, { timeout: 20_000 }).toMatch(/http:\/\/localhost:\d+/);
  const closed = once(child, 'close');
  return {
    url: /http:\/\/localhost:\d+/.exec(text)?.[0] ?? '',
    kill: async () => {
      child.kill('SIGKILL');
      await closed;
      running.delete(child);
    },
  };
}

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) });

async function signIn(url: string): Promise<Record<string, string>> {
  const email = 'anna@example.com';
  const device = { deviceId: randomUUID(), deviceName: 'web', deviceToken: 'x'.repeat(32) };
  expect((await post(url + requestCode.path, { email, deviceId: device.deviceId })).status).toBe(200);
  await expect.poll(() => readCode(folder, email), { timeout: 10_000 }).not.toBeNull();
  const otp = await readCode(folder, email);
  const session = sessionAnswer.parse(await (await post(url + confirmCode.path, { email, otp, ...device })).json());
  return { authorization: `Bearer ${session.access_token}` };
}

test('R18: kill -9 after the provider took the money: after the restart it is credited, once', { timeout: 120_000 }, async () => {
  let server = await start();
  const headers = await signIn(server.url);
  const rounds = 4;
  for (let round = 1; round <= rounds; round += 1) {
    const keys = () => ({ ...headers, 'idempotency-key': randomUUID() });
    const order = orderSchema.parse(await (await post(server.url + topUpBalance.path, { amount: 10_000 }, keys())).json());
    const body = { method: 'card', paymentMethodId: null, isSaved: false, returnUrl: `${server.url}/order` };
    const answer = paymentAnswer.parse(await (await post(server.url + fillPath(payOrder.path, { id: order.id }), body, keys())).json());
    if (answer.next !== 'redirect') expect.fail(answer.next);
    const form = new URLSearchParams({ action: 'pay', card: 'visa' });
    // The provider has booked it once the page leads back; its notification is on the way, or is being applied.
    expect((await fetch(answer.url, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
    await server.kill();

    server = await start();
    const balance = async () => balanceSchema.parse(await (await fetch(server.url + getBalance.path, { headers })).json()).amount;
    await expect.poll(balance, { timeout: 20_000 }).toBe(10_000 * round);
  }
  await server.kill();
  const db = openDatabase(locateDatabase({ dataDir: folder, databaseUrl: null }));
  try {
    expect(await checkLedger(db)).toEqual({ entries: 2 * rounds, problems: [] });
  } finally {
    await db.destroy();
  }
});
