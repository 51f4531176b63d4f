import { PostgresAdapter, type Transaction } from 'kysely';
import type { Database, SegmentsTable } from '../../db/schema.ts';
import { maxSegmentMs } from './spans.ts';

/**
 * Locks the leases of cameras until the transaction ends: the index of a camera is changed by one node at a time.
 * @returns the fencing tokens; a camera that no node has ever held has none
 */
export async function lockLeases(writer: Transaction<Database>, cameraIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const leases = await writer
    .selectFrom('camera_leases')
    .select(['camera_id', 'fencing_token'])
    .where('camera_id', 'in', cameraIds)
    // In one order for all writers, so that none waits for another in a circle.
    .orderBy('camera_id')
    .$if(writer.getExecutor().adapter instanceof PostgresAdapter, (query) => query.forUpdate())
    .execute();
  return new Map(leases.map(({ camera_id, fencing_token }) => [camera_id, fencing_token]));
}

/**
 * Finds segments that must not be indexed: those recorded under a lease that has changed hands since, and those of a time that another
 * node has recorded. A camera is taken over either before, and the segment is refused, or after, and the new holder sees it.
 */
export async function refusedSegments(writer: Transaction<Database>, rows: readonly SegmentsTable[]): Promise<SegmentsTable[]> {
  const byCamera = Map.groupBy(rows, ({ camera_id }) => camera_id);
  const tokens = await lockLeases(writer, [...byCamera.keys()]);
  const refused: SegmentsTable[] = [];
  for (const [cameraId, own] of byCamera) {
    const others = await readOthers(writer, cameraId, own);
    for (const row of own) {
      // A file that is found at the start of a node has no lease any more; only its time counts.
      const isStale = typeof row.lease_token === 'number' && row.lease_token !== tokens.get(cameraId);
      const isTaken = others.some((other) => other.start_ms < endOf(row) && endOf(other) > row.start_ms);
      if (isStale || isTaken) refused.push(row);
    }
  }
  return refused;
}

/** Reads what other nodes have recorded about the time of some segments. */
function readOthers(writer: Transaction<Database>, cameraId: string, own: readonly SegmentsTable[]) {
  const nodeId = own[0]?.node_id ?? null;
  return writer
    .selectFrom('segments')
    .select(['start_ms', 'duration_ms'])
    .where('camera_id', '=', cameraId)
    .where('start_ms', '>', Math.min(...own.map(({ start_ms }) => start_ms)) - maxSegmentMs)
    .where('start_ms', '<', Math.max(...own.map(endOf)))
    .where(({ eb, or }) => or([eb('node_id', 'is', null), eb('node_id', '!=', nodeId)]))
    .execute();
}

function endOf({ start_ms, duration_ms }: Pick<SegmentsTable, 'start_ms' | 'duration_ms'>): number {
  return start_ms + duration_ms;
}
