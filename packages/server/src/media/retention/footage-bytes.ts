import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Returns how many bytes a camera has recorded. Reads day by day and yields in between, because a camera has many rows, and
 * SQLite blocks while it answers.
 */
export async function readFootageBytes(db: Db, cameraId: string): Promise<number> {
  const end = async (direction: 'asc' | 'desc'): Promise<number | undefined> =>
    (
      await db
        .selectFrom('segments')
        .select('start_ms')
        .where('camera_id', '=', cameraId)
        .orderBy('start_ms', direction)
        .limit(1)
        .executeTakeFirst()
    )?.start_ms;
  const first = await end('asc');
  const last = await end('desc');
  let bytes = 0;
  if (first === undefined || last === undefined) return bytes;
  for (let day = first; day <= last; day += dayMs) {
    await nextTurn();
    const { size } = await db
      .selectFrom('segments')
      .select(({ fn }) => fn.sum<number | null>('size').as('size'))
      .where('camera_id', '=', cameraId)
      .where('start_ms', '>=', day)
      .where('start_ms', '<', day + dayMs)
      .executeTakeFirstOrThrow();
    bytes += Number(size ?? 0);
  }
  return bytes;
}
