import { playSdCardVideo } from '@watchpost/contract/endpoints/sd-card';
import { fillPath } from '@watchpost/contract/kernel';
import { sendSdCardPieceCommand } from '@watchpost/contract/schemas/sd-card';
import { createSettlingClock, type SettlingClock } from '@watchpost/contract/testing';
import type { FastifyInstance } from 'fastify';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createHttp, installGuards } from '../../app/create-http.ts';
import type { Db } from '../../db/database.ts';
import type { CameraGrantsTable } from '../../db/sharing-tables.ts';
import { requireRight } from '../../kernel/access/access.ts';
import { AppError } from '../../kernel/app-error.ts';
import { readConfig } from '../../kernel/config.ts';
import type { ViewingTracker } from '../../kernel/access/viewing.ts';
import { createAccessChanges, type AccessChanges } from '../../kernel/module/access-changes.ts';
import { createTokens } from '../../kernel/tokens.ts';
import type { CameraControl } from '../../media/control/camera-control.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { partnersOf } from '../../testing/partners/partners.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { createAccessWatch, createCameraAccess, createCameraUploads } from '../cameras/index.ts';
import { createSdCardModule } from './sd-card-module.ts';

const now = Date.UTC(2026, 0, 15, 12);
/** When the recording begins, which is its id. */
const startAt = now - 3_600_000;
/** Much more than a socket's buffers hold, and many pieces. */
const size = 64 * 1024 * 1024;
const log = pino({ level: 'silent' });
const refuse = () => Promise.reject(new AppError('unauthorized'));

describe('access to an SD card that is withdrawn meanwhile', () => {
  let database: TestDatabase;
  let db: Db;
  let clock: SettlingClock;
  let accessChanges: AccessChanges;
  let app: FastifyInstance;
  let cameraId: string;
  let viewerId: string;
  /** Share of each piece that the camera uploads: after half a piece, the rest never arrives. */
  let share: number;
  /** Viewers of the link; the newest one exceeds its limit. */
  let places = 0;
  let isFull: boolean;

  beforeAll(async () => {
    database = await createTestDatabase('sqlite');
    ({ db } = database);
    // SQLite answers without waiting for anything.
    clock = createSettlingClock({ settle: () => new Promise((settled) => setImmediate(settled)), start: now });
    accessChanges = createAccessChanges();
    const uploads = createCameraUploads();
    const control: CameraControl = {
      report: () => null,
      send: async (id, command, parameters, { signal } = {}) => {
        if (command.name === 'sd-card.open') return command.result.parse({ size, etag: '"1"' });
        if (command.name === 'sd-card.videos') {
          return command.result.parse({ videos: [{ id: String(startAt), startAt, endAt: startAt + 60_000, size }], next: null });
        }
        const { start, end, uploadId } = sendSdCardPieceCommand.parameters.parse(parameters);
        const bytes = Buffer.alloc(Math.ceil((end - start + 1) * share), 'x');
        const left = new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
        await uploads
          .take(
            id,
            uploadId,
            (async function* () {
              yield bytes;
              if (share < 1) await left;
            })(),
          )
          .catch(() => undefined);
        return command.result.parse({});
      },
    };
    const deps = { db, clock, tokens: createTokens(new Uint8Array(32).fill(1)) };
    const access = createCameraAccess({ ...deps, ...partnersOf(deps), readAccessToken: refuse, isSessionRunning: async () => true });
    app = await createHttp(readConfig({}), log);
    installGuards(app, {
      session: refuse,
      account: refuse,
      apiKey: refuse,
      camera: refuse,
      media: async (_, id) => {
        const camera = await access.resolve(viewerId, id);
        if (!camera) throw new AppError('not-found');
        requireRight(camera, 'view');
        return { viewer: { customerId: viewerId, familyId: 'family', deviceId: null, locale: null }, camera };
      },
    });
    const watchAccess = createAccessWatch({ access, accessChanges, clock, log });
    const viewings: Pick<ViewingTracker, 'download'> = {
      download: () => {
        places += 1;
        const check = (): void => {
          if (isFull) throw new AppError('viewer-limit-reached');
        };
        return { check, end: () => void (places -= 1) };
      },
    };
    const { routes } = createSdCardModule({
      control,
      uploads,
      cameras: { get: async () => ({ title: 'Yard', timeZone: 'UTC' }) },
      access,
      watchAccess,
      viewings,
      isOffline: () => false,
      clock,
      log,
    });
    await routes?.(app, { on: () => undefined, paths: () => [] });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const ownerId = await insertCustomer(db, 'owner@example.com');
    viewerId = await insertCustomer(db, 'viewer@example.com');
    cameraId = await insertCamera(db, ownerId);
  });
  afterAll(async () => {
    await app.close();
    await database.close();
  });
  beforeEach(async () => {
    isFull = false;
    share = 1;
    await db.deleteFrom('camera_grants').execute();
    await insertGrant(db, cameraId, viewerId);
  });

  /** Begins a download and reads only its first bytes. */
  const begin = async (): Promise<IncomingMessage> => {
    const request = httpGet(app.listeningOrigin + fillPath(playSdCardVideo.path, { id: cameraId, videoId: String(startAt) }));
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (!response) throw new Error('There is no response.');
    expect(response.statusCode).toBe(200);
    response.on('error', () => undefined);
    // Its connection is reset.
    request.on('error', () => undefined);
    await once(response, 'readable');
    response.read();
    return response;
  };
  /** Resolves with whether the whole file arrived. */
  const end = async (response: IncomingMessage): Promise<boolean> => {
    response.resume();
    // An aborted answer emits an error first, which `once` would throw.
    if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
    return response.complete;
  };
  const change = (values: Partial<CameraGrantsTable>) => db.updateTable('camera_grants').set(values).execute();

  test('a download goes on while nothing changes', async () => {
    const response = await begin();
    await clock.advance(10_000);
    expect(await end(response)).toBe(true);
  });

  const withdrawals: [string, () => Promise<unknown>][] = [
    ['revoked', () => db.deleteFrom('camera_grants').execute()],
    ['without the archive', () => change({ with_archive: 0 })],
    ['without sound', () => change({ with_audio: 0 })],
    ['for a shorter period', () => change({ archive_from: startAt + 1 })],
    ['expired', () => change({ expires_at: clock.now() + 1000 })],
    // It is 15:00 in Moscow.
    ['outside of its hours', () => change({ daily_from: 60, daily_until: 120 })],
  ];
  test.each(withdrawals)('R24: a download under way ends within 10 s of access that is %s', async (_, withdraw) => {
    const response = await begin();
    await withdraw();
    await clock.advance(10_000);
    expect(await end(response)).toBe(false);
  });

  test('R24: it counts among the viewers of a link until it ends, and a lowered limit ends it', async () => {
    const response = await begin();
    expect(places).toBe(1);
    isFull = true;
    await clock.advance(10_000);
    expect(await end(response)).toBe(false);
    expect(places).toBe(0);
  });

  test('R24: it ends at once when the change is announced, even while the camera sends nothing', async () => {
    share = 0.5;
    const response = await begin();
    await db.deleteFrom('camera_grants').execute();
    accessChanges.changed(cameraId, viewerId);
    expect(await end(response)).toBe(false);
  });
});
