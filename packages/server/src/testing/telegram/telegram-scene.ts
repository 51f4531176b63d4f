import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import type { EventType } from '@watchpost/contract/schemas/events';
import type { TelegramChat } from '@watchpost/contract/schemas/telegram';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { expect } from 'vitest';
import { createHttp } from '../../app/create-http.ts';
import { createGrammyApi } from '../../adapters/telegram/grammy.ts';
import { accessOf, createCamerasService, readAccessRows } from '../../features/cameras/index.ts';
import { createTelegramModule, type TelegramModule } from '../../features/telegram/index.ts';
import type { TelegramModuleDeps } from '../../features/telegram/telegram-module.ts';
import { AppError } from '../../kernel/app-error.ts';
import { readConfig } from '../../kernel/config.ts';
import { createLog, type Logger } from '../../kernel/log.ts';
import { createSeal } from '../../kernel/seal.ts';
import { createUpgradeRouter } from '../../kernel/upgrade.ts';
import { createTestDatabase, type Engine, type TestDatabase } from '../databases.ts';
import { insertCamera, insertCustomer } from '../people.ts';
import { botToken, startBotApiDouble, type BotApiDouble, type DoubleChat } from './bot-api-double.ts';

/** A module of the bot on its own database, with a Bot API, an owner and a camera; only the time is artificial. */
export interface TelegramScene {
  readonly database: TestDatabase;
  readonly clock: ManualClock;
  readonly telegram: BotApiDouble;
  readonly logLines: readonly string[];
  readonly ownerId: string;
  readonly cameraId: string;
  /** The pictures of events. */
  readonly pictures: Map<string, Uint8Array>;
  /** Events that were marked. */
  readonly falseAlarms: readonly string[];
  /** The archive around every event; null for none. */
  readonly clip: { bytes: Uint8Array | null };
  /** What was noted of who is home, by account. */
  readonly presences: ReadonlyMap<string, string>;
  readonly module: TelegramModule;
  /** Opens another module on the same database, as a second process does. */
  open(more?: Partial<TelegramModuleDeps>): TelegramModule;
  /** Stops the current module and opens another one. */
  restart(): Promise<void>;
  /** Links a chat as a user does. @param customerId the owner by default */
  link(chat: DoubleChat, customerId?: string): Promise<TelegramChat>;
  chats(customerId?: string): Promise<TelegramChat[]>;
  /** Stores the beginning of an event as the events feature does, and wakes the module. */
  event(over?: { readonly id?: string; readonly type?: EventType; readonly cameraId?: string; readonly score?: number }): Promise<void>;
  /** Lets time pass for everything that waits for it, and ends what that began. */
  pass(durationMs: number): Promise<void>;
  /** Waits until the chat has received this many messages, and nothing is being sent. */
  received(chat: DoubleChat, count: number): Promise<BotApiDouble['sent']>;
  /** Throws if the log has the token, or if Telegram had to refuse a request. */
  close(): Promise<void>;
}

export const jpeg: Uint8Array = Uint8Array.from([0xff, 0xd8, 0xff, 0xd9]);

