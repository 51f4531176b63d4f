import type { Db } from '../../db/database.ts';
import { joinSpans, maxSegmentMs, type Span } from '../recording/spans.ts';

/** Rows per query, as for the rest of the timeline. */
const pageRows = 2000;

/**
 * Reads what nodes recorded of a camera and did not bring to the bucket: while they are away, nobody can play it.
 * @param nodeIds of those that are away
 * @param readPages reads a query page by page
 */
export async function readOtherNodes(
  db: Db,
  nodeIds: readonly string[],
  cameraId: string,
  { from, to }: Span,
  readPages: (readAfter: (last: Row | null) => Promise<Row[]>) => Promise<Row[]>,
): Promise<Span[]> {
  const rows = await readPages((after) =>
    db
      .selectFrom('segments')
      .select(['start_ms', 'duration_ms'])
      .where('camera_id', '=', cameraId)
      .where('node_id', 'in', nodeIds)
      .where('start_ms', '>', after?.start_ms ?? from - maxSegmentMs)
      .where('start_ms', '<', to)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('stored_segments')
              .select('stored_segments.start_ms')
              .whereRef('stored_segments.camera_id', '=', 'segments.camera_id')
              .whereRef('stored_segments.start_ms', '=', 'segments.start_ms'),
          ),
        ),
      )
      .orderBy('start_ms')
      .limit(pageRows)
      .execute(),
  );
  const spans = rows.map(({ start_ms, duration_ms }) => ({ from: Math.max(from, start_ms), to: Math.min(to, start_ms + duration_ms) }));
  // Adjacent segments may be some milliseconds apart by rounding.
  return joinSpans(
    spans.filter((span) => span.to > span.from),
    50,
  );
}

interface Row {
  readonly start_ms: number;
  readonly duration_ms: number;
}
