import {
  getBalance,
  getOrder,
  listPaymentMethods,
  payOrder,
  receivePaymentNotification,
  topUpBalance,
} from '@watchpost/contract/endpoints/billing';
import { fillPath } from '@watchpost/contract/kernel';
import { balanceSchema, orderSchema, paymentAnswer, paymentMethodListSchema } from '@watchpost/contract/schemas/billing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../db/database.ts';
import { checkLedger } from '../features/billing/index.ts';
import type { ProviderFault } from '../testing/payments/provider-double.ts';
import { startStripeDouble } from '../testing/payments/stripe-double.ts';
import { startYooKassaDouble } from '../testing/payments/yookassa-double.ts';
import { createKillableServers, postJson, type KillableServers } from '../testing/processes/killable-server.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

let servers: KillableServers;

beforeEach(async () => void (servers = await createKillableServers()));
afterEach(() => servers.dispose());

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
  { timeout: atMost(240_000) },
  async (name) => {
    const double = await (name === 'stripe' ? startStripeDouble(systemClock) : startYooKassaDouble(systemClock));
    let server = await servers.start(double.environment);
    const { gate, ...gateServer } = await startGate(() => server.url, fillPath(receivePaymentNotification.path, { provider: name }));
    try {
      const deliver = (): void => double.deliverTo(gateServer.url);
      deliver();
      const session = await servers.signIn(server.url);
      const orders: string[] = [];
      const amount = 10_000;
      const inDatabase = async <T>(work: (db: ReturnType<typeof openDatabase>) => Promise<T>): Promise<T> => {
        const db = openDatabase(locateDatabase({ dataDir: servers.folder, databaseUrl: null }));
        return work(db).finally(() => db.destroy());
      };
      /** @param isLate whether the minute passes after which the server asks the provider */
      const restart = async ({ isLate = false } = {}): Promise<void> => {
        await server.kill();
        double.setFault(null);
        if (isLate) await inDatabase((db) => db.updateTable('payments').set({ check_at: 0 }).where('state', '=', 'pending').execute());
        server = await servers.start(double.environment);
        deliver();
      };
      const order = async (key: string = randomUUID()): Promise<string> => {
        const headers = { ...session, 'idempotency-key': key };
        const { id } = orderSchema.parse(await (await postJson(server.url + topUpBalance.path, { amount }, headers)).json());
        if (!orders.includes(id)) orders.push(id);
        return id;
      };
      const pay = async (id: string, paymentMethodId: string | null = null): Promise<string> => {
        const body = { method: 'card', paymentMethodId, isSaved: true, returnUrl: `${server.url}/order` };
        const headers = { ...session, 'idempotency-key': randomUUID() };
        const answer = paymentAnswer.parse(await (await postJson(server.url + fillPath(payOrder.path, { id }), body, headers)).json());
        return answer.next === 'redirect' ? answer.url : answer.next;
      };
      const read = async (path: string): Promise<unknown> => (await fetch(server.url + path, { headers: session })).json();
      const expectPaid = async (id: string): Promise<void> => {
        const state = async () => orderSchema.parse(await read(fillPath(getOrder.path, { id }))).state;
        await expect.poll(state, { timeout: atMost(30_000) }).toBe('completed');
        expect(balanceSchema.parse(await read(getBalance.path)).amount).toBe(amount * orders.length);
      };
      /** Waits until the provider is asked, and has not answered. */
      const askInVain = async (fault: ProviderFault, act: () => unknown): Promise<void> => {
        const before = double.requests.length;
        double.setFault(fault);
        void Promise.resolve(act()).catch(() => undefined);
        await expect.poll(() => double.requests.length, { timeout: atMost(30_000) }).toBeGreaterThan(before);
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
      await expect.poll(() => gate.passed, { timeout: atMost(30_000) }).toBeGreaterThan(passed);
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
