import {
  getBalance,
  getOrder,
  listPaymentMethods,
  payOrder,
  receivePaymentNotification,
  topUpBalance,
} from '@watchpost/contract/endpoints/billing';
import { confirmCode, requestCode } from '@watchpost/contract/endpoints/session';
import { fillPath } from '@watchpost/contract/kernel';
import { balanceSchema, orderSchema, paymentAnswer, paymentMethodListSchema } from '@watchpost/contract/schemas/billing';
import { sessionAnswer } from '@watchpost/contract/schemas/session';
import { systemClock } from '@watchpost/contract/timing/clock';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../db/database.ts';
import { checkLedger } from '../features/billing/index.ts';
import { examplePlans } from '../testing/billing/example-plans.ts';
import { readCode } from '../testing/outbox.ts';
import type { ProviderFault } from '../testing/payments/provider-double.ts';
import { startStripeDouble } from '../testing/payments/stripe-double.ts';
import { startYooKassaDouble } from '../testing/payments/yookassa-double.ts';

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

interface RunningServer {
  readonly url: string;
  readonly kill: () => Promise<void>;
}

async function start(payments: Readonly<Record<string, string>> = { PAYMENT_PROVIDER: 'sandbox' }): Promise<RunningServer> {
  const child = spawn(process.execPath, [main, 'start'], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: folder,
      PORT: '0',
      WATCHPOST_DEMO: '0',
      PLANS_FILE: join(folder, 'plans.json'),
      ...payments,
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

/** Lets the provider's notifications through to the server that is running. */
async function startGate(serverUrl: () => string, path: string) {
  const gate = { isOpen: true, losesAnswers: false, passed: 0 };
  const server = createServer((request, response) => {
    const pass = async (): Promise<number> => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
      if (!gate.isOpen) return 502;
      const signature = request.headers['stripe-signature'];
      const headers = { 'content-type': 'application/json', ...(typeof signature === 'string' && { 'stripe-signature': signature }) };
      const { status } = await fetch(serverUrl() + path, { method: 'POST', headers, body: Buffer.concat(chunks) });
      if (status === 204) gate.passed += 1;
      return gate.losesAnswers ? 502 : status;
    };
    pass().then(
      (status) => response.writeHead(status).end(),
      () => response.writeHead(502).end(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    gate,
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

test.each(['stripe', 'yookassa'] as const)(
  'R18: kill -9 at each step of a payment by %s: one order, one charge, and the books balance',
  { timeout: 240_000 },
  async (name) => {
    const double = await (name === 'stripe' ? startStripeDouble(systemClock) : startYooKassaDouble(systemClock));
    let server = await start(double.environment);
    const { gate, ...gateServer } = await startGate(() => server.url, fillPath(receivePaymentNotification.path, { provider: name }));
    try {
      const deliver = (): void => double.deliverTo(gateServer.url);
      deliver();
      const session = await signIn(server.url);
      const orders: string[] = [];
      const amount = 10_000;
      const inDatabase = async <T>(work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> => {
        const db = openDatabase(locateDatabase({ dataDir: folder, databaseUrl: null }));
        return work(db).finally(() => db.destroy());
      };
      /** @param isLate whether the minute passes after which the server asks the provider */
      const restart = async ({ isLate = false } = {}): Promise<void> => {
        await server.kill();
        double.setFault(null);
        if (isLate) await inDatabase((db) => db.updateTable('payments').set({ check_at: 0 }).where('state', '=', 'pending').execute());
        server = await start(double.environment);
        deliver();
      };
      const order = async (key: string = randomUUID()): Promise<string> => {
        const headers = { ...session, 'idempotency-key': key };
        const { id } = orderSchema.parse(await (await post(server.url + topUpBalance.path, { amount }, headers)).json());
        if (!orders.includes(id)) orders.push(id);
        return id;
      };
      const pay = async (id: string, paymentMethodId: string | null = null): Promise<string> => {
        const body = { method: 'card', paymentMethodId, isSaved: true, returnUrl: `${server.url}/order` };
        const headers = { ...session, 'idempotency-key': randomUUID() };
        const answer = paymentAnswer.parse(await (await post(server.url + fillPath(payOrder.path, { id }), body, headers)).json());
        return answer.next === 'redirect' ? answer.url : answer.next;
      };
      const read = async (path: string): Promise<unknown> => (await fetch(server.url + path, { headers: session })).json();
      const expectPaid = async (id: string): Promise<void> => {
        const state = async () => orderSchema.parse(await read(fillPath(getOrder.path, { id }))).state;
        await expect.poll(state, { timeout: 30_000 }).toBe('completed');
        expect(balanceSchema.parse(await read(getBalance.path)).amount).toBe(amount * orders.length);
      };
      /** Waits until the provider is asked, and has not answered. */
      const askInVain = async (fault: ProviderFault, act: () => unknown): Promise<void> => {
        const before = double.requests.length;
        double.setFault(fault);
        void Promise.resolve(act()).catch(() => undefined);
        await expect.poll(() => double.requests.length, { timeout: 30_000 }).toBeGreaterThan(before);
      };

      // After the order, whose answer is lost: the same key finds it.
      const key = randomUUID();
      const first = await order(key);
      await restart();
      expect(await order(key)).toBe(first);
      double.pay(await pay(first), 'visa');
      await expectPaid(first);

      // While the provider is asked for its page: before it has made the payment, and after.
      for (const fault of ['hanging', 'unanswered'] as const) {
        const id = await order();
        await askInVain(fault, () => pay(id));
        await restart();
        double.pay(await pay(id), 'visa');
        await expectPaid(id);
      }

      // While the customer is on the page, and pays.
      const third = await order();
      const page = await pay(third);
      await server.kill();
      double.pay(page, 'visa');
      await restart();
      await expectPaid(third);

      // While the notification is verified.
      const fourth = await order();
      const fourthPage = await pay(fourth);
      await askInVain('hanging', () => double.pay(fourthPage, 'visa'));
      await restart();
      await expectPaid(fourth);

      // After the notification was applied, and before the provider learns that.
      const fifth = await order();
      const fifthPage = await pay(fifth);
      const passed = gate.passed;
      gate.losesAnswers = true;
      double.pay(fifthPage, 'visa');
      await expect.poll(() => gate.passed, { timeout: 30_000 }).toBeGreaterThan(passed);
      await restart();
      gate.losesAnswers = false;
      await expectPaid(fifth);

      // The notification never comes.
      const sixth = await order();
      const sixthPage = await pay(sixth);
      gate.isOpen = false;
      double.pay(sixthPage, 'visa');
      await restart({ isLate: true });
      await expectPaid(sixth);
      gate.isOpen = true;

      // While a saved card is charged: before the provider has done it, and after.
      const [card] = paymentMethodListSchema.parse(await read(listPaymentMethods.path));
      for (const fault of ['hanging', 'unanswered'] as const) {
        const id = await order();
        await askInVain(fault, () => pay(id, card?.id ?? ''));
        await restart({ isLate: true });
        await expectPaid(id);
      }

      expect(double.count()).toBe(orders.length);
      await server.kill();
      await inDatabase(async (db) => {
        expect(await checkLedger(db)).toEqual({ entries: 2 * orders.length, problems: [] });
        expect(await db.selectFrom('orders').select('state').execute()).toEqual(orders.map(() => ({ state: 'completed' })));
      });
    } finally {
      await double.close();
      gateServer.close();
    }
  },
);
