import { maxSavedClips, savedClipListSchema } from '@watchpost/contract/schemas/bookmarks';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSeal } from '../../kernel/seal.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { createCamerasService } from '../cameras/index.ts';
import { createSavedClipsService, type SavedClipsService } from './bookmarks-clips-service.ts';

const now = Date.UTC(2026, 0, 15, 12);
const minute = 60_000;

describeDatabases('saved clips', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let service: SavedClipsService;
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
    service = createSavedClipsService({ db: database.db, clock, cameras });
    owner = await insertCustomer(database.db, 'owner@example.com');
    guest = await insertCustomer(database.db, 'viewer@example.com');
    cameraId = await insertCamera(database.db, owner);
  });
  afterEach(() => database.close());

  const save = (over: Partial<{ customerId: string; cameraId: string; from: number; to: number; savedAt: number }> = {}) => {
    const { customerId = owner, ...clip } = over;
    return service.create(customerId, { cameraId, from: now - 2 * minute, to: now - minute, ...clip });
  };
  const froms = async (customerId = owner): Promise<number[]> => (await service.list(customerId)).map(({ from }) => from);
  const record = (from: number, to: number) =>
    database.db.insertInto('footage').values({ camera_id: cameraId, start_ms: from, end_ms: to }).execute();
  /** Fills the list up to the limit, but for `free` places. */
  const fill = async (free: number, note: string): Promise<void> => {
    const rows = Array.from({ length: maxSavedClips - free }, (_, index) => ({
      id: `scl_${String(index).padStart(22, '0')}`,
      customer_id: owner,
      camera_id: cameraId,
      from_ms: index,
      to_ms: index + 1,
      note,
      saved_at: index,
    }));
    await database.db.insertInto('saved_clips').values(rows).execute();
  };

  test('a clip is listed, gets a note, and leaves the list', async () => {
    const saved = await save();
    expect(saved).toMatchObject({ cameraId, from: now - 2 * minute, to: now - minute, note: '', savedAt: now });
    clock.advance(1);
    await save({ from: now - 3 * minute });
    const all = await service.list(owner);
    expect(savedClipListSchema.parse({ clips: all }).clips).toEqual(all);
    expect(await froms()).toEqual([now - 3 * minute, now - 2 * minute]);
    expect(await service.update(owner, saved.id, 'The van')).toEqual({ ...saved, note: 'The van' });
    await service.remove(owner, saved.id);
    expect(await froms()).toEqual([now - 3 * minute]);
    await expect(service.remove(owner, saved.id)).rejects.toMatchObject({ code: 'not-found' });
    await expect(service.update(owner, saved.id, 'x')).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a clip that is saved again moves to the top and keeps its note, also when both are saved at once', async () => {
    const { id } = await save();
    await service.update(owner, id, 'The van');
    clock.advance(1);
    await save({ from: now - 3 * minute });
    clock.advance(1);
    const again = await Promise.all([save(), save()]);
    expect(again.map((clip) => clip.id)).toEqual([id, id]);
    expect(await service.list(owner)).toMatchObject([{ id, note: 'The van', savedAt: now + 2 }, { from: now - 3 * minute }]);
  });

  test('one that could not be listed at once keeps its time; no time is later than now', async () => {
    await save({ from: now - 5 * minute, savedAt: now + minute });
    await save({ from: now - 4 * minute, savedAt: now - 1000 });
    await save({ from: now - 4 * minute, savedAt: now - 2000 });
    expect((await service.list(owner)).map(({ savedAt }) => savedAt)).toEqual([now, now - 1000]);
  });

  test('the list says whose footage is gone', async () => {
    const footageOf = async (): Promise<string | undefined> => (await service.list(owner))[0]?.footage;
    await save();
    expect(await footageOf()).toBe('none');
    await record(now - 9 * minute, now - 2 * minute);
    await record(now - minute, now);
    expect(await footageOf()).toBe('none');
    await record(now - minute - 1, now - minute);
    expect(await footageOf()).toBe('available');
    await database.db.deleteFrom('footage').execute();
    expect(await footageOf()).toBe('none');
  });

  test('each user sees only their own', async () => {
    await insertGrant(database.db, cameraId, guest);
    const { id } = await save();
    await save({ customerId: guest, from: now - 3 * minute });
    expect([await froms(), await froms(guest)]).toEqual([[now - 2 * minute], [now - 3 * minute]]);
    await expect(service.update(guest, id, 'x')).rejects.toMatchObject({ code: 'not-found' });
    await expect(service.remove(guest, id)).rejects.toMatchObject({ code: 'not-found' });
  });

  test('a closed archive is said, whatever is recorded; a camera that is not visible is not listed', async () => {
    await insertGrant(database.db, cameraId, guest);
    await record(now - 9 * minute, now);
    const { id } = await save({ customerId: guest });
    const grants = (values: object) => database.db.updateTable('camera_grants').set(values).where('customer_id', '=', guest).execute();
    const footageOf = async (): Promise<string[]> => (await service.list(guest)).map(({ footage }) => footage);
    for (const closed of [{ with_archive: 0 }, { archive_from: now - 90_000 }, { archive_until: now - 90_000 }] as const) {
      await grants(closed);
      expect(await footageOf(), JSON.stringify(closed)).toEqual(['closed']);
      await grants({ with_archive: 1, archive_from: null, archive_until: null });
    }
    expect(await footageOf()).toEqual(['available']);
    await grants({ expires_at: now });
    expect(await footageOf()).toEqual([]);
    await expect(service.update(guest, id, 'x')).rejects.toMatchObject({ code: 'not-found' });
    await grants({ expires_at: null });
    expect(await footageOf()).toEqual(['available']);
  });

  test('a removed camera takes its clips with it, and so does an account', async () => {
    await insertGrant(database.db, cameraId, guest);
    await save({ customerId: guest });
    await database.db.deleteFrom('customers').where('id', '=', guest).execute();
    expect(await database.db.selectFrom('saved_clips').selectAll().execute()).toEqual([]);
    await save();
    await database.db.deleteFrom('cameras').where('id', '=', cameraId).execute();
    expect(await database.db.selectFrom('saved_clips').selectAll().execute()).toEqual([]);
  });

  test('what can not be played can not be saved', async () => {
    await expect(save({ customerId: guest })).rejects.toMatchObject({ code: 'not-found' });
    await insertGrant(database.db, cameraId, guest, { with_archive: 0 });
    await expect(save({ customerId: guest })).rejects.toMatchObject({ code: 'no-archive-access' });
    await database.db
      .updateTable('camera_grants')
      .set({ with_archive: 1, archive_from: now - 90_000 })
      .execute();
    await expect(save({ customerId: guest })).rejects.toMatchObject({ code: 'no-archive-access' });
    await expect(save({ to: now + minute + 1 })).rejects.toMatchObject({ code: 'invalid-request' });
    expect(await save({ to: now + minute })).toMatchObject({ to: now + minute });
  });

  test('at the limit the oldest without a note makes room, also when two are saved at once', async () => {
    await fill(1, '');
    await service.update(owner, `scl_${'0'.repeat(22)}`, 'The van');
    await Promise.all([save(), save({ from: now - 3 * minute })]);
    const kept = await froms();
    expect(kept).toHaveLength(maxSavedClips);
    expect(kept).toContain(0);
    expect(kept).not.toContain(1);
    expect(kept).toContain(2);
  });

  test('a list full of notes loses none of them', async () => {
    await fill(0, 'The van');
    await expect(save()).rejects.toMatchObject({ code: 'limit-reached' });
    expect(await froms()).toHaveLength(maxSavedClips);
  });
});
