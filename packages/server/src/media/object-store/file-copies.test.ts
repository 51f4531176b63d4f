import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createEventPictures } from '../../features/events/events-pictures.ts';
import { createEventsRepository } from '../../features/events/events-repository.ts';
import { createEventsService } from '../../features/events/events-service.ts';
import { createTimelapseFiles } from '../../features/timelapse/timelapse-files.ts';
import { wholeArchive } from '../../kernel/access/open-archive.ts';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { createMemoryObjects } from '../../testing/object-store/memory-objects.ts';
import { insertCamera, insertCustomer, insertEvent } from '../../testing/people.ts';
import { createFootageLedger } from '../recording/footage-ledger.ts';
import { createFootagePaths } from '../recording/footage-paths.ts';
import { createDownloader } from './downloader.ts';
import { createFileCopies, type Copies, type FileCopies } from './file-copies.ts';
import { releaseObjects, sweepObjects } from './object-sweep.ts';
import type { ObjectStore } from './port.ts';

const log = pino({ level: 'silent' });
const origin = Date.UTC(2026, 0, 15, 12);
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 1]);
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describeDatabases('pictures and films of events in a bucket', (engine) => {
  async function setUp() {
    const { db, close } = await createTestDatabase(engine);
    cleanups.push(close);
    const cameraId = await insertCamera(db, await insertCustomer(db, 'owner@example.com'));
    const clock = createManualClock(origin);
    const objects = createMemoryObjects();
    const repository = createEventsRepository(db);
    /** A node with a disk of its own. */
    const start = async ({ dataDir, store = objects }: { readonly dataDir?: string; readonly store?: ObjectStore } = {}) => {
      const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'watchpost-copies-')));
      cleanups.push(() => rm(folder, { recursive: true, force: true }));
      const copies: FileCopies = createFileCopies({ db, clock, log, dataDir: folder, objects: store, isSending: true });
      cleanups.push(() => copies.close());
      const ofPictures: Copies = copies.of({ folder: 'events', extension: 'jpg', finished: repository.finished });
      return { dataDir: folder, copies, ofPictures, pictures: createEventPictures(join(folder, 'events'), ofPictures) };
    };
    /** An event that has ended, with its picture on a node's disk. */
    const addEvent = async (node: Awaited<ReturnType<typeof start>>, id: string, bytes: Uint8Array = jpeg): Promise<void> => {
      await insertEvent(db, cameraId, { id, start_ms: origin - 10_000, end_ms: origin - 5000, has_picture: 1 });
      await node.pictures.write(cameraId, id, bytes);
      node.pictures.finish(cameraId, id);
    };
    /** Lets time pass; a run that a timer began in between has looked too early. */
    const after = async (ms: number, { copies }: { readonly copies: FileCopies }): Promise<void> => {
      clock.advance(ms);
      await copies.run();
      await copies.run();
    };
    const sweep = (): Promise<void> => sweepObjects({ db, objects, now: clock.now() });
    return { db, cameraId, clock, objects, repository, start, addEvent, after, sweep };
  }

  test('a picture is shown when the node that made it is gone, and its disk with it', async () => {
    const { cameraId, objects, start, addEvent } = await setUp();
    const maker = await start();
    await addEvent(maker, 'evt_a');
    await maker.copies.run();
    expect([...objects.kept.keys()]).toEqual([`events/${cameraId}/evt_a.jpg`]);
    await rm(maker.dataDir, { recursive: true });
    const other = await start();
    expect(Buffer.from((await other.pictures.read(cameraId, 'evt_a')) ?? []).equals(jpeg)).toBe(true);
    expect(await other.pictures.read(cameraId, 'evt_b')).toBeNull();
  });

  test('a camera costs one request in 30 s at most, and every picture has its turn', async () => {
    const { cameraId, clock, objects, start, addEvent } = await setUp();
    const node = await start();
    for (const id of ['evt_a', 'evt_b', 'evt_c']) await addEvent(node, id);
    const counts: number[] = [];
    for (let second = 0; second <= 60; second += 10) {
      await node.copies.run();
      counts.push(objects.puts.length);
      clock.advance(10_000);
    }
    expect(counts).toEqual([1, 1, 1, 2, 2, 2, 3]);
    expect(objects.puts.map(({ key }) => key)).toEqual(['evt_a', 'evt_b', 'evt_c'].map((id) => `events/${cameraId}/${id}.jpg`));
  });

  test('what has just ended goes before what a start has found', async () => {
    const { db, cameraId, objects, start, addEvent, after } = await setUp();
    const node = await start();
    for (const id of ['evt_1', 'evt_2']) {
      await insertEvent(db, cameraId, { id, start_ms: origin - 90_000, end_ms: origin - 80_000, has_picture: 1 });
      await node.pictures.write(cameraId, id, jpeg);
    }
    await addEvent(node, 'evt_new');
    await node.copies.run();
    expect([...objects.kept.keys()]).toEqual([`events/${cameraId}/evt_new.jpg`]);
    await after(30_000, node);
    await after(30_000, node);
    expect(objects.kept.size).toBe(3);
  });

  test('a bucket that is away and a kill lose no picture; one of an event that still lasts waits for its end', async () => {
    const { db, cameraId, objects, repository, start, addEvent, after } = await setUp();
    const node = await start();
    objects.isAway = true;
    await addEvent(node, 'evt_a');
    await insertEvent(db, cameraId, { id: 'evt_open', start_ms: origin, end_ms: null, has_picture: 1 });
    await node.pictures.write(cameraId, 'evt_open', jpeg);
    await node.copies.run();
    expect(objects.puts).toEqual([]);
    await node.copies.close();

    const next = await start(node);
    objects.isAway = false;
    await next.copies.run();
    await after(60_000, next);
    expect([...objects.kept.keys()]).toEqual([`events/${cameraId}/evt_a.jpg`]);
    await repository.finish('evt_open', origin + 1000);
    next.pictures.finish(cameraId, 'evt_open');
    await after(30_000, next);
    expect([...objects.kept.keys()]).toContain(`events/${cameraId}/evt_open.jpg`);
    // A start finds nothing that is left to be copied.
    const puts = objects.puts.length;
    await next.copies.close();
    await after(30_000, await start(node));
    expect(objects.puts).toHaveLength(puts);
  });

  test('a copy goes with its event, also one that is deleted while it is being copied, and with its camera', async () => {
    const { db, cameraId, objects, repository, start, addEvent, after, sweep } = await setUp();
    const node = await start();
    await addEvent(node, 'evt_a');
    await node.copies.run();
    await repository.remove('evt_a');
    await sweep();
    expect([...objects.kept.keys()]).toEqual([]);

    const store: ObjectStore = {
      ...objects,
      put: async (key, bytes) => {
        await objects.put(key, bytes);
        await repository.remove('evt_b');
      },
    };
    const slow = await start({ store });
    await addEvent(slow, 'evt_b');
    await slow.copies.run();
    expect(objects.puts).toHaveLength(2);
    await sweep();
    expect([...objects.kept.keys()]).toEqual([]);

    await addEvent(node, 'evt_c');
    await after(30_000, node);
    expect(objects.kept.size).toBe(1);
    await releaseObjects(db, cameraId);
    await sweep();
    expect([[...objects.kept.keys()], await db.selectFrom('footage_objects').selectAll().execute()]).toEqual([[], []]);
  });

  test('events that are older than the archive take their copies along', async () => {
    const { db, clock, objects, repository, start, addEvent, sweep } = await setUp();
    const node = await start();
    await addEvent(node, 'evt_old');
    await node.copies.run();
    clock.advance(8 * 86_400_000);
    expect(await repository.deleteExpired(clock.now(), 500)).toMatchObject([{ id: 'evt_old' }]);
    await sweep();
    expect([...objects.kept.keys()]).toEqual([]);
    expect(await db.selectFrom('footage_objects').selectAll().execute()).toEqual([]);
  });

  test('a file that was made again takes the place of its copy, and no reader gets half of each', async () => {
    const { cameraId, objects, start, addEvent, after, sweep } = await setUp();
    const node = await start();
    await addEvent(node, 'evt_a');
    await node.copies.run();
    await node.pictures.write(cameraId, 'evt_a', Uint8Array.of(...jpeg, 2));
    node.pictures.finish(cameraId, 'evt_a');
    await after(30_000, node);
    expect(await node.ofPictures.open('evt_a')).toBeNull();
    await sweep();
    await after(30_000, node);
    expect(Buffer.from(objects.kept.get(`events/${cameraId}/evt_a.jpg`) ?? []).equals(Uint8Array.of(...jpeg, 2))).toBe(true);
    expect(await node.ofPictures.open('evt_a')).toMatchObject({ size: 5 });
  });

  test('what the service stores is copied when it ends', async () => {
    const { db, cameraId, clock, objects, start } = await setUp();
    const { dataDir, copies, ofPictures } = await start();
    const service = createEventsService({
      db,
      clock,
      log,
      folder: join(dataDir, 'events'),
      copies: ofPictures,
      motion: { watch: () => undefined, forget: () => undefined },
      cameras: { list: async () => [] },
      camerasIn: async () => new Set(),
      decode: async () => jpeg,
    });
    const area = { x: 0, y: 0, width: 1, height: 1 };
    const begun = new Promise<string>((resolve) => service.onEvent(({ id }) => resolve(id)));
    service.onMotion({ kind: 'began', cameraId, at: origin, area, picture: new Uint8Array([1]) });
    const id = await begun;
    await copies.run();
    expect(objects.puts).toEqual([]);
    service.onMotion({ kind: 'ended', cameraId, beganAt: origin, at: origin + 5000 });
    await service.close();
    await copies.run();
    expect(objects.puts.map(({ key }) => key)).toEqual([`events/${cameraId}/${id}.jpg`]);
    await rm(join(dataDir, 'events'), { recursive: true });
    expect(Buffer.from(await service.picture(cameraId, id, wholeArchive)).equals(jpeg)).toBe(true);
  });

  test('a film plays by ranges from the bucket, as it did from the disk', async () => {
    const { cameraId, objects, start } = await setUp();
    const film = new Uint8Array(2_500_000).map((_, index) => index % 251);
    const [maker, other] = [await start(), await start()];
    const filmsOf = ({ dataDir, copies }: { readonly dataDir: string; readonly copies: FileCopies }) =>
      createTimelapseFiles(
        join(dataDir, 'timelapses'),
        copies.of({ folder: 'timelapses', extension: 'mp4', finished: async (ids) => new Set(ids) }),
      );
    const [made, elsewhere] = [filmsOf(maker), filmsOf(other)];
    await mkdir(join(maker.dataDir, 'timelapses', cameraId), { recursive: true });
    await writeFile(made.path(cameraId, 'evt_day'), film);
    made.finish(cameraId, 'evt_day');
    await maker.copies.run();
    const bytesOf = async (files: typeof made, range?: { start: number; end: number }): Promise<Buffer> => {
      const parts: Uint8Array[] = [];
      for await (const part of (await files.open(cameraId, 'evt_day'))?.read(range) ?? []) parts.push(part);
      return Buffer.concat(parts);
    };
    const [here, there] = [await made.open(cameraId, 'evt_day'), await elsewhere.open(cameraId, 'evt_day')];
    expect(there).toMatchObject({ size: film.byteLength, etag: here?.etag });
    expect((await bytesOf(elsewhere)).equals(film)).toBe(true);
    const range = { start: 999_990, end: 2_000_010 };
    expect((await bytesOf(elsewhere, range)).equals(await bytesOf(made, range))).toBe(true);
    expect(objects.puts.map(({ key }) => key)).toEqual([`timelapses/${cameraId}/evt_day.mp4`]);
  });

  test('back on the disk: copies become files again before they leave the bucket', async () => {
    const { db, cameraId, clock, objects, start, addEvent } = await setUp();
    const node = await start();
    await addEvent(node, 'evt_a');
    await node.copies.run();
    await node.copies.close();
    await rm(join(node.dataDir, 'events'), { recursive: true });
    const paths = createFootagePaths(node.dataDir);
    const back = (room: number) => {
      const ledger = createFootageLedger(db);
      const downloader = createDownloader({ db, clock, log, paths, objects, ledger, readRoom: async () => room });
      cleanups.push(() => downloader.close());
      return downloader;
    };
    await back(1000).run();
    expect(objects.kept.size).toBe(1);
    await back(1e12).run();
    expect((await readFile(join(node.dataDir, 'events', cameraId, 'evt_a.jpg'))).equals(jpeg)).toBe(true);
    expect([...objects.kept.keys()]).toEqual([]);
  });
});
