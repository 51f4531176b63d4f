import { maxSavedClips, type SavedClip } from '@watchpost/contract/schemas/bookmarks';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { isOpenRange } from '../../kernel/access/open-archive.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import { newId } from '../../kernel/ids.ts';
import type { SavedClipsTable } from '../../db/review-tables.ts';
import { openToUser, requireOpenToUser } from './bookmarks-archive.ts';
import { maxAheadMs, type BookmarksDeps } from './bookmarks-service.ts';

interface NewClip {
  readonly cameraId: string;
  readonly from: number;
  readonly to: number;
  readonly savedAt?: number | undefined;
}

/** The clips that a user saved to a device. Those of cameras that are not visible now are kept, and not shown. */
export interface SavedClipsService {
  /** Lists those of visible cameras, the newest first. */
  list(customerId: string): Promise<SavedClip[]>;
  /**
   * Lists a clip, or moves it to the top. At the limit, the oldest without a note leaves the list.
   * @throws {AppError} not-found for a camera that is not visible, no-archive-access, invalid-request for the future, limit-reached when all
   * have notes
   */
  create(customerId: string, clip: NewClip): Promise<SavedClip>;
  /** @throws {AppError} not-found */
  update(customerId: string, id: string, note: string): Promise<SavedClip>;
  /** @throws {AppError} not-found */
  remove(customerId: string, id: string): Promise<void>;
}

interface SavedClipRow extends SavedClipsTable {
  /** End of the last recording that begins before the end of the clip; null without one. */
  readonly recorded_until: number | null;
}

export function createSavedClipsService({ db, clock, cameras }: BookmarksDeps): SavedClipsService {
  const rowsOf = (customerId: string) =>
    db
      .selectFrom('saved_clips')
      .selectAll('saved_clips')
      .select(({ selectFrom }) =>
        selectFrom('footage')
          .select('footage.end_ms')
          .whereRef('footage.camera_id', '=', 'saved_clips.camera_id')
          .whereRef('footage.start_ms', '<', 'saved_clips.to_ms')
          .orderBy('footage.start_ms', 'desc')
          .limit(1)
          .as('recorded_until'),
      )
      .where('saved_clips.customer_id', '=', customerId);

  const toAnswer = (row: SavedClipRow, camera: Camera): SavedClip => {
    const { id, from_ms: from, to_ms: to, note, saved_at: savedAt } = row;
    const open = openToUser(camera, clock.now());
    const isRecorded = row.recorded_until !== null && row.recorded_until > from;
    const footage = open && isOpenRange(open, { from, to }) ? (isRecorded ? 'available' : 'none') : 'closed';
    return { id, cameraId: camera.id, from, to, note, savedAt, footage } satisfies Complete<SavedClip>;
  };

  const readOwn = async (customerId: string, id: string): Promise<SavedClip> => {
    const row = await rowsOf(customerId).where('saved_clips.id', '=', id).executeTakeFirst();
    const camera = row && (await cameras.list(customerId)).find((one) => one.id === row.camera_id);
    if (!row || !camera) throw new AppError('not-found');
    return toAnswer(row, camera);
  };

  return {
    list: async (customerId) => {
      const visible = new Map((await cameras.list(customerId)).map((camera) => [camera.id, camera]));
      const rows = await rowsOf(customerId).orderBy('saved_clips.saved_at', 'desc').orderBy('saved_clips.id', 'desc').execute();
      return rows.flatMap((row) => {
        const camera = visible.get(row.camera_id);
        return camera ? [toAnswer(row, camera)] : [];
      });
    },
    create: async (customerId, { cameraId, from, to, savedAt }) => {
      const now = clock.now();
      const camera = (await cameras.list(customerId)).find(({ id }) => id === cameraId);
      if (!camera) throw new AppError('not-found');
      if (!isOpenRange(requireOpenToUser(camera, now), { from, to })) throw new AppError('no-archive-access');
      if (to > now + maxAheadMs)
        throw new AppError('invalid-request', { details: { fields: [{ field: 'to', message: 'A clip can’t be in the future.' }] } });
      const saved = Math.min(savedAt ?? now, now);
      const clip = { customer_id: customerId, camera_id: cameraId, from_ms: from, to_ms: to };
      const id = await db.transaction().execute(async (transaction) => {
        // Locks the account's row until the end, on both databases: two calls at once can't pass the limit, or list a clip twice.
        await transaction
          .updateTable('customers')
          .set(({ ref }) => ({ locale: ref('locale') }))
          .where('id', '=', customerId)
          .execute();
        const ofCustomer = transaction.selectFrom('saved_clips').where('customer_id', '=', customerId);
        const known = await ofCustomer
          .select(['id', 'saved_at'])
          .where('camera_id', '=', cameraId)
          .where('from_ms', '=', from)
          .where('to_ms', '=', to)
          .executeTakeFirst();
        if (known) {
          const newest = Math.max(known.saved_at, saved);
          await transaction.updateTable('saved_clips').set({ saved_at: newest }).where('id', '=', known.id).execute();
          return known.id;
        }
        const { count } = await ofCustomer.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
        if (Number(count) >= maxSavedClips) {
          const oldest = await ofCustomer.select('id').where('note', '=', '').orderBy('saved_at').orderBy('id').limit(1).executeTakeFirst();
          if (!oldest) throw new AppError('limit-reached', { details: { max: maxSavedClips } });
          await transaction.deleteFrom('saved_clips').where('id', '=', oldest.id).execute();
        }
        const row: SavedClipsTable = { id: newId('scl'), ...clip, note: '', saved_at: saved };
        await transaction.insertInto('saved_clips').values(row).execute();
        return row.id;
      });
      return readOwn(customerId, id);
    },
    update: async (customerId, id, note) => {
      const clip = await readOwn(customerId, id);
      await db.updateTable('saved_clips').set({ note }).where('id', '=', id).execute();
      return { ...clip, note };
    },
    remove: async (customerId, id) => {
      await readOwn(customerId, id);
      await db.deleteFrom('saved_clips').where('id', '=', id).execute();
    },
  };
}
