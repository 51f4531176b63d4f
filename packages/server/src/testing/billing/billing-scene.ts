import type { CameraPlan, Order, Subscription } from '@watchpost/contract/schemas/billing';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { FastifyInstance } from 'fastify';
import type { Mail } from '../../adapters/mail/port.ts';
import { createSandboxProvider, type SandboxProvider } from '../../adapters/payments/sandbox.ts';
import { createHttp } from '../../app/create-http.ts';
import { checkLedger, createBillingModule, type BillingModule } from '../../features/billing/index.ts';
import type { BillingService } from '../../features/billing/billing-service.ts';
import { readConfig } from '../../kernel/config.ts';
import { createLog } from '../../kernel/log.ts';
import { createUpgradeRouter } from '../../kernel/upgrade.ts';
import { createTestDatabase, type Engine, type TestDatabase } from '../databases.ts';
import { insertCamera, insertCustomer } from '../people.ts';
import { examplePlans } from './example-plans.ts';

/** Billing on its own database, with the sandbox at a real port; only the time is artificial. */
export interface BillingScene {
  readonly database: TestDatabase;
  readonly clock: ManualClock;
  readonly mails: readonly Mail[];
  readonly logLines: readonly string[];
  /** Cameras whose recording was paused or resumed, in order. */
  readonly plans: readonly (readonly [cameraId: string, hasPlan: boolean])[];
  /** Cameras whose picture followed their plan, in order. */
  readonly pictures: readonly (readonly [cameraId: string, isHd: boolean])[];
  readonly customerId: string;
  readonly cameraId: string;
  readonly module: BillingModule;
  readonly billing: BillingService;
  readonly sandbox: SandboxProvider;
  /** Where the notifications of the sandbox arrive. */
  readonly notificationUrl: string;
  readonly key: Uint8Array;
  /** Opens another module on the same database, as a second server does, or one that starts later. */
  open(options?: { readonly isDemo?: boolean }): Promise<BillingModule>;
  /** Runs the jobs of the module and the sandbox until nothing is left to do. */
  settle(): Promise<void>;
  /** Moves the time, without the timers, and settles. */
  later(ms: number): Promise<void>;
  addCamera(): Promise<string>;
  /** Orders what the preview says. */
  order(cameraPlans: readonly CameraPlan[]): Promise<Order>;
  /** Pays an order on the sandbox's page. @returns the address of the page */
  payByCard(orderId: string, card: string, options?: { readonly isSaved?: boolean }): Promise<string>;
  /** Presses a button of the sandbox's page. @returns the status of the answer */
  press(page: string, form: Readonly<Record<string, string>>): Promise<number>;
  /** Tops up the balance by a card that succeeds. @param amount minor units */
  topUp(amount: number, options?: { readonly card?: string; readonly isSaved?: boolean }): Promise<void>;
  balance(): Promise<number>;
  subscription(cameraId?: string): Promise<Subscription>;
  /** Rejects when the ledger is not sound. */
  close(): Promise<void>;
}

export async function createBillingScene(engine: Engine): Promise<BillingScene> {
  const database = await createTestDatabase(engine);
  const { db } = database;
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-billing-'));
  const plansFile = join(folder, 'plans.json');
  await writeFile(plansFile, JSON.stringify(examplePlans));
  const clock = createManualClock(Date.UTC(2026, 0, 31, 12));
  const mails: Mail[] = [];
  const logLines: string[] = [];
  const plans: [string, boolean][] = [];
  const pictures: [string, boolean][] = [];
  const log = createLog({ level: 'debug', format: 'json', write: (line) => void logLines.push(line) });
  const key = Buffer.alloc(32, 5);
  const sandbox = createSandboxProvider({ db, clock, log, key, publicUrl: null });
  const modules: BillingModule[] = [];
  const open: BillingScene['open'] = async ({ isDemo = false } = {}) => {
    const created = await createBillingModule({
      config: {
        publicOrigin: 'https://cams.example',
        basePath: '',
        ...(isDemo ? { plansFile: null, demoPlans: true } : { plansFile, demoPlans: false }),
      },
      db,
      clock,
      log,
      mail: { addWithin: async (_, mail) => void mails.push(mail), wake: () => undefined },
      provider: sandbox,
      onPlan: (cameraId, hasPlan) => void plans.push([cameraId, hasPlan]),
      onHd: (cameraId, isHd) => void pictures.push([cameraId, isHd]),
      isOperator: async () => true,
    });
    modules.push(created);
    return created;
  };
  const module = await open();
  const billing = module.billing ?? never();
  const app: FastifyInstance = await createHttp(readConfig({}), log);
  const upgrades = createUpgradeRouter(app.server);
  await module.routes?.(app, upgrades);
  await sandbox.routes?.(app, upgrades);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  await sandbox.listening?.(url);
  const customerId = await insertCustomer(db, 'anna@example.com');
  const cameraId = await insertCamera(db, customerId);

  const settle = async (): Promise<void> => {
    for (let round = 0; round < 3; round += 1) {
      await module.run();
      await sandbox.run();
    }
    await module.run();
  };
  const newKey = (): string => randomUUID();
  const press: BillingScene['press'] = async (page, form) =>
    (await fetch(page, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })).status;
  const payByCard: BillingScene['payByCard'] = async (orderId, card, { isSaved = false } = {}) => {
    const answer = await billing.payments.pay(customerId, {
      orderId,
      body: { method: 'card', paymentMethodId: null, isSaved, returnUrl: 'https://cams.example/order' },
      key: newKey(),
      locale: 'en',
    });
    if (answer.next !== 'redirect') throw new Error(`The payment answered ${answer.next}.`);
    await press(answer.url, { action: 'pay', card });
    await settle();
    return answer.url;
  };

  return {
    database,
    clock,
    mails,
    logLines,
    plans,
    pictures,
    customerId,
    cameraId,
    module,
    billing,
    sandbox,
    notificationUrl: `${url}/public/api/v3/billing/notifications/sandbox`,
    key,
    open,
    settle,
    later: async (ms) => {
      clock.setWallClock(clock.now() + ms);
      await settle();
    },
    addCamera: () => insertCamera(db, customerId),
    order: async (cameraPlans) => {
      const { toPay } = await billing.checkout.preview(customerId, cameraPlans);
      return billing.checkout.order(customerId, { cameraPlans: [...cameraPlans], expectedToPay: toPay }, newKey());
    },
    payByCard,
    press,
    topUp: async (amount, { card = 'visa', isSaved = false } = {}) => {
      const { id } = await billing.checkout.topUp(customerId, amount, newKey());
      await payByCard(id, card, { isSaved });
    },
    balance: async () => (await billing.balance(customerId)).amount,
    subscription: async (id = cameraId) => {
      const found = (await billing.subscriptions(customerId, 'en')).find((subscription) => subscription.cameraId === id);
      return found ?? never();
    },
    close: async () => {
      const { problems } = await checkLedger(db);
      for (const one of modules) await one.stop?.();
      await sandbox.stop?.();
      await app.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
      if (problems.length > 0) throw new Error(`The ledger is not sound: ${JSON.stringify(problems)}`);
    },
  };
}

function never(): never {
  throw new Error('It is missing.');
}
