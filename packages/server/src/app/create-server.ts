import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { mkdirSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { locateDatabase, openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrations.ts';
import { createAccountDeletion, createAccountService, registerAccountRoutes } from '../features/account/index.ts';
import { createCameraAccess, createCameraAudience, createCamerasService, registerCamerasRoutes } from '../features/cameras/index.ts';
import { createFeedbackService, registerFeedbackRoutes } from '../features/feedback/index.ts';
import { createLocationsService, registerLocationsRoutes } from '../features/locations/index.ts';
import { createNotificationsService, registerNotificationsRoutes } from '../features/notifications/index.ts';
import { createOneTimeCodes, createSessionGuard, createSessionService, registerSessionRoutes } from '../features/session/index.ts';
import { createVideoWallService, registerVideoWallRoutes } from '../features/video-wall/index.ts';
import { systemClock, type Clock } from '../kernel/clock.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { registerHealth } from '../kernel/health.ts';
import { loadKeys } from '../kernel/keys.ts';
import { lockDataFolder } from '../kernel/lock.ts';
import { createLog, type Logger } from '../kernel/log.ts';
import { createMetrics, measureRequests } from '../kernel/metrics.ts';
import { createSeal } from '../kernel/seal.ts';
import { createSigner } from '../kernel/signing.ts';
import { firebaseServices } from '../kernel/settings/firebase-settings.ts';
import { registerStatic } from '../kernel/static.ts';
import { createTokens } from '../kernel/tokens.ts';
import { createUpgradeRouter, type UpgradeRouter } from '../kernel/upgrade.ts';
import { createAccountCameras } from './account-cameras.ts';
import { createBroker, createDoorkeeper } from './broker.ts';
import { createCleanup } from './cleanup.ts';
import { createHttp, installGuards, registerOpenApi } from './create-http.ts';
import { startDemo } from './demo.ts';
import { createEventNotices } from './event-notices.ts';
import { createGuards } from './guards.ts';
import { createLiveUpdates } from './live-updates.ts';
import { createMail } from './mail.ts';
import { createModules } from './modules.ts';
import { countPushes, createPush } from './push.ts';
import { createStatusNotices, offlineSince } from './status-notices.ts';

const version = '0.1.0';
/** How long requests may take to finish when the server stops, ms. */
const drainTime = 10_000;

export interface WatchpostServer {
  /** Opens the port; `url` is where a browser on this machine reaches the server. */
  listen(): Promise<{ url: string }>;
  /** Finishes what is under way (at most 10 s), then frees everything. */
  close(): Promise<void>;
  readonly app: FastifyInstance;
  readonly upgrades: UpgradeRouter;
}

/**
 * Wires drivers and features into one server; the only place that does.
 * @throws {LockedError} when another server has the data folder
 */
export async function createServer(config: ServerConfig, overrides: { clock?: Clock; log?: Logger } = {}): Promise<WatchpostServer> {
  const clock = overrides.clock ?? systemClock;
  const log = overrides.log ?? createLog({ level: config.logLevel, format: config.logFormat });
  const cleanup = createCleanup(log);
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o700 });
    cleanup.add('lock', lockDataFolder(config.dataDir));
    const keys = loadKeys(config);
    const tokens = createTokens(keys.tokens);

    const db = openDatabase(locateDatabase(config), { onError: (error) => log.warn({ err: error }, 'A connection to the database broke') });
    cleanup.add('database', () => db.destroy());
    const migrated = await migrate(db);
    if (migrated.length > 0) log.info({ migrations: migrated }, 'The database is up to date');

    const metrics = createMetrics();
    cleanup.add('metrics', metrics.close);
    const doorkeeper = createDoorkeeper();
    const broker = await createBroker(config, { rules: doorkeeper, clock, log });
    cleanup.add('broker', () => broker.close());
    const modules = await createModules({ config, db, clock, log, metrics, broker, doorkeeper });
    cleanup.add('media', () => modules.close());

    const seal = createSeal(keys.seal);
    const cameras = createCamerasService({ db, clock, seal, status: modules.status, previews: modules.previews, archiveDays: config.archiveDays });
    cameras.onCameraAdded((camera) => modules.start(camera));
    cameras.onCameraRemoved((cameraId) => modules.remove(cameraId));

    const mail = await createMail({ config, db, seal, clock, log, metrics });
    cleanup.add('mail', () => mail.close());
    const codes = createOneTimeCodes({ db, clock, tokens });
    const deletion = createAccountDeletion({ db, clock, log, mail, cameras: createAccountCameras({ cameras, modules }), contact: config.feedbackEmail, publicOrigin: config.publicOrigin });
    cleanup.add('deletions', () => deletion.close());
    const sessions = createSessionService({ db, clock, tokens, mail, codes, restoreCustomer: deletion.restore });
    const access = createCameraAccess({ db, clock, tokens, readAccessToken: sessions.readAccessToken });

    const push = await createPush(config, clock);
    const notifications = createNotificationsService({ db, clock, log, push, audience: createCameraAudience({ db, clock }), resolveAccess: access.resolve, offlineSince: (cameraId) => offlineSince(modules.status.status(cameraId)), onResult: countPushes(metrics) });
    cleanup.add('push', () => notifications.close());

    const app = await createHttp(config, log);
    measureRequests(app, metrics);
    installGuards(app, createGuards({ sessions: createSessionGuard({ tokens, readAccessToken: sessions.readAccessToken }), cameras: access }));
    const upgrades = createUpgradeRouter(app.server);
    registerSessionRoutes(app, { service: sessions, tokens, isSecure: config.publicOrigin?.startsWith('https:') ?? false });
    registerAccountRoutes(app, { service: createAccountService({ db, clock, mail, codes, deletion, contact: config.feedbackEmail }) });
    registerCamerasRoutes(app, { service: cameras });
    registerNotificationsRoutes(app, { service: notifications });
    const locations = createLocationsService({ db, cameras });
    registerLocationsRoutes(app, { service: locations });
    registerVideoWallRoutes(app, { service: createVideoWallService({ db, cameras }) });
    registerFeedbackRoutes(app, { service: createFeedbackService({ db, clock, log, mail, feedbackEmail: config.feedbackEmail }) });
    const { createRegistrationToken, events } = modules.registerRoutes(app, { upgrades, tokens, cameras, access, locations, readAccessToken: sessions.readAccessToken, isSessionRunning: sessions.isRunning, signer: createSigner(keys.signing) });
    events.onEvent(createEventNotices({ clock, log, cameras, notifications }));
    const liveUpdates = createLiveUpdates({ config, app, broker, doorkeeper, upgrades, tokens, clock, metrics, cameras, isSessionRunning: sessions.isRunning, onStatus: modules.onStatus, events });
    cleanup.add('live updates', liveUpdates.close);
    registerOpenApi(app, version);
    registerHealth(app, { clock, metrics, checkDatabase: () => sql`select 1`.execute(db) });
    await registerStatic(app, { ...config, services: config.firebase ? firebaseServices : [] });

    const sockets = trackSockets(app);
    let isStopping = false;
    // A connection that is kept alive would hold the server up after its last answer.
    app.addHook('onSend', async (_request, reply) => void (isStopping && reply.header('connection', 'close')));
    cleanup.add('http', async () => {
      isStopping = true;
      const cancel = clock.after(drainTime, () => sockets.forEach((socket) => socket.destroy()));
      // WebSockets and waiting playlists would hold the port open: the media side hangs up meanwhile.
      await Promise.all([app.close(), modules.close(), broker.close()]);
      cancel();
    });

    // First of all at the end: cameras that the server itself hangs up on are not away.
    const statusNotices = createStatusNotices({ clock, log, cameras, notifications, status: modules.status.status, onStatus: modules.onStatus, onRestart: modules.onRestart, lastBattery: modules.lastBattery, patience: config.offlineNoticeAfter * 1000 });
    cleanup.add('status notices', statusNotices.close);

    return {
      app,
      upgrades,
      listen: async () => {
        try {
          mail.wake();
          deletion.start();
          for (const camera of await cameras.stored()) modules.start(camera);
          await app.listen({ host: config.host, port: config.port });
          const url = addressOf(app, config);
          if (config.demo) cleanup.add('demo', await startDemo({ config, clock, log, url: url.replace('//localhost:', '//127.0.0.1:'), sessions, cameras, createRegistrationToken }));
          return { url };
        } catch (error) {
          // A taken port: what was started must not keep the process.
          await cleanup.run();
          throw error;
        }
      },
      close: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** All connections, WebSockets included: the HTTP server itself forgets those after the upgrade. */
function trackSockets(app: FastifyInstance): Set<Socket> {
  const sockets = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  return sockets;
}

function addressOf(app: FastifyInstance, { host }: ServerConfig): string {
  const address: AddressInfo | string | null = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const isEverywhere = host === '0.0.0.0' || host === '::' || host === '127.0.0.1';
  return `http://${isEverywhere ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
}
