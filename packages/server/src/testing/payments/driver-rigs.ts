import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { PaymentProvider } from '../../adapters/payments/port.ts';
import { createSandboxProvider } from '../../adapters/payments/sandbox.ts';
import { createSandboxBooks } from '../../adapters/payments/sandbox-books.ts';
import { findSandboxCard } from '../../adapters/payments/sandbox-cards.ts';
import { createStripeProvider } from '../../adapters/payments/stripe/stripe.ts';
import { createYooKassaProvider } from '../../adapters/payments/yookassa/yookassa.ts';
import { createLog, type Logger } from '../../kernel/log.ts';
import { createTestDatabase, type Engine, type TestDatabase } from '../databases.ts';
import type { ProviderFault } from './provider-double.ts';
import { startStripeDouble, type StripeDouble } from './stripe-double.ts';
import type { TestCard, TestNotification } from './test-cards.ts';
import { startYooKassaDouble, type YooKassaDouble } from './yookassa-double.ts';

/** A driver with its provider; only the time is artificial. */
export interface DriverRig {
  readonly provider: PaymentProvider;
  /** The same, which soon gives up waiting for answers that never come; null for a provider within this process. */
  readonly impatient: PaymentProvider | null;
  readonly database: TestDatabase;
  readonly clock: ManualClock;
  readonly log: Logger;
  readonly logLines: readonly string[];
  /** What must stand in no log, error and address. */
  readonly secrets: readonly string[];
  /** Payments that exist at the provider. */
  count(): Promise<number>;
  /** The customer enters a card on the provider's page. */
  pay(pageUrl: string, card: TestCard): Promise<void>;
  authenticate(pageUrl: string, isConfirmed: boolean): Promise<void>;
  /** The provider's time passes until nothing is open any more. */
  elapse(): Promise<void>;
  /** A card that was saved before. */
  saveCard(card: TestCard): string;
  takeNotifications(): Promise<TestNotification[]>;
  /** Makes everything at the provider go wrong; null for a provider within this process. */
  readonly setFault: ((fault: ProviderFault | null) => void) | null;
  /** Lists of the provider show new payments after a while only. */
  readonly setListed: ((isListed: boolean) => void) | null;
  close(): Promise<void>;
}

/** How long the impatient drivers wait, ms. */
const impatientMs = 200;
const startedAt = Date.UTC(2026, 0, 31, 12);
const dayMs = 24 * 60 * 60_000;

async function createGround(engine: Engine): Promise<Pick<DriverRig, 'database' | 'clock' | 'log' | 'logLines'>> {
  const logLines: string[] = [];
  const log = createLog({ level: 'debug', format: 'json', write: (line) => void logLines.push(line) });
  return { database: await createTestDatabase(engine), clock: createManualClock(startedAt), log, logLines };
}

export async function createSandboxRig(engine: Engine = 'sqlite'): Promise<DriverRig> {
  const ground = await createGround(engine);
  const { database, clock, log } = ground;
  const { db } = database;
  const sandbox = createSandboxProvider({ db, clock, log, key: Buffer.alloc(32, 5), publicUrl: 'https://cams.example' });
  const books = createSandboxBooks({ db, clock });
  let notifications: TestNotification[] = [];
  const receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
      notifications.push({ headers, body: Buffer.concat(chunks).toString('utf8') });
      response.writeHead(204).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const address = receiver.address();
  await sandbox.listening?.(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`);
  const idOf = (pageUrl: string): string => pageUrl.split('/').at(-1) ?? '';
  return {
    ...ground,
    provider: sandbox,
    impatient: null,
    secrets: [Buffer.alloc(32, 5).toString('hex'), Buffer.alloc(32, 5).toString('base64')],
    count: async () => (await db.selectFrom('sandbox_payments').select('id').execute()).length,
    pay: async (pageUrl, card) => {
      const found = findSandboxCard(card);
      if (found) await books.charge(idOf(pageUrl), found);
    },
    authenticate: (pageUrl, isConfirmed) => books.authenticate(idOf(pageUrl), isConfirmed),
    elapse: async () => {
      clock.setWallClock(clock.now() + dayMs);
      await sandbox.run();
    },
    saveCard: (card) => card,
    takeNotifications: async () => {
      await sandbox.run();
      const taken = notifications;
      notifications = [];
      return taken;
    },
    setFault: null,
    setListed: null,
    close: async () => {
      await sandbox.stop?.();
      receiver.closeAllConnections();
      receiver.close();
      await database.close();
    },
  };
}

type Double = Pick<
  StripeDouble,
  'count' | 'pay' | 'authenticate' | 'tick' | 'saveCard' | 'takeNotifications' | 'setFault' | 'setListed' | 'close'
>;

function withDouble(
  double: Double,
  { database, clock }: Pick<DriverRig, 'database' | 'clock'>,
): Omit<DriverRig, 'provider' | 'impatient' | 'secrets' | 'database' | 'clock' | 'log' | 'logLines'> {
  return {
    count: async () => double.count(),
    pay: async (pageUrl, card) => double.pay(pageUrl, card),
    authenticate: async (pageUrl, isConfirmed) => double.authenticate(pageUrl, isConfirmed),
    elapse: async () => {
      clock.setWallClock(clock.now() + dayMs);
      double.tick();
    },
    saveCard: double.saveCard,
    takeNotifications: async () => double.takeNotifications(),
    setFault: double.setFault,
    setListed: double.setListed,
    close: async () => {
      await double.close();
      await database.close();
    },
  };
}

export async function createStripeRig(engine: Engine = 'sqlite'): Promise<DriverRig & { readonly double: StripeDouble }> {
  const ground = await createGround(engine);
  const double = await startStripeDouble(ground.clock);
  const { secretKey, webhookSecret, origin } = double;
  const settings = { secretKey, webhookSecrets: ['whsec_theNextOne', webhookSecret], apiUrl: origin };
  const deps = { ...ground, db: ground.database.db, settings };
  const provider = await createStripeProvider(deps);
  const impatient = await createStripeProvider({ ...deps, timeoutMs: impatientMs });
  return { ...ground, ...withDouble(double, ground), provider, impatient, secrets: [secretKey, webhookSecret], double };
}

export async function createYooKassaRig(engine: Engine = 'sqlite'): Promise<DriverRig & { readonly double: YooKassaDouble }> {
  const ground = await createGround(engine);
  const double = await startYooKassaDouble(ground.clock);
  const { shopId, secretKey, origin } = double;
  const settings = { shopId, secretKey, receipt: { vatCode: 1, taxSystem: null }, apiUrl: `${origin}/v3` };
  const deps = { ...ground, db: ground.database.db, settings };
  const provider = createYooKassaProvider(deps);
  const impatient = createYooKassaProvider({ ...deps, timeoutMs: impatientMs });
  const secrets = [secretKey, Buffer.from(`${shopId}:${secretKey}`).toString('base64')];
  return { ...ground, ...withDouble(double, ground), provider, impatient, secrets, double };
}