/** Listens where Telegram delivers updates, and hands them to the current module's route. */
async function serveWebhook(log: Logger): Promise<{
  readonly origin: string;
  readonly use: (module: TelegramModule) => void;
  readonly close: () => Promise<void>;
}> {
  let current: ReturnType<typeof createHttp> | null = null;
  const server = createServer((request, response) => {
    const answer = async (): Promise<number> => {
      const payload = await buffer(request);
      const app = await current;
      const { method = 'POST', url = '/', headers } = request;
      return app ? (await app.inject({ method: method === 'POST' ? 'POST' : 'GET', url, headers, payload })).statusCode : 503;
    };
    answer().then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    use: (module) => {
      current = createHttp(readConfig({}), log).then(async (app) => {
        const refused = () => Promise.reject(new AppError('unauthorized'));
        app.guards = { session: refused, account: refused, apiKey: refused, camera: () => Promise.resolve(null), media: refused };
        await module.routes?.(app, createUpgradeRouter(server));
        await app.ready();
        return app;
      });
    },
    close: async () => {
      await (await current)?.close();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** @param usesWebhook whether Telegram delivers updates, instead of being asked for them */
export async function createTelegramScene(
  engine: Engine,
  over: Partial<TelegramModuleDeps> = {},
  { usesWebhook = false }: { readonly usesWebhook?: boolean } = {},
): Promise<TelegramScene> {
  const database = await createTestDatabase(engine);
  const { db } = database;
  const clock = createManualClock();
  const telegram = await startBotApiDouble();
  const logLines: string[] = [];
  const pictures = new Map<string, Uint8Array>();
  const presences = new Map<string, string>();
  const falseAlarms: string[] = [];
  const clip: { bytes: Uint8Array | null } = { bytes: null };
  const log = createLog({ level: 'debug', format: 'json', write: (line) => void logLines.push(line) });
  const cameras = createCamerasService({
    db,
    clock,
    seal: createSeal(Buffer.alloc(32, 3)),
    status: { status: () => ({ state: 'online', since: 5, reason: null }) },
    previews: { preview: () => null, read: async () => null },
    archiveDays: 7,
  });
  const webhook = usesWebhook ? await serveWebhook(log) : null;
  const opened = new Set<TelegramModule>();
  const open = (more: Partial<TelegramModuleDeps> = {}): TelegramModule => {
    const settings = { token: botToken, apiOrigin: telegram.origin, usesWebhook };
    const created = createTelegramModule({
      config: { publicOrigin: webhook?.origin ?? 'https://cams.example', basePath: '', telegram: settings },
      db,
      clock,
      log,
      signer: { sign: () => 'signed' },
      api: createGrammyApi(settings),
      cameras,
      resolveAccess: async (customerId, cameraId) => {
        const [row] = await readAccessRows(db, customerId, [cameraId]);
        return row ? accessOf(row, customerId, clock.now()) : null;
      },
      snapshots: {
        take: async (_customerId, camera) => {
          if (camera !== cameraId) throw new AppError('camera-offline');
          return { jpeg, takenAt: clock.now() };
        },
      },
      readPicture: async (_cameraId, eventId) => pictures.get(eventId) ?? null,
      // A message for each event.
      wish: async (_customerId, _cameraId, type) => ({ isTimely: true, cooldownMs: type === 'motion' ? 300_000 : 0, place: null }),
      setFalseAlarm: async (_cameraId, eventId) => void falseAlarms.push(eventId),
      openClip: async () => {
        const bytes = clip.bytes;
        if (!bytes) throw new AppError('no-footage');
        return { size: bytes.length, read: () => Readable.from([bytes]) };
      },
      setPresence: async (customerId, presence) => void presences.set(customerId, presence),
      random: () => 0,
      ...over,
      ...more,
    });
    opened.add(created);
    webhook?.use(created);
    void created.start?.();
    return created;
  };
  const stop = async (one: TelegramModule): Promise<void> => {
    opened.delete(one);
    await one.stop?.();
  };
  const ownerId = await insertCustomer(db, 'owner@example.com');
  const cameraId = await insertCamera(db, ownerId, { title: 'Front door' });
  let module = open();
  const chats = async (customerId = ownerId): Promise<TelegramChat[]> => (await module.service?.chats(customerId)) ?? [];
  const idle = async (): Promise<void> => {
    for (const one of opened) await one.idle();
  };
  const received: TelegramScene['received'] = async ({ id }, count) => {
    const ofChat = () => telegram.sent.filter(({ chatId }) => chatId === String(id));
    await expect.poll(ofChat, { timeout: 15_000, interval: 5 }).toHaveLength(count);
    await idle();
    // Nothing more came meanwhile.
    expect(ofChat()).toHaveLength(count);
    return ofChat();
  };

  return {
    database,
    clock,
    telegram,
    logLines,
    ownerId,
    cameraId,
    pictures,
    presences,
    falseAlarms,
    clip,
    get module() {
      return module;
    },
    open,
    restart: async () => {
      await stop(module);
      module = open();
    },
    chats,
    link: async (chat, customerId = ownerId) => {
      // Chats are listed in the order in which they were linked.
      clock.advance(1);
      const token = (await module.service?.createToken(customerId))?.token ?? '';
      const countOf = () => telegram.sent.filter(({ chatId }) => chatId === String(chat.id)).length;
      const before = countOf();
      telegram.write(chat, `/start ${token}`);
      // The bot says so once it is stored.
      await expect.poll(countOf, { timeout: 15_000, interval: 5 }).toBe(before + 1);
      const name = chat.title ?? chat.name ?? 'Anna';
      const linked = (await chats(customerId)).find((one) => one.name === name && one.isEnabled);
      if (!linked) throw new Error(`The chat ${name} was not linked.`);
      return linked;
    },
    event: async ({ id = 'evt_1', type = 'human', cameraId: camera = cameraId, score = 0.5 } = {}) => {
      const event = { id, cameraId: camera, type, startAt: clock.now(), score };
      await db.transaction().execute(async (transaction) => module.recorder?.began(transaction, event));
      await module.recorder?.complete(id);
      module.wake();
    },
    received,
    pass: async (durationMs) => {
      await idle();
      clock.advance(durationMs);
      await idle();
      // What is overdue by then has its own short pause.
      clock.advance(100);
      await idle();
    },
    close: async () => {
      for (const one of opened) await stop(one);
      await telegram.close();
      await webhook?.close();
      await database.close();
      // Neither the token nor an address that contains it.
      if (/AAExample|\/bot\d/.test(logLines.join('\n'))) throw new Error('The token of the bot is in the log.');
      if (telegram.faults.length > 0) throw new Error(`Telegram refused: ${telegram.faults.join('; ')}`);
    },
  };
}
