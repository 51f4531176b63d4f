import type { Db } from '../../../db/database.ts';

/** When a user or guest last watched some cameras. */
export interface Watching {
  /** Unix milliseconds; null for not within the log's retention. */
  readonly lastWatchedAt: number | null;
  readonly isWatching: boolean;
}

export const notWatched: Watching = { lastWatchedAt: null, isWatching: false };

/** Reads from the access log when these viewers last watched any of these cameras, by the viewer's id; one query by its index. */
export async function readWatching(
  db: Db,
  cameraIds: readonly string[],
  viewerIds: readonly string[],
): Promise<ReadonlyMap<string, Watching>> {
  if (cameraIds.length === 0 || viewerIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('access_log')
    .select(({ fn }) => [
      'viewer_id',
      fn.max('at').as('last_at'),
      fn.max('until').as('last_until'),
      fn.countAll<number>().as('total'),
      fn.count<number>('until').as('ended'),
    ])
    .where('camera_id', 'in', cameraIds)
    .where('viewer_id', 'in', viewerIds)
    .where('kind', 'in', ['live', 'archive'])
    .groupBy('viewer_id')
    .execute();
  return new Map(
    rows.map((row) => [
      row.viewer_id,
      {
        lastWatchedAt: Math.max(Number(row.last_at), Number(row.last_until ?? 0)),
        isWatching: Number(row.total) > Number(row.ended),
      },
    ]),
  );
}
