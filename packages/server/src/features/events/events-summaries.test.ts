import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventsTable } from '../../db/schema.ts';
import { wholeArchive } from '../../kernel/access/open-archive.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertEvent } from '../../testing/people.ts';
import { zoneDays } from '../../media/playback/zone-days.ts';
import { createEventsRepository, type ReadableCamera } from './events-repository.ts';
import { createEventSummaries } from './events-summaries.ts';

const now = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;
const entire = (...ids: string[]): ReadableCamera[] => ids.map((id) => ({ id, open: wholeArchive }));

describeDatabases('summaries of many events', (engine) => {
  let database: TestDatabase;
  let owner: string;
  let yard: string;
  let gate: string;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    owner = await insertCustomer(database.db, 'owner@example.com');
    [yard, gate] = [await insertCamera(database.db, owner), await insertCamera(database.db, owner)];
  });
  afterEach(() => database.close());
  const event = (cameraId: string, minutesAgo: number, over: Partial<EventsTable> = {}) =>
    insertEvent(database.db, cameraId, { start_ms: now - minutesAgo * minute, ...over });

  test('marks are at least a step apart, each with its first event and its count', async () => {
    const first = await event(yard, 59);
    await event(yard, 58);
    const human = await event(yard, 58, { type: 'human' });
    const later = await event(yard, 30);
    await event(gate, 59);
    await event(yard, 61);
    const { marks } = createEventSummaries(database.db);
    expect(await marks(yard, { from: now - 60 * minute, to: now, step: 10 * minute })).toEqual([
      { at: now - 59 * minute, type: 'motion', count: 2, eventId: first },
      { at: now - 58 * minute, type: 'human', count: 1, eventId: human },
      { at: now - 30 * minute, type: 'motion', count: 1, eventId: later },
    ]);
    expect(await marks(yard, { from: now, to: now + 1000, step: 1000 })).toEqual([]);
  });

  test('counts by type and unseen, of a range and of some cameras; each user has their own seen marks', async () => {
    const viewer = await insertCustomer(database.db, 'viewer@example.com');
    const repository = createEventsRepository(database.db);
    const { counts } = createEventSummaries(database.db);
    const seen = await event(yard, 1);
    await event(yard, 2, { type: 'human' });
    await event(gate, 3);
    await event(yard, 120);
    await repository.markSeen(owner, [seen], entire(yard, gate), now);
    const hour = { from: now - 60 * minute, to: now };
    expect(await counts(owner, entire(yard, gate), hour)).toEqual({ total: 3, unseen: 2, types: { motion: 2, human: 1 }, falseAlarms: 0 });
    expect(await counts(viewer, entire(yard), hour)).toEqual({ total: 2, unseen: 2, types: { motion: 1, human: 1 }, falseAlarms: 0 });
    expect(await counts(owner, entire(yard), { from: null, to: null })).toMatchObject({ total: 3, unseen: 2 });
    expect(await counts(owner, entire(), hour)).toEqual({ total: 0, unseen: 0, types: {}, falseAlarms: 0 });
  });

  test('days with an event: of these cameras and types, in the requested zone', async () => {
    const { days } = createEventSummaries(database.db);
    // 12:00 UTC is 15:00 in Moscow: 11 hours before is still that day there, 16 are not.
    await event(yard, 11 * 60);
    await event(yard, 16 * 60, { type: 'human' });
    await event(gate, 3 * 24 * 60);
    const requested = [...zoneDays({ from: '2026-01-01', to: '2026-01-31' }, 'Europe/Moscow')];
    const all = { cameras: entire(yard, gate), types: null, days: requested };
    expect(await days(all)).toEqual(['2026-01-12', '2026-01-14', '2026-01-15']);
    expect(await days({ ...all, types: ['human'] })).toEqual(['2026-01-14']);
    expect(await days({ ...all, cameras: entire(gate) })).toEqual(['2026-01-12']);
    expect(await days({ ...all, cameras: entire() })).toEqual([]);
    expect(await days({ ...all, days: [...zoneDays({ from: '2026-01-15', to: '2026-01-15' }, 'UTC')] })).toEqual(['2026-01-15']);
    expect(await days({ ...all, cameras: entire(...Array.from({ length: 250 }, (_, index) => `unknown-${index}`), gate) })).toEqual([
      '2026-01-12',
    ]);
    // Apia skipped 30 December 2011: a day without an instant has no event.
    expect(await days({ ...all, days: [...zoneDays({ from: '2011-12-30', to: '2011-12-30' }, 'Pacific/Apia')] })).toEqual([]);
  });

  test('marks all events of a filter as seen, however many, and nothing else', async () => {
    await database.db
      .insertInto('events')
      .values(Array.from({ length: 2300 }, (_, index) => row(yard, index)))
      .execute();
    await event(gate, 1);
    const { markAllSeen, counts } = createEventSummaries(database.db);
    const everything = { from: null, to: null };
    await markAllSeen(owner, { cameras: entire(yard), types: ['human'], from: 0, to: now + 1 }, now);
    expect((await counts(owner, entire(yard, gate), everything)).unseen).toBe(2301);
    await markAllSeen(owner, { cameras: entire(yard, gate), types: null, from: 0, to: now - 100 * 1000 }, now);
    expect((await counts(owner, entire(yard, gate), everything)).unseen).toBe(102);
    await Promise.all([1, 2].map(() => markAllSeen(owner, { cameras: entire(yard), types: ['motion'], from: 0, to: now + 1 }, now)));
    expect((await counts(owner, entire(yard, gate), everything)).unseen).toBe(1);
  });

  test('the newest event of each camera', async () => {
    await event(yard, 5);
    const [newest, only] = [await event(yard, 1), await event(gate, 9)];
    const repository = createEventsRepository(database.db);
    await repository.markSeen(owner, [newest], entire(yard), now);
    expect((await repository.latest(owner, entire(yard, gate))).map(({ id, isSeen }) => [id, isSeen])).toEqual([
      [newest, true],
      [only, false],
    ]);
    expect(await repository.latest(owner, entire())).toEqual([]);
  });

  test('of a camera whose archive is partly open, nothing from outside is listed, counted, found or marked', async () => {
    const times = [10, 9, 8, 7, 6];
    const ids = new Map<number, string>();
    for (const time of times) ids.set(time, await event(yard, time));
    const other = await event(gate, 1);
    // The event of nine minutes ago is the first that is open, that of seven minutes ago the first that is closed again.
    const cameras = [{ id: yard, open: { from: now - 9 * minute, to: now - 7 * minute } }, ...entire(gate)];
    const opened = [other, ids.get(8), ids.get(9)];
    const repository = createEventsRepository(database.db);
    const { counts, days, markAllSeen } = createEventSummaries(database.db);
    const page = await repository.page(owner, { cameras, types: null, isSeen: null, from: null, to: null, before: null, limit: 50 });
    expect(page.map(({ id }) => id)).toEqual(opened);
    expect((await repository.latest(owner, cameras)).map(({ id }) => id)).toEqual([other, ids.get(8)]);
    for (const range of [
      { from: null, to: null },
      { from: now - 60 * minute, to: now },
    ])
      expect(await counts(owner, cameras, range)).toMatchObject({ total: 3, unseen: 3 });
    const today = [...zoneDays({ from: '2026-01-15', to: '2026-01-15' }, 'UTC')];
    const closed = [{ id: yard, open: { from: now, to: now + minute } }];
    expect(await days({ cameras, types: null, days: today })).toEqual(['2026-01-15']);
    expect(await days({ cameras: closed, types: null, days: today })).toEqual([]);
    await markAllSeen(owner, { cameras, types: null, from: 0, to: now + 1 }, now);
    await repository.markSeen(owner, [...ids.values()], cameras, now);
    expect((await counts(owner, entire(yard), { from: null, to: null })).unseen).toBe(3);
  });

  test('no query reads more than it returns: of ten thousand events each finds its own by the index', async () => {
    for (const cameraId of [yard, gate]) {
      for (let from = 0; from < 5000; from += 1000)
        await database.db
          .insertInto('events')
          .values(Array.from({ length: 1000 }, (_, index) => row(cameraId, from + index)))
          .execute();
    }
    await sql.raw('analyze').execute(database.db);
    const plans = await planOf(async (db) => {
      const repository = createEventsRepository(db);
      const summaries = createEventSummaries(db);
      await repository.page(owner, {
        cameras: entire(yard, gate),
        types: null,
        isSeen: null,
        from: null,
        to: null,
        before: { startAt: now - 2000, id: 'x' },
        limit: 31,
      });
      await repository.latest(owner, entire(yard, gate));
      await summaries.counts(owner, entire(yard), { from: now - 100_000, to: now });
      // Not the day of all the events: there the first row already is the answer, with any plan.
      await summaries.days({
        cameras: entire(yard, gate),
        types: null,
        days: [...zoneDays({ from: '2026-01-01', to: '2026-01-14' }, 'Europe/Moscow')],
      });
      await summaries.marks(yard, { from: now - 100_000, to: now, step: 1000 });
    });
    expect(plans.length).toBeGreaterThanOrEqual(4);
    // Without a range the index ordered by type counts them, without sorting or reading an event itself.
    const whole = await planOf(async (db) => void (await createEventSummaries(db).counts(owner, entire(yard), { from: null, to: null })));
    if (engine === 'sqlite') {
      expect(whole[0]).toContain('COVERING INDEX events_kind');
      expect(whole.join()).not.toContain('TEMP B-TREE');
    }
    // An index search, never a table scan.
    for (const plan of plans)
      expect(plan).not.toMatch(engine === 'sqlite' ? /SCAN events(?! USING INDEX)|SCAN event_views/ : /Seq Scan on events/);
  });

  const row = (cameraId: string, secondsAgo: number): EventsTable => ({
    id: `evt_${cameraId}_${secondsAgo}`,
    camera_id: cameraId,
    type: 'motion',
    start_ms: now - secondsAgo * 1000,
    end_ms: now,
    area: '{"x":0,"y":0,"width":1,"height":1}',
    has_picture: 0,
    score: null,
    label: null,
  });

  /** Returns the database's plan for each query of a call. */
  async function planOf(call: (db: TestDatabase['db']) => Promise<void>): Promise<string[]> {
    const queries: { sql: string; parameters: readonly unknown[] }[] = [];
    const recorded = database.db.withPlugin({
      transformQuery: ({ node }) => {
        const { sql: text, parameters } = database.db.getExecutor().compileQuery(node, { queryId: 'plan' });
        if (text.startsWith('select')) queries.push({ sql: text, parameters });
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    await call(recorded);
    const plans: string[] = [];
    for (const { sql: text, parameters } of queries) {
      const explain = `${engine === 'sqlite' ? 'explain query plan' : 'explain'} ${text}`;
      const { rows } = await database.db.executeQuery({
        sql: explain,
        parameters,
        query: sql.raw(explain).toOperationNode(),
        queryId: { queryId: 'explain' },
      });
      plans.push(JSON.stringify(rows));
    }
    return plans;
  }
});
