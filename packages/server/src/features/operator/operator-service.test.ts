import { operatorOverviewSchema } from '@watchpost/contract/schemas/operator';
import { createManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CameraStatus } from '../../media/media-types.ts';
import type { FootageLimitState } from '../../media/retention/footage-limit.ts';
import { createFootageLedger } from '../../media/recording/footage-ledger.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertDevice } from '../../testing/people.ts';
import { createOperatorService, type KnownNode, type OperatorServiceDeps } from './operator-service.ts';

const hour = 3_600_000;
const day = 24 * hour;
const now = Date.UTC(2026, 10, 21, 12);
const gigabyte = 1e9;

describeDatabases('the operator’s overview', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  const online: CameraStatus = { state: 'online', since: now, reason: null };
  const setUp = (over: Partial<OperatorServiceDeps> = {}) => {
    const clock = createManualClock(now);
    const service = createOperatorService({
      db: database.db,
      clock,
      config: { operators: ['op@example.com'], databaseUrl: null, smtpUrl: 'smtp://mail.example', detectionCpu: 0.5 },
      version: '2.4.1',
      statusOf: () => online,
      readPausedCameras: async () => new Set(),
      recordedBytes: () => 0,
      readLimit: async () => null,
      readDisk: async () => ({ free: 101 * gigabyte, total: 1000 * gigabyte }),
      nodeId: 'local',
      readLostCameras: async () => new Map(),
      readShares: async () => new Map(),
      readHistory: async () => [],
      watchingNow: () => 9,
      isDetectionOverBudget: () => false,
      newestVersion: () => null,
      listNodes: async () => [],
      cluster: null,
      ...over,
    });
    return { service, clock };
  };
  /** Records a gigabyte every hour of the last hours. */
  const record = async (cameraId: string, hours: number): Promise<void> => {
    const rows = Array.from({ length: hours }, (_, index) => ({
      camera_id: cameraId,
      start_ms: now - (index + 1) * hour,
      duration_ms: hour,
      size: gigabyte,
      init_hash: 'aaaaaaaa',
    }));
    await createFootageLedger(database.db).add(rows);
  };

  test('an empty server has no warnings, one node and nothing to wait for', async () => {
    const { service } = setUp();
    const overview = await service.overview();
    expect(overview).toMatchObject({
      checkedAt: now,
      warnings: [],
      cameras: { total: 0 },
      nodes: [{ roles: ['api', 'media', 'jobs'], version: '2.4.1', state: 'running', cameras: 0 }],
      storage: { recordedBytesPerDay: 0, fullAt: null, limitBytes: null, footageBytes: null, reservedBytes: gigabyte },
      people: { accounts: 0, newThisWeek: 0, watchingNow: 9, devices: 0 },
      server: { version: '2.4.1', startedAt: now, database: 'sqlite', isEveryoneOperator: false, detectionCores: 0.5 },
    });
    expect(overview.queues.map(({ queue, waiting, retrying, since }) => [queue, waiting, retrying, since])).toEqual(
      ['email', 'push', 'telegram', 'webhooks', 'timelapses', 'deletion'].map((queue) => [queue, 0, 0, null]),
    );
  });

  test('the forecast counts the last days, and that footage is deleted after its own', async () => {
    const owner = await insertCustomer(database.db, 'owner@example.com');
    const forever = await insertCamera(database.db, owner, { archive_days: 365 });
    const balanced = await insertCamera(database.db, owner, { archive_days: 2 });
    await record(forever, 5 * 24);
    await record(balanced, 2 * 24);
    const { service, clock } = setUp();
    const { storage, warnings } = await service.overview();
    // 24 GB a day each; only the first one still grows.
    expect(storage.recordedBytesPerDay).toBeCloseTo(48 * gigabyte, -6);
    // 100 GB are left above the reserve.
    expect(((storage.fullAt ?? 0) - now) / day).toBeCloseTo(100 / 24, 3);
    expect(warnings).toEqual([{ code: 'storage-full-soon', fullAt: storage.fullAt, days: expect.closeTo(100 / 24, 3) }]);
    // Not added up again for ten minutes.
    await createFootageLedger(database.db).removeOldest(forever, 1000);
    clock.advance(60_000);
    expect((await service.overview()).storage.recordedBytesPerDay).toBe(storage.recordedBytesPerDay);
  });

  test('a limit of bytes ends the room before the disk does, and reaching it is no warning; paid days beyond it are', async () => {
    const owner = await insertCustomer(database.db, 'owner@example.com');
    await record(await insertCamera(database.db, owner, { archive_days: 365 }), 24);
    const limit: FootageLimitState = { limitBytes: 48 * gigabyte, footageBytes: 24 * gigabyte, isHeldByPaidDays: false };
    const before = await setUp({ readLimit: async () => limit }).service.overview();
    expect(((before.storage.fullAt ?? 0) - now) / day).toBeCloseTo(1, 3);
    const reached = { ...limit, footageBytes: 49 * gigabyte };
    expect((await setUp({ readLimit: async () => reached }).service.overview()).warnings).toEqual([]);
    const held = { ...reached, isHeldByPaidDays: true };
    expect((await setUp({ readLimit: async () => held }).service.overview()).warnings).toEqual([
      { code: 'limit-below-paid-days', limitBytes: 48 * gigabyte, footageBytes: 49 * gigabyte },
    ]);
  });

  test('warnings come in the order of their urgency', async () => {
    const owner = await insertCustomer(database.db, 'owner@example.com');
    await insertDevice(database.db, owner);
    const camera = await insertCamera(database.db, owner, { title: 'Yard' });
    await database.db
      .insertInto('letters')
      .values({ id: 'm', sealed: '', attempts: 3, next_attempt_at: now, expires_at: now + hour, created_at: now - 2 * hour })
      .execute();
    const node: KnownNode = {
      id: 'a',
      name: 'media-1',
      roles: ['media', 'something-new'],
      version: '2.4.1',
      lastSeenAt: now,
      isAlive: true,
      cameras: 118,
      draining: false,
    };
    const { service } = setUp({
      config: { operators: [], databaseUrl: 'postgres://db.example/w', smtpUrl: null, detectionCpu: 0.5 },
      readDisk: async () => ({ free: 0.5 * gigabyte, total: 1000 * gigabyte }),
      isDetectionOverBudget: () => true,
      statusOf: () => ({ state: 'offline', since: now - 3 * hour, reason: 'camera-unreachable' }),
      listNodes: async () => [
        node,
        { ...node, id: 'b', name: 'media-2', draining: true },
        { ...node, id: 'c', name: 'media-3', isAlive: false, lastSeenAt: now - hour, cameras: 0 },
        // One that has left, and one that was taken away long ago.
        { ...node, id: 'd', isAlive: false, draining: true },
        { ...node, id: 'e', isAlive: false, lastSeenAt: now - 8 * day },
      ],
    });
    const { warnings, nodes, queues, people, server } = await service.overview();
    expect(warnings).toEqual([
      { code: 'node-silent', node: 'media-3', since: now - hour, cameras: 0 },
      { code: 'storage-full' },
      { code: 'cameras-offline', count: 1, cameras: [{ id: camera, title: 'Yard', since: now - 3 * hour }] },
      { code: 'queue-stuck', queue: 'email', waiting: 1, since: now - 2 * hour },
      { code: 'no-mail-server' },
      { code: 'detection-over-budget', cores: 0.5 },
    ]);
    expect(nodes.map(({ name, roles, state }) => [name, roles, state])).toEqual([
      ['media-1', ['media'], 'running'],
      ['media-2', ['media'], 'draining'],
      ['media-3', ['media'], 'silent'],
    ]);
    expect(queues[0]).toEqual({ queue: 'email', waiting: 1, retrying: 1, since: now - 2 * hour });
    expect([people.accounts, people.devices, server.database]).toEqual([1, 1, 'postgres']);
  });

  test('a role that no node has comes before everything else', async () => {
    const { service } = setUp({
      cluster: { missingRoles: () => ['media', 'jobs'] },
      readDisk: async () => ({ free: 0.5 * gigabyte, total: 1000 * gigabyte }),
    });
    expect(operatorOverviewSchema.parse(await service.overview()).warnings).toEqual([
      { code: 'role-missing', role: 'media' },
      { code: 'role-missing', role: 'jobs' },
      { code: 'storage-full' },
    ]);
  });

  test('a camera whose node is gone is offline, whatever that node said last; disks of all nodes are known', async () => {
    const owner = await insertCustomer(database.db, 'anna@example.com');
    const [lost, held] = [await insertCamera(database.db, owner), await insertCamera(database.db, owner)];
    const node = { name: 'one', roles: ['media'], version: '2.4.1', lastSeenAt: now, isAlive: true, cameras: 1, draining: false };
    const { service } = setUp({
      nodeId: 'a',
      readLostCameras: async () => new Map([[lost, now - 2 * hour]]),
      readShares: async () => new Map([['b', 0.25]]),
      listNodes: async () => [
        { ...node, id: 'a' },
        { ...node, id: 'b', name: 'two' },
        { ...node, id: 'c', name: 'three' },
      ],
    });
    const { cameras, nodes, warnings } = await service.overview();
    expect(held).not.toBe(lost);
    expect(cameras).toMatchObject({ total: 2, recording: 1, offline: 1, offlineReasons: [{ reason: null, count: 1 }] });
    expect(warnings).toMatchObject([{ code: 'cameras-offline', count: 1, cameras: [{ id: lost, since: now - 2 * hour }] }]);
    expect(nodes.map(({ disk }) => disk)).toEqual([expect.closeTo(0.899, 3), 0.25, null]);
  });
});
