import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventPageSchema } from '@watchpost/contract/schemas/events';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSeal } from '../../kernel/seal.ts';
import type { Motion } from '../../media/detection/motion-watch.ts';
import type { Detection } from '../../media/objects/tracking/object-rules.ts';
import type { MotionSettings } from '../../media/detection/motion-model.ts';
import { wholeArchive } from '../../kernel/access/open-archive.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertEvent, insertGrant } from '../../testing/people.ts';
import { createCamerasService } from '../cameras/index.ts';
import { readEventMaker, type StoredEvent } from './events-repository.ts';
import { createEventsService, type EventsDeps, type EventsService } from './events-service.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 15, 12);
const area = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };
const jpeg = new Uint8Array([0xff, 0xd8, 0xff]);

describeDatabases('events', (engine) => {
  let database: TestDatabase;
  let folder: string;
  let clock: ManualClock;
  let service: EventsService;
  let owner: string;
  let cameraId: string;
  let watched: Map<string, MotionSettings>;
  let placed: Map<string, string[]>;
  let decode: (video: Uint8Array) => Promise<Uint8Array | null>;

  const open = (over: Pick<EventsDeps, 'within'> & Partial<Pick<EventsDeps, 'db' | 'nodeId'>> = {}): EventsService => {
    const { db } = database;
    const cameras = createCamerasService({
      db,
      clock,
      seal: createSeal(new Uint8Array(32).fill(5)),
      status: { status: () => ({ state: 'online', since: 5, reason: null }) },
      previews: { preview: () => null, read: async () => null },
      archiveDays: 7,
    });
    return createEventsService({
      db,
      clock,
      log: pino({ level: 'silent' }),
      folder,
      motion: { watch: (id, settings) => void watched.set(id, settings), forget: (id) => void watched.delete(id) },
      cameras,
      camerasIn: async (_, locationId) => new Set(placed.get(locationId)),
      decode: (video) => decode(video),
      ...over,
    });
  };

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    folder = await mkdtemp(join(tmpdir(), 'watchpost-events-'));
    clock = createManualClock(now);
    watched = new Map();
    placed = new Map();
    decode = async () => jpeg;
    owner = await insertCustomer(database.db, 'owner@example.com');
    cameraId = await insertCamera(database.db, owner);
    service = open();
  });
  afterEach(async () => {
    await service.close();
    await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  const began = (at: number): Motion => ({ kind: 'began', cameraId, at, area, picture: new Uint8Array([1]) });
  const ended = (beganAt: number, at: number): Motion => ({ kind: 'ended', cameraId, beganAt, at });
  const nextEvent = (): Promise<StoredEvent> => new Promise((resolve) => service.onEvent(resolve));

  test('what follows from an event is written with it, or neither is', async () => {
    await service.close();
    const written: string[] = [];
    let isFailing = false;
    service = open({
      within: async (transaction, kind, { id, endAt }) => {
        const row = await transaction.selectFrom('events').select('end_ms').where('id', '=', id).executeTakeFirst();
        written.push(`${kind} ${row?.end_ms === endAt}`);
        if (isFailing) throw new Error('It could not be written.');
      },
    });
    const heard = nextEvent();
    service.onMotion(began(now - 20_000));
    await heard;
    service.onMotion(ended(now - 20_000, now - 10_000));
    await expect.poll(() => written).toEqual(['began true', 'ended true']);
    isFailing = true;
    service.onMotion(began(now - 5000));
    await expect.poll(() => written).toHaveLength(3);
    await service.close();
    expect(await database.db.selectFrom('events').select(['start_ms', 'end_ms']).execute()).toEqual([
      { start_ms: now - 20_000, end_ms: now - 10_000 },
    ]);
  });

  const recognised = (id: string, over: Partial<Extract<Detection, { kind: 'began' }>> = {}): Detection => ({
    kind: 'began',
    cameraId,
    id,
    type: 'human',
    at: now - 20_000,
    objectClass: 'human',
    score: 0.75,
    box: area,
    label: null,
    picture: new Uint8Array([1]),
    ...over,
  });

  test('recognised objects become events with score and label, several at once and beside motion, and each ends by itself', async () => {
    service.onMotion(began(now - 20_000));
    service.onDetection(recognised('evt_person'));
    service.onDetection(recognised('evt_gate', { type: 'intrusion', objectClass: 'vehicle', label: 'Gate', score: 0.5, at: now - 15_000 }));
    service.onDetection({ kind: 'ended', cameraId, id: 'evt_person', at: now - 10_000 });
    service.onDetection({ kind: 'ended', cameraId, id: 'evt_never', at: now - 10_000 });
    const page = async () => (await service.list(owner, { limit: 50 })).events;
    await expect.poll(async () => (await page()).find(({ id }) => id === 'evt_person')?.endAt).toBe(now - 10_000);
    const events = await page();
    expect(eventPageSchema.parse({ events, next: null }).events).toEqual(events);
    expect(events.find(({ id }) => id === 'evt_person')).toMatchObject({
      type: 'human',
      area,
      score: 0.75,
      label: null,
      startAt: now - 20_000,
    });
    expect(events.find(({ id }) => id === 'evt_gate')).toMatchObject({ type: 'intrusion', score: 0.5, label: 'Gate', endAt: null });
    expect(events.find(({ type }) => type === 'motion')).toMatchObject({ score: null, label: null, endAt: null });
    expect(await service.counts(owner, {})).toMatchObject({ total: 3, types: { human: 1, intrusion: 1, motion: 1 } });
  });

  test('a better picture takes the place of the first under an address of its own, with its box and score', async () => {
    await service.close();
    service = open({ nodeId: 'node_1' });
    const changes: string[] = [];
    service.onChange((kind, { isPictureImproved }) => changes.push(`${kind} ${isPictureImproved ?? false}`));
    const heard = nextEvent();
    const shape = [0.2, 0.4, 0.6].map((x) => ({ x, y: 1 - x }));
    service.onDetection(recognised('evt_person', { label: 'Gate', shape }));
    await heard;
    expect((await service.list(owner, { limit: 50 })).events).toMatchObject([{ area, label: 'Gate', shape }]);
    const better = Uint8Array.of(0xff, 0xd8, 7);
    decode = async () => better;
    const box = { x: 0.4, y: 0.4, width: 0.2, height: 0.5 };
    service.onDetection({ kind: 'improved', cameraId, id: 'evt_person', at: now - 15_000, score: 0.95, box, picture: new Uint8Array([2]) });
    service.onDetection({ kind: 'ended', cameraId, id: 'evt_person', at: now - 10_000 });
    // Of an event that another node has deleted.
    const leftover = join(folder, cameraId, 'evt_gone.jpg');
    await writeFile(leftover, jpeg);
    await utimes(leftover, 0, 0);
    clock.advance(3_600_000);
    await expect.poll(() => readdir(join(folder, cameraId))).toEqual(['evt_person.jpg']);
    // What has ended, or never was, has no better picture.
    service.onDetection({ kind: 'improved', cameraId, id: 'evt_person', at: now, score: 1, box, picture: new Uint8Array([3]) });
    await service.close();
    const pictureUrl = expect.stringMatching(/picture\.jpg\?v=2$/);
    const ended = { score: 0.95, area: box, shape, startAt: now - 20_000, endAt: now - 10_000, pictureUrl };
    expect((await service.list(owner, { limit: 50 })).events).toMatchObject([ended]);
    expect(await service.picture(cameraId, 'evt_person', wholeArchive)).toEqual(Buffer.from(better));
    expect(await readEventMaker(database.db, 'evt_person')).toBe('node_1');
    expect(changes).toEqual(['began false', 'picture false', 'picture true', 'ended true']);
  });

  test('a better picture that can’t be made leaves the first one', async () => {
    const heard = nextEvent();
    service.onDetection(recognised('evt_person'));
    await heard;
    decode = async () => {
      throw new Error('broken');
    };
    service.onDetection({ kind: 'improved', cameraId, id: 'evt_person', at: now, score: 0.95, box: area, picture: new Uint8Array([2]) });
    await service.close();
    expect((await service.list(owner, { limit: 50 })).events).toMatchObject([
      { score: 0.75, pictureUrl: expect.stringMatching(/picture\.jpg$/) },
    ]);
    expect(await service.picture(cameraId, 'evt_person', wholeArchive)).toEqual(Buffer.from(jpeg));
  });

  test('motion becomes an event with its picture, and ends with the motion', async () => {
    const heard = nextEvent();
    service.onMotion(began(now - 20_000));
    const event = await heard;
    expect(event).toMatchObject({ cameraId, type: 'motion', startAt: now - 20_000, endAt: null, area, hasPicture: true });
    const running = await service.list(owner, { limit: 50 });
    expect(eventPageSchema.parse(running)).toEqual(running);
    expect(running.events).toMatchObject([
      { id: event.id, endAt: null, isSeen: false, pictureUrl: `/public/api/v3/cameras/${cameraId}/events/${event.id}/picture.jpg` },
    ]);
    expect(await service.picture(cameraId, event.id, wholeArchive)).toEqual(Buffer.from(jpeg));

    service.onMotion(ended(now - 20_000, now - 5000));
    await service.close();
    expect((await service.list(owner, { limit: 50 })).events).toMatchObject([{ endAt: now - 5000, area }]);
  });

  test('an end that arrives while the picture is being made waits for its beginning', async () => {
    let finish: (picture: Uint8Array) => void = () => undefined;
    decode = () => new Promise((resolve) => (finish = resolve));
    service.onMotion(began(now - 20_000));
    service.onMotion(ended(now - 20_000, now - 15_000));
    await expect.poll(async () => (await service.list(owner, { limit: 50 })).events.length).toBe(1);
    finish(jpeg);
    await service.close();
    expect((await service.list(owner, { limit: 50 })).events).toMatchObject([
      { endAt: now - 15_000, pictureUrl: expect.stringContaining(cameraId) },
    ]);
  });

  test('an event without a picture is stored too', async () => {
    decode = async () => {
      throw new Error('broken');
    };
    const heard = nextEvent();
    service.onMotion(began(now));
    expect((await heard).hasPicture).toBe(false);
    const [event] = (await service.list(owner, { limit: 50 })).events;
    expect(event?.pictureUrl).toBeNull();
    await expect(service.picture(cameraId, event?.id ?? '', wholeArchive)).rejects.toThrow('not-found');
  });

  test('pages: newest first, each event once, by camera, type and time, also for equal milliseconds', async () => {
    const other = await insertCamera(database.db, owner);
    for (let index = 0; index < 7; index++)
      await insertEvent(database.db, index % 2 === 0 ? cameraId : other, {
        start_ms: now - Math.floor(index / 2) * 1000,
        type: index === 3 ? 'human' : 'motion',
      });
    const collected: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await service.list(owner, { limit: 3, cursor: cursor ?? undefined });
      collected.push(...page.events.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    expect([collected.length, new Set(collected).size]).toEqual([7, 7]);
    const times = (await service.list(owner, { limit: 50 })).events.map(({ startAt }) => startAt);
    expect(times).toEqual(times.toSorted((a, b) => b - a));
    const count = async (query: Partial<Parameters<EventsService['list']>[1]>): Promise<number> =>
      (await service.list(owner, { limit: 50, ...query })).events.length;
    expect([
      await count({ cameraId: [other] }),
      await count({ type: ['human'] }),
      await count({ from: now - 1000 }),
      await count({ to: now - 1000 }),
    ]).toEqual([3, 1, 4, 3]);
  });

  test('of a location with any number of cameras: pages, counts, days and marks', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 620; index += 1) ids.push(await insertCamera(database.db, owner));
    placed.set('mall', ids);
    const elsewhere = await insertEvent(database.db, cameraId, { start_ms: now });
    const expected: string[] = [];
    // Two at each moment, of cameras far apart in the list.
    for (let index = 0; index < 12; index += 1)
      for (const camera of [ids[index * 50], ids[619 - index]])
        expected.push(await insertEvent(database.db, camera ?? '', { start_ms: now - index * 1000 }));
    const collected: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await service.list(owner, { limit: 5, locationId: 'mall', cursor: cursor ?? undefined });
      collected.push(...page.events.map(({ id }) => id));
      cursor = page.next;
    } while (cursor !== null);
    expect(collected.toSorted()).toEqual(expected.toSorted());
    expect((await service.list(owner, { limit: 50 })).events).toHaveLength(25);
    const whole = { locationId: 'mall', from: now - 86_400_000, to: now + 1 };
    expect(await service.counts(owner, whole)).toMatchObject({ total: 24, unseen: 24, types: { motion: 24 } });
    expect(await service.days(owner, { locationId: 'mall', from: '2026-01-14', to: '2026-01-16', timeZone: 'UTC' })).toEqual([
      '2026-01-15',
    ]);
    await service.markSeen(owner, whole);
    expect((await service.list(owner, { limit: 50 })).events.filter(({ isSeen }) => !isSeen).map(({ id }) => id)).toEqual([elsewhere]);
  });

  test('a location shows only visible cameras’ events; an unknown one has none', async () => {
    const [viewer, other] = [await insertCustomer(database.db, 'v@example.com'), await insertCamera(database.db, owner)];
    await insertGrant(database.db, cameraId, viewer);
    await insertGrant(database.db, other, viewer, { with_archive: 0 });
    const foreign = await insertCamera(database.db, await insertCustomer(database.db, 's@example.com'));
    placed.set('home', [cameraId, other, foreign]);
    const id = await insertEvent(database.db, cameraId, { start_ms: now });
    for (const camera of [other, foreign]) await insertEvent(database.db, camera, { start_ms: now });
    expect((await service.list(viewer, { limit: 50, locationId: 'home' })).events.map((event) => event.id)).toEqual([id]);
    expect(await service.counts(viewer, { locationId: 'home' })).toMatchObject({ total: 1 });
    expect((await service.list(viewer, { limit: 50, locationId: 'gone' })).events).toEqual([]);
    expect((await service.list(viewer, { limit: 50, locationId: 'gone', cameraId: [cameraId] })).events).toEqual([]);
    await expect(service.list(viewer, { limit: 50, locationId: 'home', cameraId: [foreign] })).rejects.toThrow('not-found');
  });

  test('a marking as seen can be undone: what was seen before, and by others, stays seen', async () => {
    const viewer = await insertCustomer(database.db, 'v@example.com');
    await insertGrant(database.db, cameraId, viewer);
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1)
      ids.push(await insertEvent(database.db, cameraId, { id: `evt_${index}`, start_ms: now + index }));
    const seenBy = async (customerId: string, isSeen: boolean): Promise<string[]> =>
      (await service.list(customerId, { limit: 50, isSeen })).events.map(({ id }) => id).toSorted();
    await service.markSeen(owner, ['evt_0']);
    clock.advance(1);
    await service.markSeen(viewer, ids);
    const seenAt = await service.markSeen(owner, { to: now + 3 });
    expect([await seenBy(owner, true), await seenBy(owner, false)]).toEqual([ids, []]);
    await service.unmarkSeen(owner, seenAt);
    expect([await seenBy(owner, true), await seenBy(owner, false)]).toEqual([['evt_0'], ['evt_1', 'evt_2']]);
    expect(await seenBy(viewer, true)).toEqual(ids);
    expect(await service.counts(owner, {})).toMatchObject({ total: 3, unseen: 2 });
  });

  test('unseen events are found in pages, also among more cameras than one query reads', async () => {
    const more: string[] = [];
    for (let index = 0; index < 101; index += 1) more.push(await insertCamera(database.db, owner));
    for (const [index, id] of [cameraId, ...more.slice(0, 5)].entries())
      await insertEvent(database.db, id, { id: `evt_${index}`, start_ms: now + index });
    await service.markSeen(owner, ['evt_1', 'evt_4']);
    const first = await service.list(owner, { limit: 3, isSeen: false });
    expect(first.events.map(({ id }) => id)).toEqual(['evt_5', 'evt_3', 'evt_2']);
    const rest = await service.list(owner, { limit: 3, isSeen: false, cursor: first.next ?? undefined });
    expect([rest.events.map(({ id }) => id), rest.next]).toEqual([['evt_0'], null]);
  });

  test('a false alarm is marked for everyone, counted within a range, and taken back', async () => {
    const viewer = await insertCustomer(database.db, 'v@example.com');
    await insertGrant(database.db, cameraId, viewer);
    const other = await insertCamera(database.db, owner);
    await insertEvent(database.db, cameraId, { id: 'evt_a', start_ms: now });
    await insertEvent(database.db, cameraId, { id: 'evt_b', start_ms: now + 10 });
    await service.setFalseAlarm(cameraId, 'evt_a', true, wholeArchive);
    await service.setFalseAlarm(cameraId, 'evt_a', true, wholeArchive);
    const marked = async () => (await service.list(viewer, { limit: 50 })).events.map(({ id, isFalseAlarm }) => `${id} ${isFalseAlarm}`);
    expect(await marked()).toEqual(['evt_b false', 'evt_a true']);
    expect((await service.latest(viewer))[0]).toMatchObject({ id: 'evt_b', isFalseAlarm: false });
    expect(await service.counts(viewer, {})).toMatchObject({ total: 2, falseAlarms: 1 });
    expect(await service.counts(viewer, { from: now + 5 })).toMatchObject({ total: 1, falseAlarms: 0 });
    await expect(service.setFalseAlarm(other, 'evt_a', true, wholeArchive)).rejects.toMatchObject({ code: 'not-found' });
    await expect(service.setFalseAlarm(cameraId, 'evt_a', true, { from: now + 1, to: now + 100 })).rejects.toMatchObject({
      code: 'no-archive-access',
    });
    await service.setFalseAlarm(cameraId, 'evt_a', false, wholeArchive);
    expect(await marked()).toEqual(['evt_b false', 'evt_a false']);
    await service.setFalseAlarm(cameraId, 'evt_b', true, wholeArchive);
    await database.db.deleteFrom('events').execute();
    expect(await database.db.selectFrom('false_alarms').selectAll().execute()).toEqual([]);
  });

  test('each user has their own seen marks; another owner’s events are neither shown nor marked', async () => {
    const [viewer, blind, stranger] = [
      await insertCustomer(database.db, 'v@example.com'),
      await insertCustomer(database.db, 'b@example.com'),
      await insertCustomer(database.db, 's@example.com'),
    ];
    await insertGrant(database.db, cameraId, viewer);
    await insertGrant(database.db, cameraId, blind, { with_archive: 0 });
    const id = await insertEvent(database.db, cameraId, { start_ms: now });
    await Promise.all([service.markSeen(owner, [id]), service.markSeen(owner, [id]), service.markSeen(stranger, [id, 'evt_none'])]);
    const seen = async (customer: string): Promise<boolean[]> =>
      (await service.list(customer, { limit: 50 })).events.map(({ isSeen }) => isSeen);
    expect([await seen(owner), await seen(viewer), await seen(blind), await seen(stranger)]).toEqual([[true], [false], [], []]);
    expect(await database.db.selectFrom('event_views').selectAll().execute()).toHaveLength(1);
    await expect(service.list(blind, { limit: 50, cameraId: [cameraId] })).rejects.toThrow('no-archive-access');
    await expect(service.list(stranger, { limit: 50, cameraId: [cameraId] })).rejects.toThrow('not-found');
  });

  test('events are deleted with the archive of their camera, with their pictures; events left by a stopped server are ended', async () => {
    await service.close();
    await insertEvent(database.db, cameraId, { id: 'evt_open', start_ms: now - 1000, end_ms: null });
    service = open();
    await service.start(cameraId);
    expect((await service.list(owner, { limit: 50 })).events[0]?.endAt).toBe(now - 1000);

    const heard = nextEvent();
    service.onMotion(began(now));
    const { id } = await heard;
    expect(await readdir(join(folder, cameraId))).toEqual([`${id}.jpg`]);
    clock.advance(7 * day + 3_600_000);
    await expect.poll(async () => (await service.list(owner, { limit: 50 })).events.length).toBe(0);
    await expect.poll(() => readdir(join(folder, cameraId))).toEqual([]);
  });

  test('a removed camera leaves no event and no picture, and its detection ends', async () => {
    await service.start(cameraId);
    const heard = nextEvent();
    service.onMotion(began(now));
    await heard;
    await service.remove(cameraId);
    await database.db.deleteFrom('cameras').where('id', '=', cameraId).execute();
    expect([watched.size, await readdir(folder), await database.db.selectFrom('events').selectAll().execute()]).toEqual([0, [], []]);
  });
});
