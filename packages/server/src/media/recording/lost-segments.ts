import type { Db } from '../../db/database.ts';
import type { Logger } from '../../kernel/log.ts';
import { isOnlyOnDisk } from '../object-store/stored-index.ts';
import type { FootageLedger } from './footage-ledger.ts';
import type { Outages } from './outages.ts';
import { joinSpans, maxSeamMs } from './spans.ts';

export interface LostSegmentsDeps {
  readonly db: Db;
  readonly ledger: FootageLedger;
  readonly outages: Pick<Outages, 'note'>;
  readonly log: Logger;
  /** The node whose disk is meant, of a cluster; all of them where one machine runs alone. */
  readonly nodeId?: string | undefined;
}

/** Removes segments from the index whose files are gone; their time remains as a gap with that reason. */
export async function forgetLostSegments(
  { db, ledger, outages, log, nodeId }: LostSegmentsDeps,
  cameraId: string,
  starts: readonly number[],
): Promise<void> {
  // A segment that retention is deleting now has lost its row before its file, and does not count as lost.
  const rows = await db
    .selectFrom('segments')
    .select(['start_ms', 'duration_ms'])
    .where('camera_id', '=', cameraId)
    .where('start_ms', 'in', starts)
    .where(isOnlyOnDisk)
    .$if(nodeId !== undefined, (query) => query.where('node_id', '=', nodeId ?? ''))
    .orderBy('start_ms')
    .execute();
  if (rows.length === 0) return;
  log.warn({ cameraId, segments: rows.length, from: rows[0]?.start_ms }, 'Files of recordings are missing; they are shown as a gap');
  for (const span of joinSpans(
    rows.map(({ start_ms, duration_ms }) => ({ from: start_ms, to: start_ms + duration_ms })),
    maxSeamMs,
  ))
    await outages.note(cameraId, span, 'missing');
  await ledger.remove(
    cameraId,
    rows.map(({ start_ms }) => start_ms),
  );
}
