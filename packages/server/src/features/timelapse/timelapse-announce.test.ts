import type { TimelapseChannel } from '@watchpost/contract/schemas/timelapse';
import { timelapseByDefault } from '@watchpost/contract/schemas/timelapse';
import { createManualClock } from '@watchpost/contract/testing';
import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Mail } from '../../adapters/mail/port.ts';
import { createTokens } from '../../kernel/tokens.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { partnersOf } from '../../testing/partners/partners.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { createCameraAccess, createCameraAudience } from '../cameras/index.ts';
import type { StoredEvent } from '../events/index.ts';
import type { CameraEvent } from '../notifications/index.ts';
import { createTimelapseAnnouncer } from './timelapse-announce.ts';
import { createTimelapseFiles } from './timelapse-files.ts';
import { createTimelapseRepository } from './timelapse-repository.ts';

const now = Date.parse('2026-11-27T08:00Z');
const span = { from: Date.parse('2026-11-26T06:00Z'), to: Date.parse('2026-11-26T21:00Z') };

describeDatabases('a film is announced', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let ownerId: string;
  let viewerId: string;
  let cameraId: string;
  let events: (Omit<StoredEvent, 'hasPicture'> & { readonly hasPicture: boolean })[];
  let pushes: CameraEvent[];
  let chats: string[];
  let mails: Mail[];
  let calls: string[];
  /** Fails the next push, as a crash after the transaction would. */
  let isPushBroken: boolean;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    folder = mkdtempSync(join(tmpdir(), 'watchpost-announce-'));
    [events, pushes, chats, mails, calls, isPushBroken] = [[], [], [], [], [], false];
    ownerId = await insertCustomer(database.db, 'owner@example.com');
    viewerId = await insertCustomer(database.db, 'viewer@example.com');
    cameraId = await insertCamera(database.db, ownerId, { time_zone: 'UTC' });
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  /** Announces what is due, as the jobs do. */
  const announceAll = async (): Promise<void> => {
    const { db } = database;
    const clock = createManualClock(now);
    const deps = { db, clock, tokens: createTokens(Buffer.alloc(32, 7)) };
    const { resolve } = createCameraAccess({
      ...deps,
      ...partnersOf(deps),
      readAccessToken: async () => ({ customerId: ownerId }),
      isSessionRunning: async () => true,
    });
    const announce = createTimelapseAnnouncer({
      db,
      clock,
      log: pino({ level: 'silent' }),
      files: createTimelapseFiles(folder),
      events: {
        report: async (event, jpeg, within) => {
          if (await db.transaction().execute(within)) events.push({ ...event, hasPicture: jpeg !== null });
        },
      },
      notifications: {
        notify: async (event) => {
          if (isPushBroken) throw new Error('The server was killed.');
          pushes.push(event);
        },
        wish: async () => ({ isEnabled: true, isEmailEnabled: false, isTimely: true, place: 'c1', cooldownMs: 0 }),
      },
      telegram: {
        recorder: { began: async (_, { id }) => void chats.push(id), complete: async () => undefined },
        wake: () => undefined,
      },
      webhooks: { event: async (_, kind, { id, type }) => void calls.push(`${kind} ${type} ${id}`) },
      mail: { addWithin: async (_, mail) => void mails.push(mail), wake: () => undefined },
      audience: createCameraAudience({ db, clock }),
      resolveAccess: resolve,
      publicUrl: 'https://cams.example',
    });
    for (const film of await createTimelapseRepository(db).unsent(now)) await announce(film);
  };

  const makeFilm = async (state: 'made' | 'empty' | 'failed', channels: readonly TimelapseChannel[], hours = span): Promise<string> => {
    const repository = createTimelapseRepository(database.db);
    await repository.write(cameraId, { ...timelapseByDefault, isEnabled: true }, 0);
    await repository.plan({ cameraId, day: '2026-11-26', span: hours, lengthSeconds: 60, channels }, 0, now);
    const film = await repository.claim(now);
    if (!film) throw new Error('The film is due.');
    const files = createTimelapseFiles(folder);
    mkdirSync(dirname(files.path(cameraId, film.eventId)), { recursive: true });
    if (state === 'made') await files.writePoster(cameraId, film.eventId, new Uint8Array([0xff, 0xd8]));
    await repository.finish(film, state);
    return film.eventId;
  };

  test('once, as an event over its hours and by the chosen channels', async () => {
    const id = await makeFilm('made', ['push', 'telegram', 'email']);
    await announceAll();
    await announceAll();
    expect(events).toMatchObject([{ id, cameraId, type: 'timelapse', startAt: span.from, endAt: span.to, label: null, hasPicture: true }]);
    expect(chats).toEqual([id]);
    expect(calls).toEqual([`began timelapse ${id}`]);
    expect(pushes).toMatchObject([{ type: 'timelapse', cameraTitle: 'Yard', onlyFor: [ownerId] }]);
    expect(mails).toMatchObject([{ to: 'owner@example.com', pictures: [{ contentId: 'timelapse' }] }]);
    expect(mails[0]?.text).toContain('https://cams.example/activities?q=timelapse');
  });

  test('by no channel that was not chosen', async () => {
    await makeFilm('made', []);
    await announceAll();
    expect([events.length, pushes, chats, mails]).toEqual([1, [], [], []]);
  });

  test('a day without footage says so, and so does a film that failed', async () => {
    await makeFilm('empty', ['push', 'email']);
    await announceAll();
    expect(events).toMatchObject([{ label: 'empty', hasPicture: false }]);
    expect(pushes).toMatchObject([{ type: 'timelapseEmpty' }]);
    expect(mails[0]?.text).toMatch(/nothing was recorded/);
    await database.db.deleteFrom('timelapses').execute();
    await makeFilm('failed', ['push']);
    await announceAll();
    expect(pushes.at(-1)).toMatchObject({ type: 'timelapseFailed' });
  });

  test('with the day that it is where the camera is, not where its owner is', async () => {
    await database.db.updateTable('cameras').set({ time_zone: 'Asia/Vladivostok' }).execute();
    await database.db.updateTable('customers').set({ time_zone: 'Europe/Moscow' }).execute();
    // In Moscow, 26 November has not begun.
    await makeFilm('made', ['email'], { from: Date.parse('2026-11-25T14:00Z'), to: Date.parse('2026-11-26T14:00Z') });
    await announceAll();
    expect(mails[0]?.subject).toBe('Timelapse: Yard, 26\u00A0November');
  });

  test('after a crash in between, what is missing follows, and nothing comes twice', async () => {
    const id = await makeFilm('made', ['push', 'telegram', 'email']);
    isPushBroken = true;
    await announceAll();
    isPushBroken = false;
    await announceAll();
    await announceAll();
    expect([events.length, chats, mails.length, pushes.length]).toEqual([1, [id], 1, 1]);
  });

  test('only to users who can see all that it shows', async () => {
    await insertGrant(database.db, cameraId, viewerId);
    await makeFilm('made', ['push']);
    await announceAll();
    expect(pushes[0]?.onlyFor?.toSorted()).toEqual([ownerId, viewerId].toSorted());
    await database.db.deleteFrom('timelapses').execute();
    await database.db.updateTable('camera_grants').set({ with_archive: 0 }).execute();
    await makeFilm('made', ['push']);
    await announceAll();
    expect(pushes[1]?.onlyFor).toEqual([ownerId]);
  });
});
