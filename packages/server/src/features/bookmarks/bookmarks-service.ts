import { maxBookmarks, type Bookmark } from '@watchpost/contract/schemas/bookmarks';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { BookmarksTable } from '../../db/review-tables.ts';
import { isOpenAt, requireOpenAt } from '../../kernel/access/open-archive.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import { newId } from '../../kernel/ids.ts';
import type { CamerasService } from '../cameras/index.ts';
import { openToUser, requireOpenToUser } from './bookmarks-archive.ts';

/** A user's saved moments. Those of cameras whose archive is not open to the user now are kept, and not shown. */
export interface BookmarksService {
  /** Lists what the user can play, the latest moment first. */
  list(customerId: string): Promise<Bookmark[]>;
  /** @throws {AppError} not-found for a camera that is not visible, no-archive-access, invalid-request for the future, limit-reached */
  create(customerId: string, bookmark: { readonly cameraId: string; readonly at: number; readonly note: string }): Promise<Bookmark>;
  /** @throws {AppError} not-found */
  update(customerId: string, id: string, note: string): Promise<Bookmark>;
  /** @throws {AppError} not-found */
  remove(customerId: string, id: string): Promise<void>;
}

export interface BookmarksDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly cameras: Pick<CamerasService, 'list'>;
}

const dayMs = 86_400_000;
/** How far a page's clock can be ahead of the server's. */
export const maxAheadMs = 60_000;

export function createBookmarksService({ db, clock, cameras }: BookmarksDeps): BookmarksService {
  const isPlayable = (camera: Camera, at: number): boolean => {
    const open = openToUser(camera, clock.now());
    return open !== null && isOpenAt(open, at);
  };
  /** Reads a bookmark with its camera. */
  const readOwn = async (customerId: string, id: string): Promise<{ readonly row: BookmarksTable; readonly camera: Camera }> => {
    const row = await db.selectFrom('bookmarks').selectAll().where('id', '=', id).where('customer_id', '=', customerId).executeTakeFirst();
    const camera = row && (await cameras.list(customerId)).find((one) => one.id === row.camera_id);
    if (!row || !camera || !isPlayable(camera, row.at_ms)) throw new AppError('not-found');
    return { row, camera };
  };

  return {
    list: async (customerId) => {
      const visible = new Map((await cameras.list(customerId)).map((camera) => [camera.id, camera]));
      const rows = await db
        .selectFrom('bookmarks')
        .selectAll()
        .where('customer_id', '=', customerId)
        .orderBy('at_ms', 'desc')
        .orderBy('id', 'desc')
        .execute();
      return rows.flatMap((row) => {
        const camera = visible.get(row.camera_id);
        return camera && isPlayable(camera, row.at_ms) ? [toAnswer(row, camera)] : [];
      });
    },
    create: async (customerId, { cameraId, at, note }) => {
      const now = clock.now();
      const camera = (await cameras.list(customerId)).find(({ id }) => id === cameraId);
      if (!camera) throw new AppError('not-found');
      requireOpenAt(requireOpenToUser(camera, now), at);
      if (at > now + maxAheadMs)
        throw new AppError('invalid-request', { details: { fields: [{ field: 'at', message: 'A bookmark can’t be in the future.' }] } });
      const row: BookmarksTable = { id: newId('bmk'), customer_id: customerId, camera_id: cameraId, at_ms: at, note, created_at: now };
      await db.transaction().execute(async (transaction) => {
        // Locks the account's row until the end, on both databases: two calls at once can't pass the limit.
        await transaction
          .updateTable('customers')
          .set(({ ref }) => ({ locale: ref('locale') }))
          .where('id', '=', customerId)
          .execute();
        const { count } = await transaction
          .selectFrom('bookmarks')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('customer_id', '=', customerId)
          .executeTakeFirstOrThrow();
        if (Number(count) >= maxBookmarks) throw new AppError('limit-reached', { details: { max: maxBookmarks } });
        await transaction.insertInto('bookmarks').values(row).execute();
      });
      return toAnswer(row, camera);
    },
    update: async (customerId, id, note) => {
      const { row, camera } = await readOwn(customerId, id);
      await db.updateTable('bookmarks').set({ note }).where('id', '=', id).execute();
      return toAnswer({ ...row, note }, camera);
    },
    remove: async (customerId, id) => {
      await readOwn(customerId, id);
      await db.deleteFrom('bookmarks').where('id', '=', id).execute();
    },
  };
}

function toAnswer({ id, at_ms: at, note, created_at: createdAt }: BookmarksTable, { id: cameraId, archiveDays }: Camera): Bookmark {
  const footageUntil = archiveDays > 0 ? at + archiveDays * dayMs : null;
  return { id, cameraId, at, note, footageUntil, createdAt } satisfies Complete<Bookmark>;
}
