import type { Db } from '../../db/database.ts';
import type { ObjectStore } from './port.ts';

const batchRows = 1000;
/** In `remove_after`: the removal has begun, so nothing can be indexed in the object any more. */
const removing = -1;

/**
 * Removes the objects that no segment needs: of deleted footage, and of uploads that failed or were interrupted. The row goes after its
 * object, so a kill in between leaves work, never an object that nothing names.
 */
export async function sweepObjects(
  { db, objects, now }: { readonly db: Db; readonly objects: Pick<ObjectStore, 'remove'>; readonly now: number },
  signal?: AbortSignal,
): Promise<void> {
  await db.updateTable('footage_objects').set({ remove_after: removing }).where('remove_after', '<=', now).execute();
  for (;;) {
    const rows = await db
      .selectFrom('footage_objects')
      .select(['id', 'key'])
      .where('remove_after', '=', removing)
      .limit(batchRows)
      .execute();
    if (rows.length === 0) return;
    await objects.remove(
      rows.map(({ key }) => key),
      signal,
    );
    await db
      .deleteFrom('footage_objects')
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
    if (rows.length < batchRows) return;
  }
}

/** Lets all objects of a removed camera go, its init sections too. What is being uploaded now goes when nobody confirms it. */
export async function releaseObjects(db: Db, cameraId: string): Promise<void> {
  await db
    .updateTable('footage_objects')
    .set({ remove_after: 0 })
    .where('camera_id', '=', cameraId)
    .where('remove_after', 'is', null)
    .execute();
}

/**
 * Lets copies of files go, in the transaction that deletes what they belong to. One that is being made now goes when it is finished.
 * @param names of the files, at most 500
 */
export async function releaseCopies(db: Db, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  await db.updateTable('footage_objects').set({ remove_after: 0 }).where('id', 'in', names).where('remove_after', 'is', null).execute();
}
