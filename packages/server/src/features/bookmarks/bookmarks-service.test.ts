import { bookmarkListSchema, maxBookmarks } from '@watchpost/contract/schemas/bookmarks';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSeal } from '../../kernel/seal.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { createCamerasService } from '../cameras/index.ts';
import { createBookmarksService, type BookmarksService } from './bookmarks-service.ts';

const day = 86_400_000;
const now = Date.UTC(2026, 0, 15, 12);

describeDatabases('bookmarks', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let service: BookmarksService;
  let owner: string;
  let guest: string;
  let cameraId: string;

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock(now);
    const cameras = createCamerasService({
      db: database.db,
      clock,
      seal: createSeal(new Uint8Array(32).fill(5)),
      status: { status: () => ({ state: 'online', since: 5, reason: null }) },
      previews: { preview: () => null, read: async () => null },
      archiveDays: 7,
    });
    service = createBookmarksService({ db: database.db, clock, cameras });
    owner = await insertCustomer(database.db, 'owner@example.com');
    guest = await insertCustomer(database.db, 'viewer@example.com');
    cameraId = await insertCamera(database.db, owner);
  });
  afterEach(() => database.close());

  const save = (over: Partial<{ customerId: string; cameraId: string; at: number; note: string }> = {}) => {
    const { customerId = owner, ...bookmark } = over;
    return service.create(customerId, { cameraId, at: now - 1000, note: '', ...bookmark });
  };
  const notes = async (customerId = owner): Promise<string[]> => (await service.list(customerId)).map(({ note }) => note);

  test('a moment is saved with a note and the time until which there is footage, changed, and deleted', async () => {
    const saved = await save({ at: now - day, note: 'The van' });
    expect(saved).toMatchObject({ cameraId, at: now - day, note: 'The van', footageUntil: now + 6 * day, createdAt: now });
    await save({ at: now - 2 * day, note: 'Older' });
    const all = await service.list(owner);
    expect(bookmarkListSchema.parse({ bookmarks: all }).bookmarks).toEqual(all);
    expect(await notes()).toEqual(['The van', 'Older']);
    expect(await service.update(owner, saved.id, 'A white van')).toEqual({ ...saved, note: 'A white van' });
    await service.remove(owner, saved.id);
    expect(await notes()).toEqual(['Older']);
    await expect(service.remove(owner, saved.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a camera without an archive has no time until which there is footage', async () => {
    const other = await insertCamera(database.db, owner, { archive_days: 0 });
    expect((await save({ cameraId: other })).footageUntil).toBeNull();
  });

  test('each user sees only their own', async () => {
    await insertGrant(database.db, cameraId, guest);
    const mine = await save({ note: 'Mine' });
    await save({ customerId: guest, note: 'Theirs' });
    expect([await notes(), await notes(guest)]).toEqual([['Mine'], ['Theirs']]);
    await expect(service.update(guest, mine.id, 'x')).rejects.toMatchObject({ code: 'not-found' });
    await expect(service.remove(guest, mine.id)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('what the user can no longer play is not listed, and comes back with the access', async () => {
    await insertGrant(database.db, cameraId, guest);
    const { id } = await save({ customerId: guest, note: 'Theirs' });
    const grants = (values: object) => database.db.updateTable('camera_grants').set(values).where('customer_id', '=', guest).execute();
    for (const closed of [{ with_archive: 0 }, { archive_from: now }, { archive_until: now - 1000 }, { expires_at: now }] as const) {
      await grants(closed);
      expect(await notes(guest), JSON.stringify(closed)).toEqual([]);
      await expect(service.update(guest, id, 'x')).rejects.toMatchObject({ code: 'not-found' });
      await grants({ with_archive: 1, archive_from: null, archive_until: null, expires_at: null });
    }
    expect(await notes(guest)).toEqual(['Theirs']);
    await database.db.deleteFrom('camera_grants').where('customer_id', '=', guest).execute();
    expect(await notes(guest)).toEqual([]);
  });

  test('a removed camera takes its bookmarks with it', async () => {
    await save();
    await database.db.deleteFrom('cameras').where('id', '=', cameraId).execute();
    expect(await database.db.selectFrom('bookmarks').selectAll().execute()).toEqual([]);
  });

  test('what can not be played can not be saved', async () => {
    await expect(save({ customerId: guest })).rejects.toMatchObject({ code: 'not-found' });
    await insertGrant(database.db, cameraId, guest, { with_archive: 0 });
    await expect(save({ customerId: guest })).rejects.toMatchObject({ code: 'no-archive-access' });
    await database.db.updateTable('camera_grants').set({ with_archive: 1, archive_from: now }).execute();
    await expect(save({ customerId: guest })).rejects.toMatchObject({ code: 'no-archive-access' });
    await expect(save({ at: now + 60_001 })).rejects.toMatchObject({ code: 'invalid-request' });
    expect(await save({ at: now + 60_000 })).toMatchObject({ at: now + 60_000 });
  });

  test('an account has a limit, also when two are saved at once', async () => {
    const rows = Array.from({ length: maxBookmarks - 1 }, (_, index) => ({
      id: `bmk_${String(index).padStart(22, '0')}`,
      customer_id: owner,
      camera_id: cameraId,
      at_ms: index,
      note: '',
      created_at: 1,
    }));
    await database.db.insertInto('bookmarks').values(rows).execute();
    const both = await Promise.allSettled([save(), save()]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(save()).rejects.toMatchObject({ code: 'limit-reached' });
  });
});
