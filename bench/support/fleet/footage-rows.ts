import type { Db } from '../../../packages/server/src/db/database.ts';

/** What the index says about the time around a failure. */
interface FootageRows {
  /** Time without footage around the failure, ms: for each camera of the node that died. */
  readonly gaps: readonly number[];
  /** From the failure to the first footage of another node, ms: for each of those cameras; infinity for none. */
  readonly backAfter: readonly number[];
  /** Seconds that are in the index twice, over all cameras. */
  readonly doubledSeconds: number;
}

/**
 * @param diedAt of the node, Unix ms
 * @param lost cameras that it held
 */
export async function readFootageRows(db: Db, deadNode: string, diedAt: number, lost: readonly string[]): Promise<FootageRows> {
  const rows = await db
    .selectFrom('segments')
    .select(['camera_id', 'start_ms', 'duration_ms', 'node_id'])
    .orderBy('camera_id')
    .orderBy('start_ms')
    .execute();
  const byCamera = Map.groupBy(rows, ({ camera_id }) => camera_id);
  let doubled = 0;
  for (const own of byCamera.values()) {
    let end = 0;
    for (const { start_ms, duration_ms } of own) {
      doubled += Math.max(0, Math.min(end, start_ms + duration_ms) - start_ms);
      end = Math.max(end, start_ms + duration_ms);
    }
  }
  const around = lost.map((id) => {
    const own = byCamera.get(id) ?? [];
    const before = own.filter(({ node_id }) => node_id === deadNode).at(-1);
    const after = own.find(({ node_id, start_ms }) => node_id !== deadNode && start_ms > (before?.start_ms ?? 0));
    if (!after) return { gap: Number.POSITIVE_INFINITY, back: Number.POSITIVE_INFINITY };
    return { gap: before ? after.start_ms - before.start_ms - before.duration_ms : Number.NaN, back: after.start_ms - diedAt };
  });
  return { gaps: around.map(({ gap }) => gap), backAfter: around.map(({ back }) => back), doubledSeconds: Math.round(doubled / 1000) };
}
