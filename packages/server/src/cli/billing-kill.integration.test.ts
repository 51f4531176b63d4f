import { getBalance, payOrder, topUpBalance } from '@watchpost/contract/endpoints/billing';
import { fillPath } from '@watchpost/contract/kernel';
import { balanceSchema, orderSchema, paymentAnswer } from '@watchpost/contract/schemas/billing';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../db/database.ts';
import { checkLedger } from '../features/billing/index.ts';
import { createKillableServers, postJson, type KillableServers } from '../testing/processes/killable-server.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

let servers: KillableServers;

beforeEach(async () => void (servers = await createKillableServers()));
afterEach(() => servers.dispose());

test('R18: kill -9 after the provider took the money: after the restart it is credited, once', { timeout: atMost(120_000) }, async () => {
  let server = await servers.start();
  const headers = await servers.signIn(server.url);
  const rounds = 4;
  for (let round = 1; round <= rounds; round += 1) {
    const keys = () => ({ ...headers, 'idempotency-key': randomUUID() });
    const order = orderSchema.parse(await (await postJson(server.url + topUpBalance.path, { amount: 10_000 }, keys())).json());
    const body = { method: 'card', paymentMethodId: null, isSaved: false, returnUrl: `${server.url}/order` };
    const answer = paymentAnswer.parse(await (await postJson(server.url + fillPath(payOrder.path, { id: order.id }), body, keys())).json());
    if (answer.next !== 'redirect') expect.fail(answer.next);
    const form = new URLSearchParams({ action: 'pay', card: 'visa' });
    // The provider has booked it once the page leads back; its notification is on the way, or is being applied.
    expect((await fetch(answer.url, { method: 'POST', body: form, redirect: 'manual' })).status).toBe(303);
    await server.kill();

    server = await servers.start();
    const balance = async () => balanceSchema.parse(await (await fetch(server.url + getBalance.path, { headers })).json()).amount;
    await expect.poll(balance, { timeout: atMost(20_000) }).toBe(10_000 * round);
  }
  await server.kill();
  const db = openDatabase(locateDatabase({ dataDir: servers.folder, databaseUrl: null }));
  try {
    expect(await checkLedger(db)).toEqual({ entries: 2 * rounds, problems: [] });
  } finally {
    await db.destroy();
  }
});
