/**
 * Measures sign-in and refresh by 50 concurrent clients, each on its own connection, on both databases.
 * For comparison, a bare Fastify route with a body and an answer of the same size: the difference is our cost (a signature, a rotation in the database, cookies, schemas).
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { confirmCode, refreshSession, requestCode } from '@watchpost/contract/endpoints/session';
import type { SessionAnswer } from '@watchpost/contract/schemas/session';
import { findTools } from '../../tooling/lib/find-tools.ts';
import { startPostgres } from '../../tooling/lib/postgres.ts';
import { startChild } from '../support/children.ts';
import { atOnce, createLoad, eventLoopP99, type Measured } from '../support/load.ts';
import { watchOutbox } from '../support/outbox.ts';
import { figure, percentile, report, type Figure } from '../support/report.ts';
import { startServer } from '../support/server.ts';

const clients = 50;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);
/** The longest wait after a button press that users do not notice, ms. */
const timeoutMs = 500;

const figures: Figure[] = [...(await measureProduct('SQLite', ''))];
const initdb = (await findTools()).find(({ name }) => name === 'postgresql')?.path ?? null;
if (initdb === null) console.log('PostgreSQL is not here: measured on SQLite only.');
else {
  const postgres = await startPostgres(initdb);
  figures.push(...(await measureProduct('PostgreSQL', postgres.url)));
  await postgres.stop();
}
figures.push(...(await measureBareRoute()));
report('session-api', figures);

async function measureProduct(database: string, databaseUrl: string): Promise<Figure[]> {
  // Each client has its own address, as behind a proxy: the rate limits per address are not measured here.
  const server = await startServer({ DATABASE_URL: databaseUrl, WATCHPOST_TRUSTED_PROXIES: '127.0.0.1', LOG_LEVEL: 'warn' });
  const load = createLoad(server.url, clients);
  const outbox = watchOutbox(server.dataDir);
  const from = (client: number, round: number) => ({ 'x-forwarded-for': `10.${round}.${client}.1` });
  const emailOf = (client: number, round: number): string => `client-${client}-${round}@bench.test`;
  const logins = Array.from({ length: clients }, (_, client) => Array.from({ length: rounds }, (_, round) => ({ client, round }))).flat();
  const emailCodes = logins.map(async ({ client, round }) => [emailOf(client, round), await outbox.code(emailOf(client, round))] as const);
  const tokens: string[] = [];

  await eventLoopP99(server.url);
  const login = await atOnce(
    clients,
    rounds,
    async (client, round) => (await load.post(requestCode.path, { email: emailOf(client, round) }, from(client, round))).took,
  );
  const codes = new Map(await Promise.all(emailCodes));
  const confirm = await atOnce(clients, rounds, async (client, round) => {
    const email = emailOf(client, round);
    const body = {
      email,
      otp: codes.get(email),
      deviceId: randomUUID(),
      deviceName: 'bench',
      deviceToken: randomBytes(32).toString('hex'),
    };
    const { answer, took } = await load.post<SessionAnswer>(confirmCode.path, body, from(client, round));
    tokens[client] = answer.refresh_token;
    return took;
  });
  const signInDelay = await eventLoopP99(server.url);

  const refresh = await atOnce(clients, rounds * 5, async (client) => {
    const { answer, took } = await load.post<SessionAnswer>(refreshSession.path, { refreshToken: tokens[client] ?? '' });
    tokens[client] = answer.refresh_token;
    return took;
  });
  const refreshDelay = await eventLoopP99(server.url);
  load.close();
  outbox.close();
  await server.dispose();
  return [
    ...figuresOf(`${database}, login`, login, timeoutMs),
    ...figuresOf(`${database}, confirmation`, confirm, timeoutMs),
    figure(`${database}, event loop p99 while signing in`, 'ms', [signInDelay], { of: 'median', atMost: 100 }),
    ...figuresOf(`${database}, refresh`, refresh, timeoutMs),
    figure(`${database}, event loop p99 while refreshing`, 'ms', [refreshDelay], { of: 'median', atMost: 100 }),
  ];
}

async function measureBareRoute(): Promise<Figure[]> {
  const child = await startChild(process.execPath, [join(import.meta.dirname, '../rig/bare-route.ts')], {
    ready: /ready (\d+)/,
    env: { NODE_ENV: 'production' },
  });
  const url = `http://127.0.0.1:${child.ready?.[1]}`;
  const load = createLoad(url, clients);
  const body = { refreshToken: 'x'.repeat(120) };
  await eventLoopP99(url);
  const measured: Measured = await atOnce(clients, rounds * 5, async () => (await load.post('/', body)).took);
  const delay = await eventLoopP99(url);
  load.close();
  await child.stop();
  return [...figuresOf('bare Fastify route', measured), figure('bare Fastify route, event loop p99', 'ms', [delay])];
}

function figuresOf(name: string, { times, throughput }: Measured, atMost?: number): Figure[] {
  return [
    figure(name, 'ms', times),
    figure(`${name}, p99`, 'ms', [percentile(times, 0.99)], ...(atMost === undefined ? [] : [{ of: 'median' as const, atMost }])),
    figure(`${name}, throughput`, 'a second', [throughput]),
  ];
}
