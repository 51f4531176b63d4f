import { receiveTelegramUpdate } from '@watchpost/contract/endpoints/telegram';
import type { Clock } from '@watchpost/contract/timing/clock';
import { createHash } from 'node:crypto';
import type { TelegramApi } from '../../adapters/telegram/port.ts';
import type { Db } from '../../db/database.ts';
import type { ServerConfig } from '../../kernel/config.ts';
import type { Logger } from '../../kernel/log.ts';
import { createQueueBell, type JobPlace } from '../../kernel/module/job-place.ts';
import type { ServerModule } from '../../kernel/module/server-module.ts';
import { publicUrlOf } from '../../kernel/network/base-path.ts';
import type { Signer } from '../../kernel/signing.ts';
import type { CameraAccessResolver, CamerasService } from '../cameras/index.ts';
import { createTelegramOutbox } from './outbox/telegram-outbox.ts';
import { createTelegramRecorder, type TelegramRecorder } from './outbox/telegram-recorder.ts';
import { createTelegramSender, type TelegramSenderDeps } from './outbox/telegram-sender.ts';
import { createTelegramChats } from './telegram-chats.ts';
import { createTelegramCodes } from './telegram-codes.ts';
import { registerTelegramRoutes } from './telegram-routes.ts';
import { createTelegramService, type TelegramService } from './telegram-service.ts';
import { createTelegramSelfTest, type TelegramSelfTest } from './telegram-self-test.ts';
import { telegramTexts } from './telegram-texts.ts';
import { createTelegramHandler, type TelegramHandlerDeps } from './updates/telegram-handler.ts';
import { createTelegramInbox } from './updates/telegram-inbox.ts';
import { createTelegramMoments, type TelegramMomentsDeps } from './updates/telegram-moments.ts';
import { createTelegramSnapshots, type TelegramSnapshotsDeps } from './updates/telegram-snapshot.ts';
import { createTelegramReader } from './updates/telegram-reader.ts';

export interface TelegramModuleDeps {
  readonly config: Pick<ServerConfig, 'publicOrigin' | 'basePath' | 'telegram'>;
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly jobPlace?: JobPlace;
  readonly signer: Pick<Signer, 'sign'>;
  /** Null on a server without a bot. */
  readonly api: TelegramApi | null;
  readonly cameras: Pick<CamerasService, 'list'>;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  readonly snapshots: TelegramSnapshotsDeps['snapshots'];
  readonly readPicture: TelegramSenderDeps['readPicture'];
  readonly wish: TelegramSenderDeps['wish'];
  readonly setPresence: TelegramHandlerDeps['setPresence'];
  readonly setFalseAlarm: TelegramMomentsDeps['setFalseAlarm'];
  readonly openClip: TelegramMomentsDeps['openClip'];
  readonly random?: () => number;
}

export interface TelegramModule extends ServerModule {
  /** Null on a server without a bot. */
  readonly service: TelegramService | null;
  /** Notes what happened; nothing is sent before `wake`. Null on a server without a bot. */
  readonly recorder: TelegramRecorder | null;
  /** Null on a server without a bot. */
  readonly selfTest: TelegramSelfTest | null;
  /** Sends what was noted. */
  readonly wake: () => void;
  /** Resolves when nothing is being sent: for tests. */
  readonly idle: () => Promise<void>;
}

const commands = ['cameras', 'snapshot', 'quiet', 'home', 'away', 'help'] as const;

/** The Telegram bot: links chats to accounts and sends them what cameras saw. */
export function createTelegramModule(deps: TelegramModuleDeps): TelegramModule {
  const { config, db, clock, log, jobPlace = 'alone', signer, api, cameras, random = Math.random } = deps;
  const { telegram } = config;
  if (!telegram || !api) {
    return {
      name: 'telegram',
      service: null,
      recorder: null,
      selfTest: null,
      wake: () => undefined,
      idle: async () => undefined,
      routes: (app) => registerTelegramRoutes(app, null),
    };
  }
  const publicUrl = publicUrlOf(config);
  let botName: string | null = null;
  const chats = createTelegramChats({ db, clock });
  const codes = createTelegramCodes({ db, clock });
  const handle = createTelegramHandler({
    clock,
    codes,
    chats,
    botName: () => botName,
    setPresence: deps.setPresence,
    moments: createTelegramMoments(deps),
    sendSnapshot: createTelegramSnapshots({ ...deps, camerasOf: (customerId) => cameras.list(customerId) }),
    cameraTitles: async (customerId) => (await cameras.list(customerId)).map(({ title }) => title),
  });
  const [botId = ''] = telegram.token.split(':');
  const inbox = createTelegramInbox({ db, clock, log, api, botId, handle });
  const secret = createHash('sha256')
    .update(signer.sign({ telegram: telegram.token }))
    .digest('base64url');
  const isWebhook = telegram.usesWebhook && publicUrl !== null;
  const reader = createTelegramReader({
    clock,
    log,
    api,
    inbox,
    random,
    readsUpdates: jobPlace !== 'elsewhere',
    webhook: isWebhook ? { url: publicUrl + receiveTelegramUpdate.path, secret } : null,
    onIdentity: async ({ name }, signal) => {
      botName = name;
      if (jobPlace === 'elsewhere') return;
      // The same in both languages, and the fallback for all others.
      for (const locale of [null, 'ru'] as const) {
        const texts = telegramTexts[locale ?? 'en'].commands;
        await api.describe(
          commands.map((command) => ({ command, description: texts[command] })),
          locale,
          signal,
        );
      }
    },
  });
  const sender = createTelegramSender({ ...deps, api, chats, publicUrl, random, outbox: createTelegramOutbox({ db, clock }) });
  const bell = createQueueBell({ clock, jobPlace, wake: sender.wake });
  const service = createTelegramService({ clock, codes, chats, botName: () => botName });
  return {
    name: 'telegram',
    service,
    recorder: createTelegramRecorder({ db, clock }),
    selfTest: createTelegramSelfTest({ db, clock, api, chats }),
    wake: bell.ring,
    idle: sender.idle,
    routes: (app) =>
      registerTelegramRoutes(app, {
        service,
        webhook: isWebhook ? { secret, receive: (update) => inbox.receive(update, null) } : null,
      }),
    start: () => {
      reader.start();
      bell.start();
    },
    stop: async () => {
      bell.stop();
      await reader.close();
      await sender.close();
    },
  };
}
