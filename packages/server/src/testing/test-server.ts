import { confirmCode, requestCode } from '@watchpost/contract/endpoints/session';
import type { Endpoint } from '@watchpost/contract/kernel';
import { sessionAnswer, type SessionAnswer } from '@watchpost/contract/schemas/session';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock, type Clock } from '@watchpost/contract/timing/clock';
import { createServer, type WatchpostServer } from '../app/create-server.ts';
import { locateDatabase, openDatabase } from '../db/database.ts';
import { createSessionFamilies } from '../features/session/index.ts';
import { readConfig, type ServerConfig } from '../kernel/config.ts';
import { loadKeys } from '../kernel/keys.ts';
import { createLog } from '../kernel/log.ts';
import { createTokens } from '../kernel/tokens.ts';
import { copyMigratedDatabase } from './database/migrated-database.ts';
import { readCode } from './outbox.ts';
import { insertDevice } from './people.ts';

export interface TestSession extends SessionAnswer {
  readonly deviceId: string;
  readonly deviceToken: string;
  /** Headers of a JSON call: `Authorization` and `Content-Type`. */
  readonly headers: { readonly authorization: string };
}

export interface TestServer {
  /** Its origin, `http://localhost:port`. */
  readonly url: string;
  readonly dataDir: string;
  readonly config: ServerConfig;
  readonly server: WatchpostServer;
  /** All lines of the log. */
  readonly logLines: readonly string[];
  /** Makes a call of the contract; fill the parameters of `path` first. */
  call(
    endpoint: Pick<Endpoint, 'method'> & { path: string },
    options?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  /** Signs in through the real calls, with the code from the outbox. */
  signIn(email: string, options?: { language?: string; userAgent?: string }): Promise<TestSession>;
  /** Makes a call that mails a code, and returns that code. */
  mailedCode(email: string, ask: () => Promise<Response>): Promise<string>;
  /** Creates an access token for a customer without an e-mail message, for tests that need many. */
  openSession(customerId: string): Promise<string>;
  close(): Promise<void>;
  /** Restarts on the same data folder and a new port; use the returned server from then on. */
  restart(): Promise<TestServer>;
}

export interface TestServerOptions extends Partial<ServerConfig> {
  readonly clock?: Clock;
}

/** Starts a real server on a free port with its own temporary data folder, without demo cameras. */
export async function startTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  if (options.dataDir !== undefined) return startIn(options.dataDir, options, async () => undefined);
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-test-'));
  if ((options.databaseUrl ?? null) === null) await copyMigratedDatabase(dataDir);
  return startIn(dataDir, options, () => rm(dataDir, { recursive: true, force: true }));
}

/**
 * Starts a server in a folder.
 * @param dispose removes the folder when the server is closed for good
 */
async function startIn(dataDir: string, options: TestServerOptions, dispose: () => Promise<void>): Promise<TestServer> {
  const { clock, ...settings } = options;
  const config: ServerConfig = {
    ...readConfig({}),
    port: 0,
    demo: false,
    isDemoBusy: true,
    allowLoopbackSources: true,
    ...settings,
    dataDir,
  };
  const logLines: string[] = [];
  const log = createLog({ level: config.logLevel, format: 'json', write: (line) => void logLines.push(line) });
  const server = await createServer(config, { log, ...(clock && { clock }) });
  const { url } = await server.listen();

  const call: TestServer['call'] = ({ method, path }, { body, headers } = {}) =>
    fetch(url + path, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const stop = () => server.close();
  const mailedCode: TestServer['mailedCode'] = async (email, ask) => {
    const previous = await readCode(dataDir, email);
    await expectOk(await ask());
    return newCode(dataDir, email, previous);
  };

  return {
    url,
    dataDir,
    config,
    server,
    logLines,
    call,
    mailedCode,
    signIn: async (email, { language = 'en', userAgent = 'test' } = {}) => {
      const headers = { 'accept-language': language, 'user-agent': userAgent };
      const device = { deviceId: randomUUID(), deviceName: 'test', deviceToken: `${randomUUID()}${randomUUID()}` };
      const otp = await mailedCode(email, () => call(requestCode, { body: { email, deviceId: device.deviceId }, headers }));
      const answer = sessionAnswer.parse(
        await (await expectOk(await call(confirmCode, { body: { email, otp, ...device }, headers }))).json(),
      );
      return { ...answer, ...device, headers: { authorization: `Bearer ${answer.access_token}` } };
    },
    openSession: async (customerId) => {
      const db = openDatabase(locateDatabase(config));
      try {
        const tokens = createTokens(loadKeys(config).tokens);
        return (
          await createSessionFamilies({ db, clock: clock ?? systemClock, tokens }).start(customerId, await insertDevice(db, customerId))
        ).accessToken;
      } finally {
        await db.destroy();
      }
    },
    close: async () => {
      await stop();
      await dispose();
    },
    restart: async () => {
      await stop();
      return startIn(dataDir, options, dispose);
    },
  };
}

/** Waits at most 5 s for the e-mail message, which is written after the answer. */
async function newCode(dataDir: string, email: string, previous: string | null): Promise<string> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const code = await readCode(dataDir, email);
    if (code !== null && code !== previous) return code;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error(`No e-mail message for ${email} arrived in ${dataDir}/outbox.`);
}

async function expectOk(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response;
}
