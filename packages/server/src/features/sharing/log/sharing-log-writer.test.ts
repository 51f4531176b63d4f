import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AccessLogTable } from '../../../db/sharing-tables.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer, insertInvite } from '../../../testing/people.ts';
import { createAccessLogWriter } from './sharing-log-writer.ts';

describeDatabases('writing the access log', (engine) => {
  let database: TestDatabase;
  let cameraId: string;
  let ownerId: string;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    ownerId = await insertCustomer(database.db, 'owner@example.com');
    cameraId = await insertCamera(database.db, ownerId);
  });
  afterEach(() => database.close());

  const row = (id: string, over: Partial<AccessLogTable> = {}): AccessLogTable => ({
    id,
    camera_id: cameraId,
    kind: 'live',
    at: 1000,
    until: null,
    seen_at: 1000,
    range_from: null,
    range_until: null,
    viewer_kind: 'user',
    viewer_id: ownerId,
    viewer_name: null,
    subject: null,
    browser: null,
    system: null,
    grant_kind: 'owner',
    grant_name: null,
    invite_id: null,
    invite_label: null,
    ...over,
  });
  const setUp = (capacity?: number) => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    return { lines, writer: createAccessLogWriter({ db: database.db, log, ...(capacity !== undefined && { capacity }) }) };
  };
  const stored = () => database.db.selectFrom('access_log').selectAll().orderBy('id').execute();
  /** Every statement about the log fails until the returned function is called. */
  const breakTable = async (): Promise<() => Promise<void>> => {
    await database.db.schema.alterTable('access_log').renameTo('elsewhere').execute();
    return () => database.db.schema.alterTable('elsewhere').renameTo('access_log').execute();
  };

  test('an entry is stored when it begins and updated later', async () => {
    const { writer } = setUp();
    writer.put(row('a'));
    await writer.flush();
    expect(await stored()).toEqual([row('a')]);
    const ended = row('a', { until: 9000, seen_at: 9000, range_from: 1, range_until: 2 });
    writer.put(row('a', { seen_at: 5000 }));
    writer.put(ended);
    writer.put(row('b', { kind: 'archive' }));
    await writer.flush();
    expect(await stored()).toEqual([ended, row('b', { kind: 'archive' })]);
    expect(writer.pending).toBe(0);
  });

  test('more entries than one statement takes', async () => {
    const { writer } = setUp();
    const ids = Array.from({ length: 1300 }, (_, index) => `e${String(index).padStart(4, '0')}`);
    for (const id of ids) writer.put(row(id));
    await writer.flush();
    expect((await stored()).map(({ id }) => id)).toEqual(ids);
  });

  test('an entry by a link has its label, which stays when the link changes', async () => {
    const { writer } = setUp();
    await insertInvite(database.db, cameraId, ownerId, { id: 'inv', label: 'Courier' });
    writer.put(row('a', { grant_kind: 'link', invite_id: 'inv' }));
    writer.put(row('b', { grant_kind: 'link', invite_id: 'removed' }));
    await writer.flush();
    await database.db.updateTable('invites').set({ label: 'Renamed' }).execute();
    writer.put(row('a', { grant_kind: 'link', invite_id: 'inv', until: 2000 }));
    await writer.flush();
    expect((await stored()).map(({ invite_label, until }) => [invite_label, until])).toEqual([
      ['Courier', 2000],
      ['', null],
    ]);
  });

  test('the first write closes what a crash left open, where it was last seen', async () => {
    await database.db
      .insertInto('access_log')
      .values([row('a', { seen_at: 7000 }), row('b', { seen_at: null }), row('c', { until: 3000 })])
      .execute();
    const { writer } = setUp();
    writer.put(row('d'));
    await writer.flush();
    expect((await stored()).map(({ until }) => until)).toEqual([7000, 1000, 3000, null]);
    await writer.flush();
    expect((await stored()).at(-1)?.until).toBeNull();
  });

  test('an outage of the database loses nothing, and is one line in the log', async () => {
    const { writer, lines } = setUp();
    await writer.flush();
    const repair = await breakTable();
    writer.put(row('a'));
    await writer.flush();
    writer.put(row('a', { until: 4000 }));
    writer.put(row('b'));
    await writer.flush();
    expect(writer.pending).toBe(2);
    await repair();
    await writer.flush();
    expect((await stored()).map(({ id, until }) => [id, until])).toEqual([
      ['a', 4000],
      ['b', null],
    ]);
    expect(lines).toHaveLength(1);
  });

  test('a long outage: the oldest entries are dropped, and counted', async () => {
    const { writer, lines } = setUp(2);
    const repair = await breakTable();
    for (const id of ['a', 'b', 'c', 'd']) writer.put(row(id));
    await writer.flush();
    await repair();
    await writer.flush();
    expect((await stored()).map(({ id }) => id)).toEqual(['c', 'd']);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ entries: 2 }, { entries: 2 }]);
  });

  test('entries of a removed camera hinder no others', async () => {
    const { writer } = setUp();
    const removed = await insertCamera(database.db, ownerId);
    writer.put(row('a', { camera_id: removed }));
    await writer.flush();
    await database.db.deleteFrom('cameras').where('id', '=', removed).execute();
    expect(await stored()).toEqual([]);
    writer.put(row('a', { camera_id: removed, until: 2000 }));
    writer.put(row('b'));
    await writer.flush();
    expect((await stored()).map(({ id }) => id)).toEqual(['b']);
    writer.put(row('c', { camera_id: removed }));
    writer.forget(removed);
    expect(writer.pending).toBe(0);
  });
});
