import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PushError, type PushSender } from '../../../adapters/push/port.ts';
import { createLog } from '../../../kernel/log.ts';
import { lookIntervalMs, type JobPlace } from '../../../kernel/module/job-place.ts';
import { createTokens } from '../../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { partnersOf } from '../../../testing/partners/partners.ts';
import { insertCamera, insertCustomer, insertDevice } from '../../../testing/people.ts';
import { createCameraAccess, createCameraAudience } from '../../cameras/index.ts';
import { createSessionFamilies } from '../../session/session-families.ts';
import type { PushResult } from '../notifications-queue.ts';
import { createNotificationsService, type NotificationsService } from '../notifications-service.ts';

type Answer = 'sent' | PushError | Promise<'sent'>;
const overloaded = (retryAfter: number) => new PushError('503', { isFinal: false, retryAfter });
const refused = new PushError('413', { isFinal: true });

describeDatabases('messages that wait', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  /** What the push service answers next; then it accepts. */
  let answers: Answer[];
  /** Titles of the messages that it has accepted. */
  let accepted: string[];
  let asked: number;
  let results: PushResult[];
  let servers: NotificationsService[];
  let customerId: string;
  let cameraId: string;

  const push: PushSender = {
    id: 'test',
    configuration: { kind: 'web-push', publicKey: 'x' },
    parse: (token) => ({ id: token, service: 'https://push.example' }),
    send: async (_, message) => {
      asked += 1;
      const outcome = await (answers.shift() ?? 'sent');
      if (outcome instanceof PushError) throw outcome;
      accepted.push(message.notification?.title ?? '');
      return outcome;
    },
    close: () => Promise.resolve(),
  };
  const resolveAccess = () => {
    const tokens = createTokens(Buffer.alloc(32, 7));
    const deps = { db: database.db, clock, tokens };
    const { readAccessToken, isRunning: isSessionRunning } = createSessionFamilies(deps);
    return createCameraAccess({ ...deps, ...partnersOf(deps), readAccessToken, isSessionRunning }).resolve;
  };
  const startServer = (jobPlace: JobPlace = 'alone'): NotificationsService => {
    const server = createNotificationsService({
      db: database.db,
      clock,
      log: createLog({ level: 'silent', format: 'json' }),
      jobPlace,
      push,
      audience: createCameraAudience({ db: database.db, clock }),
      resolveAccess: resolveAccess(),
      placesOf: async () => new Map(),
      otherChannels: async () => [],
      email: null,
      offlineSince: () => null,
      onResult: (result) => void results.push(result),
      queue: { random: () => 0 },
    });
    // As the list of modules does.
    if (jobPlace !== 'elsewhere') server.start();
    servers.push(server);
    return server;
  };
  const rows = () => database.db.selectFrom('push_messages').select(['role', 'message_id', 'is_begin_known']).execute();
  const ended = (count: number) => expect.poll(() => results.length, { interval: 5 }).toBe(count);
  const isWaiting = (server: NotificationsService) => expect.poll(() => server.waiting, { interval: 5 }).toBe(1);
  const moves = (server: NotificationsService) =>
    server.notify({ cameraId, type: 'CAMERAPHONE_MOTION', cameraTitle: 'Yard', at: clock.now() });
  const goesAway = (server: NotificationsService) =>
    server.notifyStatus({ kind: 'away', cameraId, cameraTitle: 'Yard', at: clock.now(), emptyBattery: null });
  const comesBack = (server: NotificationsService) => server.notifyStatus({ kind: 'back', cameraId, cameraTitle: 'Yard', at: clock.now() });
  const choose = async (server: NotificationsService, isStatusNotified: boolean): Promise<void> => {
    const access = await resolveAccess()(customerId, cameraId);
    if (!access) throw new Error('The camera is not visible.');
    await server.updateCameraNotifications(access, { isStatusNotified });
  };
  /** Time passes in steps; what falls due in one is read from the database before the next. */
  const pass = async (ms: number): Promise<void> => {
    for (let left = ms; left > 0; left -= 5_000) {
      clock.advance(Math.min(left, 5_000));
      for (let turn = 0; turn < 4; turn += 1) await database.db.selectFrom('cameras').select('id').execute();
    }
  };
  let server: NotificationsService;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    [answers, accepted, asked, results, servers] = [[], [], 0, [], []];
    customerId = await insertCustomer(database.db, 'owner@example.com');
    const deviceId = await insertDevice(database.db, customerId);
    const families = createSessionFamilies({ db: database.db, clock, tokens: createTokens(Buffer.alloc(32, 7)) });
    const { familyId } = await families.start(customerId, deviceId);
    cameraId = await insertCamera(database.db, customerId);
    server = startServer();
    await server.subscribe({ customerId, deviceId, familyId, locale: 'en' }, 'a browser');
    await choose(server, true);
  });
  afterEach(async () => {
    for (const one of servers) await one.close();
    await database.close();
  });

  describe('across a restart', () => {
    test('are sent once, no earlier than the push service asked', async () => {
      answers = [overloaded(600_000)];
      await moves(server);
      await isWaiting(server);
      await server.close();
      expect(results).toEqual(['deferred']);

      const next = startServer();
      await isWaiting(next);
      await pass(599_000);
      expect(accepted).toEqual([]);
      await pass(1_000);
      await ended(2);
      expect(accepted).toEqual(['Motion detected']);
      await expect.poll(rows).toEqual([]);
      startServer();
      await pass(120_000);
      expect(asked).toBe(2);
    });

    test('keep their number of attempts and their end', async () => {
      answers = [overloaded(0), overloaded(0), overloaded(0), overloaded(0), overloaded(0)];
      await moves(server);
      for (let count = 1; count < 4; count += 1) {
        await isWaiting(server);
        await pass(30_000);
      }
      await expect.poll(() => asked).toBe(4);
      await isWaiting(server);
      await server.close();
      const next = startServer();
      await isWaiting(next);
      await pass(120_000);
      await ended(2);
      expect([results, asked]).toEqual([['deferred', 'failed'], 5]);

      answers = [overloaded(600_000)];
      await moves(next);
      await isWaiting(next);
      await next.close();
      clock.advance(24 * 60 * 60_000);
      startServer();
      await ended(4);
      expect(results.at(-1)).toBe('expired');
      await expect.poll(rows).toEqual([]);
    });

    test('are not sent to a device that signed out or lost the camera meanwhile', async () => {
      answers = [overloaded(60_000)];
      await moves(server);
      await isWaiting(server);
      await server.close();
      await database.db.deleteFrom('push_subscriptions').execute();
      const next = startServer();
      await expect.poll(rows).toEqual([]);
      expect([next.waiting, accepted]).toEqual([0, []]);
    });
  });

  test('are taken over from a process that died, and from no other', async () => {
    answers = [overloaded(600_000)];
    await moves(server);
    await isWaiting(server);
    const other = startServer();
    // The first one is alive: it says so every 20 s.
    await pass(300_000);
    expect(other.waiting).toBe(0);
    // It dies without a word: nothing renews its lease, and nothing gives it up.
    await server.close();
    await database.db
      .updateTable('push_messages')
      .set({ lease: 'a dead process', leased_until: clock.now() + 60_000 })
      .execute();
    await pass(55_000);
    expect(other.waiting).toBe(0);
    await pass(45_000);
    await isWaiting(other);
    expect(accepted).toEqual([]);
  });

  test('of a dead process are sent once, although two take them over at once', async () => {
    const cameraIds = [cameraId];
    for (let count = 1; count < 12; count += 1) cameraIds.push(await insertCamera(database.db, customerId));
    answers = cameraIds.map(() => overloaded(600_000));
    for (const id of cameraIds) await server.notify({ cameraId: id, type: 'CAMERAPHONE_MOTION', cameraTitle: 'Yard', at: clock.now() });
    await expect.poll(() => asked).toBe(12);
    await expect.poll(() => server.waiting).toBe(12);
    await server.close();
    clock.advance(600_000);
    const both = [startServer(), startServer()];
    await expect.poll(() => accepted.length).toBe(12);
    await expect.poll(rows).toEqual([]);
    await pass(120_000);
    expect([asked, both.map(({ waiting }) => waiting)]).toEqual([24, [0, 0]]);
  });

  test('of a node that does no jobs are sent by one that does: in order, and soon', async () => {
    await server.close();
    const media = startServer('elsewhere');
    await moves(media);
    await pass(60_000);
    expect([media.waiting, asked, (await rows()).length]).toEqual([0, 0, 1]);
    startServer('here');
    await ended(1);
    expect(accepted).toEqual(['Motion detected']);
    await expect.poll(rows).toEqual([]);

    await goesAway(media);
    await pass(lookIntervalMs);
    await ended(2);
    await expect.poll(rows).toEqual([{ role: 'begin', message_id: null, is_begin_known: 1 }]);
    await comesBack(media);
    await pass(lookIntervalMs);
    await ended(3);
    expect(accepted.slice(1)).toEqual(['Camera is unavailable', 'Camera is available again']);
    expect(results).toEqual(['sent', 'sent', 'sent']);
    await expect.poll(rows).toEqual([]);
  });

  test('of one camera and device are one: the newest', async () => {
    answers = [overloaded(60_000)];
    await moves(server);
    await isWaiting(server);
    await moves(server);
    await ended(2);
    expect([results, accepted]).toEqual([['replaced', 'sent'], ['Motion detected']]);
    await expect.poll(rows).toEqual([]);
  });

  test('of a camera’s state are not sent to a user who no longer wants to know', async () => {
    answers = [overloaded(60_000)];
    await goesAway(server);
    await isWaiting(server);
    await choose(server, false);
    await pass(60_000);
    await ended(1);
    expect([results, accepted]).toEqual([['unwanted'], []]);
    await comesBack(server);
    expect([server.waiting, await rows()]).toEqual([0, []]);
  });

  describe('an end', () => {
    test('is not sent to a device that never heard of the beginning', async () => {
      answers = [overloaded(60_000)];
      await goesAway(server);
      await isWaiting(server);
      await comesBack(server);
      await ended(2);
      expect([results, accepted]).toEqual([['replaced', 'unwanted'], []]);
      await expect.poll(rows).toEqual([]);

      answers = [refused];
      await goesAway(server);
      await ended(3);
      await comesBack(server);
      await ended(4);
      expect([results.slice(2), accepted]).toEqual([['failed', 'unwanted'], []]);
    });

    test('waits for the beginning that is being sent, and depends on what becomes of it', async () => {
      const first = Promise.withResolvers<'sent'>();
      answers = [first.promise];
      await goesAway(server);
      await expect.poll(() => asked).toBe(1);
      await comesBack(server);
      expect(asked).toBe(1);
      first.resolve('sent');
      await ended(2);
      expect(accepted).toEqual(['Camera is unavailable', 'Camera is available again']);

      const second = Promise.withResolvers<'sent'>();
      answers = [second.promise];
      await goesAway(server);
      await expect.poll(() => asked).toBe(3);
      await comesBack(server);
      second.reject(overloaded(60_000));
      await ended(4);
      expect([results.slice(2), accepted.length]).toEqual([['replaced', 'unwanted'], 2]);
    });

    test('arises at another process while the push service is down: neither is sent, then or later', async () => {
      const other = startServer();
      answers = Array.from({ length: 20 }, () => overloaded(0));
      await goesAway(server);
      await isWaiting(server);
      await comesBack(other);
      await pass(30_000);
      answers = [];
      await pass(600_000);
      await ended(2);
      expect([results.toSorted(), accepted]).toEqual([['unwanted', 'unwanted'], []]);
      await expect.poll(rows).toEqual([]);
    });

    test('arises at another process while the beginning is being sent: it waits until that is known', async () => {
      const other = startServer();
      const first = Promise.withResolvers<'sent'>();
      answers = [first.promise];
      await goesAway(server);
      await expect.poll(() => asked).toBe(1);
      await comesBack(other);
      await pass(5_000);
      first.resolve('sent');
      await ended(1);
      await pass(10_000);
      await ended(2);
      expect(accepted).toEqual(['Camera is unavailable', 'Camera is available again']);
      await expect.poll(rows).toEqual([]);
    });

    test('is sent by another process, when the beginning was sent by one that stopped', async () => {
      await goesAway(server);
      await ended(1);
      await server.close();
      await comesBack(startServer());
      await ended(2);
      expect(accepted).toEqual(['Camera is unavailable', 'Camera is available again']);
      await expect.poll(rows).toEqual([]);
    });

    test('is sent to the user who asked for it after the beginning was lost', async () => {
      answers = [refused];
      await goesAway(server);
      await ended(1);
      await choose(server, false);
      await database.db.updateTable('camera_notifications').set({ told_offline_at: clock.now(), is_status_notified: 1 }).execute();
      await comesBack(server);
      await ended(2);
      expect(accepted).toEqual(['Camera is available again']);
    });
  });
});
