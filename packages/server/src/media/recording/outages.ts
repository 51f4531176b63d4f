import type { Db } from '../../db/database.ts';
import type { CameraOutagesTable } from '../../db/schema.ts';
import type { Logger } from '../../kernel/log.ts';
import { maxSeamMs } from './spans.ts';

type OutageReason = CameraOutagesTable['reason'];

/** Records times without footage and their reasons. `set` and `settle` never throw, because footage matters more than its gaps. */
export interface Outages {
  /** Sets why nothing is recorded from a time on; null means that it is recorded. Does nothing when that is already known. */
  set(cameraId: string, at: number, reason: OutageReason | null): void;
  /**
   * Notes a span whose footage is being removed, joined to the previous one if the reason is the same.
   * @throws when it can't be written
   */
  note(cameraId: string, span: { readonly from: number; readonly to: number }, reason: OutageReason): Promise<void>;
  /** Waits until all noted reasons are written. */
  settle(): Promise<void>;
}

/** Beyond this number the oldest are dropped. */
const maxPending = 10_000;

interface OpenOutage {
  readonly startedAt: number;
  readonly reason: OutageReason;
}

export function createOutages({ db, log }: { db: Db; log: Logger }): Outages {
  /** The last reason of each camera; absent when unknown, since the database may hold an open one from an earlier run. */
  const said = new Map<string, OutageReason | null>();
  /** Pending writes, oldest first: those that fail because the database is unavailable or its disk full are retried. */
  const unwritten: (() => Promise<void>)[] = [];
  let queue: Promise<void> = Promise.resolve();
  let isFailing = false;
  const drain = async (): Promise<void> => {
    try {
      for (let next = unwritten[0]; next; next = unwritten[0]) {
        await next();
        unwritten.shift();
      }
      isFailing = false;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'An outage could not be stored; retrying');
      isFailing = true;
    }
  };
  const outageOf = (cameraId: string) => db.selectFrom('camera_outages').where('camera_id', '=', cameraId);
  const findOpen = async (cameraId: string): Promise<OpenOutage | null> => {
    const row = await outageOf(cameraId).select(['started_at', 'reason']).where('ended_at', 'is', null).executeTakeFirst();
    return row ? { startedAt: row.started_at, reason: row.reason } : null;
  };
  const write = (cameraId: string, from: number, to: number | null, reason: OutageReason) =>
    db
      .insertInto('camera_outages')
      .values({ camera_id: cameraId, started_at: Math.floor(from), ended_at: to, reason })
      .onConflict((conflict) => conflict.columns(['camera_id', 'started_at']).doUpdateSet({ ended_at: to, reason }))
      .execute();
  const end = async (cameraId: string, { startedAt }: OpenOutage, at: number): Promise<void> => {
    // A clock that was set back must not produce an outage of negative length.
    if (at > startedAt)
      await db
        .updateTable('camera_outages')
        .set({ ended_at: Math.floor(at) })
        .where('camera_id', '=', cameraId)
        .where('ended_at', 'is', null)
        .execute();
    else await db.deleteFrom('camera_outages').where('camera_id', '=', cameraId).where('ended_at', 'is', null).execute();
  };

  return {
    set: (cameraId, at, reason) => {
      if (said.get(cameraId) === reason) return;
      said.set(cameraId, reason);
      unwritten.push(async () => {
        const open = await findOpen(cameraId);
        if (open?.reason === reason) return;
        if (open) await end(cameraId, open, at);
        if (reason) await write(cameraId, at, null, reason);
      });
      if (unwritten.length > maxPending) unwritten.shift();
      queue = queue.then(drain);
    },
    note: async (cameraId, { from, to }, reason) => {
      const before = await outageOf(cameraId)
        .select(['started_at', 'ended_at'])
        .where('reason', '=', reason)
        .where('started_at', '<=', from)
        .where('ended_at', '>=', from - maxSeamMs)
        .orderBy('started_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      await write(cameraId, before?.started_at ?? from, Math.max(before?.ended_at ?? to, to), reason);
    },
    settle: () => (queue = queue.then(drain)),
  };
}
