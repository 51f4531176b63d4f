import { timelapseByDefault } from '@watchpost/contract/schemas/timelapse';
import { createManualClock } from '@watchpost/contract/testing';
import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { MakeFilm } from '../../media/timelapse/timelapse-film.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createTimelapseFiles, type TimelapseFiles } from './timelapse-files.ts';
import { createTimelapseJobs, type TimelapseJobs } from './timelapse-jobs.ts';
import { createTimelapseRepository, leaseMs } from './timelapse-repository.ts';

const log = pino({ level: 'silent' });
const hour = 3_600_000;
const at = (text: string): number => Date.parse(text);
/** Filmed from 6:00 to 21:00 of the 26th. */
const beforeNoon = at('2026-11-26T12:00Z');
const made = { kind: 'made', pictures: 100, poster: new Uint8Array([1]) } as const;

describeDatabases('the films of the night', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let files: TimelapseFiles;
  let cameraId: string;
  let clock: ReturnType<typeof createManualClock>;
  let announced: string[];
  const running: TimelapseJobs[] = [];

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    folder = mkdtempSync(join(tmpdir(), 'watchpost-timelapse-'));
    files = createTimelapseFiles(folder);
    clock = createManualClock(beforeNoon);
    announced = [];
    cameraId = await insertCamera(database.db, await insertCustomer(database.db, 'owner@example.com'), { time_zone: 'UTC' });
    await createTimelapseRepository(database.db).write(cameraId, { ...timelapseByDefault, isEnabled: true }, clock.now());
  });
  afterEach(async () => {
    for (const jobs of running.splice(0)) await jobs.close();
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const writeFilm = (path: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, 'film');
  };
  /** A server; `makeFilm` writes a file unless the test says otherwise. */
  const open = (makeFilm: MakeFilm | null = async ({ path }) => (writeFilm(path), made), nodeId: string | null = null): TimelapseJobs => {
    const repository = createTimelapseRepository(database.db);
    const jobs = createTimelapseJobs({
      db: database.db,
      clock,
      log,
      nodeId,
      makeFilm,
      files,
      announce: async (film) => {
        announced.push(`${film.day} ${film.state}`);
        await repository.publish(film, clock.now());
        await repository.pushed(film, clock.now());
      },
    });
    running.push(jobs);
    return jobs;
  };
  const states = async (): Promise<string[]> =>
    (await database.db.selectFrom('timelapses').select(['day', 'state']).orderBy('day').execute()).map(
      ({ day, state }) => `${day} ${state}`,
    );
  const until = (text: string): void => clock.advance(at(text) - clock.now());

  test('a film is made once, after 1:00, and announced once, at 8:00', async () => {
    const wishes: unknown[] = [];
    const jobs = open(async ({ path, ...wish }) => (wishes.push(wish), writeFilm(path), made));
    until('2026-11-27T00:59Z');
    await jobs.run();
    expect(await states()).toEqual([]);
    until('2026-11-27T01:00Z');
    await jobs.run();
    await jobs.run();
    expect(wishes).toEqual([
      { cameraId, span: { from: at('2026-11-26T06:00Z'), to: at('2026-11-26T21:00Z') }, lengthSeconds: 60, timeZone: 'UTC' },
    ]);
    expect([await states(), announced]).toEqual([['2026-11-26 made'], []]);
    until('2026-11-27T08:00Z');
    await jobs.run();
    await jobs.run();
    expect(announced).toEqual(['2026-11-26 made']);
  });

  test('a film that another node has given up leaves the disk of the node that made it', async () => {
    const from = at('2026-11-25T06:00Z');
    const film = { camera_id: cameraId, from_ms: from, to_ms: from + hour, length_seconds: 60, channels: '[]', attempts: 0, lease: null };
    const past = { due_at: from, send_at: from, published_at: from, pushed_at: from };
    await database.db
      .insertInto('timelapses')
      .values([
        { ...film, ...past, day: '2026-11-25', event_id: 'evt_kept', state: 'made' },
        { ...film, ...past, day: '2026-11-24', event_id: 'evt_emptied', state: 'empty' },
      ])
      .execute();
    const paths = ['evt_kept', 'evt_emptied', 'evt_gone'].map((id) => files.path(cameraId, id));
    for (const path of paths) {
      writeFilm(path);
      utimesSync(path, 0, 0);
    }
    await open(null).run();
    expect(paths.map((path) => existsSync(path))).toEqual([true, true, true]);
    await open(null, 'maker').run();
    expect(paths.map((path) => existsSync(path))).toEqual([true, false, false]);
  });

  test('hours before it was enabled are not filmed, and neither is a day that nobody was there to film', async () => {
    const jobs = open();
    // The evening before the film was enabled is over.
    until('2026-11-26T13:00Z');
    await jobs.run();
    expect(await states()).toEqual([]);
    until('2026-11-30T09:00Z');
    await jobs.run();
    // Three days were missed: the 28th is a day late, and the 27th too late.
    expect(await states()).toEqual(['2026-11-29 made']);
  });

  test('a server that was killed in the middle leaves the film to the next, which makes it once the lease is over', async () => {
    until('2026-11-27T01:00Z');
    const never = Promise.withResolvers<typeof made>();
    const killed = open(() => never.promise);
    void killed.run();
    await expect.poll(states, { interval: 5 }).toEqual(['2026-11-26 waiting']);
    await expect
      .poll(async () => (await database.db.selectFrom('timelapses').select('lease').executeTakeFirst())?.lease ?? null, { interval: 5 })
      .not.toBeNull();
    // Killed: it renews nothing any more, and ends nothing.
    const successor = open();
    await successor.run();
    expect(await states()).toEqual(['2026-11-26 waiting']);
    await database.db.updateTable('timelapses').set({ due_at: clock.now() }).execute();
    await successor.run();
    expect(await states()).toEqual(['2026-11-26 made']);
    // The first one wakes up after all: it may not write any more.
    never.resolve(made);
    await killed.run();
    expect(await states()).toEqual(['2026-11-26 made']);
    expect(announced).toEqual([]);
  });

  test('a process that holds a film renews its lease; one that lost it stops', async () => {
    until('2026-11-27T01:00Z');
    let signal: AbortSignal | undefined;
    const slow = open((_, aborted) => {
      signal = aborted;
      return new Promise((_resolve, reject) => aborted.addEventListener('abort', () => reject(aborted.reason)));
    });
    void slow.run();
    await expect.poll(() => signal, { interval: 5 }).toBeDefined();
    const dueAt = async (): Promise<number> =>
      (await database.db.selectFrom('timelapses').select('due_at').executeTakeFirstOrThrow()).due_at;
    const first = await dueAt();
    clock.advance(leaseMs / 2);
    await expect.poll(dueAt, { interval: 5 }).toBeGreaterThan(first);
    await database.db.updateTable('timelapses').set({ lease: 'another' }).execute();
    clock.advance(leaseMs / 2);
    await expect.poll(() => signal?.aborted, { interval: 5 }).toBe(true);
    await slow.close();
    expect((await database.db.selectFrom('timelapses').selectAll().executeTakeFirstOrThrow()).lease).toBe('another');
  });

  test('a server that stops gives its film up: the next one makes it at once', async () => {
    until('2026-11-27T01:00Z');
    const started = Promise.withResolvers<void>();
    const stopped = open((_, aborted) => {
      started.resolve();
      return new Promise((_resolve, reject) => aborted.addEventListener('abort', () => reject(aborted.reason)));
    });
    void stopped.run();
    await started.promise;
    await stopped.close();
    await open().run();
    expect(await states()).toEqual(['2026-11-26 made']);
  });

  test('what fails is tried three times; then it is announced that there is no film', async () => {
    until('2026-11-27T01:00Z');
    let tries = 0;
    const jobs = open(async () => {
      tries += 1;
      throw new Error('The disk is full.');
    });
    for (let pass = 0; pass < 5; pass += 1) {
      await jobs.run();
      clock.advance(10 * 60_000);
    }
    expect([tries, await states()]).toEqual([3, ['2026-11-26 failed']]);
    until('2026-11-27T08:00Z');
    await jobs.run();
    expect(announced).toEqual(['2026-11-26 failed']);
  });

  test('of several nodes, the one that holds the camera makes its film, announces it and removes it in the end', async () => {
    const { db } = database;
    const node = { roles: 'media', address: null, capacity: 60, version: '1', is_draining: 0 as const, started_at: 0, seen_at: 0 };
    await db
      .insertInto('nodes')
      .values(['holder', 'other'].map((id) => ({ ...node, id, name: id, alive_until: 9_000_000_000_000, lease_changes: 0 })))
      .execute();
    await db.insertInto('camera_leases').values({ camera_id: cameraId, node_id: 'holder', fencing_token: 1, weight: 1 }).execute();
    const makers: string[] = [];
    const [holder, other] = ['holder', 'other'].map((id) => open(async ({ path }) => (makers.push(id), writeFilm(path), made), id));
    const run = async (): Promise<void> => {
      await other?.run();
      await holder?.run();
    };
    until('2026-11-27T01:00Z');
    await other?.run();
    expect(await states()).toEqual([]);
    await run();
    expect([makers, await states()]).toEqual([['holder'], ['2026-11-26 made']]);
    until('2026-11-27T08:00Z');
    await other?.run();
    expect(announced).toEqual([]);
    await run();
    expect(announced).toEqual(['2026-11-26 made']);
    await createTimelapseRepository(db).write(cameraId, timelapseByDefault, clock.now());
    until('2026-12-10T00:00Z');
    await other?.run();
    expect(await states()).toEqual(['2026-11-26 made']);
    await run();
    expect(await states()).toEqual([]);
  });

  test('a day without footage says so; without an encoder nothing is promised', async () => {
    until('2026-11-27T08:00Z');
    await open(null).run();
    expect(await states()).toEqual([]);
    await open(async () => ({ kind: 'empty' })).run();
    expect(announced).toEqual(['2026-11-26 empty']);
  });

  test('films go with the camera’s archive, their files with them', async () => {
    const jobs = open();
    until('2026-11-27T08:00Z');
    await jobs.run();
    const row = await database.db.selectFrom('timelapses').select('event_id').executeTakeFirstOrThrow();
    await createTimelapseRepository(database.db).write(cameraId, timelapseByDefault, clock.now());
    const path = files.path(cameraId, row.event_id);
    clock.advance(6 * 24 * hour);
    await jobs.run();
    expect(existsSync(path)).toBe(true);
    until('2026-12-03T21:00Z');
    await jobs.run();
    expect(existsSync(path)).toBe(true);
    clock.advance(1);
    await jobs.run();
    expect([existsSync(path), await states()]).toEqual([false, []]);
  });

  test('a film of deleted footage: gone when it was announced, else made again of what is left', async () => {
    const repository = createTimelapseRepository(database.db);
    const part = { from: at('2026-11-26T10:00Z'), to: at('2026-11-26T10:05Z') };
    const before = { from: at('2026-11-26T01:00Z'), to: at('2026-11-26T02:00Z') };
    until('2026-11-27T03:00Z');
    let films = 0;
    const jobs = open(async ({ path }) => ((films += 1), writeFilm(path), made));
    await jobs.run();
    expect(await repository.withdraw(cameraId, before, clock.now())).toEqual([]);
    await jobs.run();
    expect(films).toBe(1);
    expect(await repository.withdraw(cameraId, part, clock.now())).toEqual([]);
    await jobs.run();
    expect([films, await states()]).toEqual([2, ['2026-11-26 made']]);
    until('2026-11-27T08:00Z');
    await jobs.run();
    const { event_id: eventId } = await database.db.selectFrom('timelapses').select('event_id').executeTakeFirstOrThrow();
    expect(await repository.withdraw(cameraId, part, clock.now())).toEqual([{ cameraId, eventId }]);
    await repository.setEmpty(eventId);
    await jobs.run();
    expect([films, announced, await states()]).toEqual([2, ['2026-11-26 made'], ['2026-11-26 empty']]);
  });

  test('rows go with their camera, and enabling again counts from then on', async () => {
    const repository = createTimelapseRepository(database.db);
    const enabledAt = async (): Promise<number | undefined> => (await repository.filmedCameras())[0]?.enabledAt;
    await repository.write(cameraId, { ...timelapseByDefault, isEnabled: true, lengthSeconds: 30 }, beforeNoon + 1);
    expect(await enabledAt()).toBe(beforeNoon);
    await repository.write(cameraId, timelapseByDefault, beforeNoon + 2);
    expect(await enabledAt()).toBeUndefined();
    await repository.write(cameraId, { ...timelapseByDefault, isEnabled: true }, beforeNoon + 3);
    expect(await enabledAt()).toBe(beforeNoon + 3);
    await database.db.deleteFrom('cameras').execute();
    expect(await database.db.selectFrom('timelapse_settings').selectAll().execute()).toEqual([]);
  });
});
