import type { Db } from '../../db/database.ts';
import type { CameraOutagesTable } from '../../db/schema.ts';
import type { Logger } from '../../kernel/log.ts';

export type OutageReason = CameraOutagesTable['reason'];

/** Times without recording, and why. Never throws: footage matters more than its gaps. */
export interface Outages {
  /** Nothing happens when an outage of the camera is open. */
  begin(cameraId: string, at: number, reason: OutageReason): void;
  end(cameraId: string, at: number): void;
  /** Waits until what was said is written. */
  settle(): Promise<void>;
}

export function createOutages({ db, log }: { db: Db; log: Logger }): Outages {
  /** False: known to be recorded. Absent: not known yet, the database may hold an open one from an earlier run. */
  const open = new Map<string, boolean>();
  let queue: Promise<void> = Promise.resolve();
  const enqueue = (work: () => Promise<unknown>): void => {
    queue = queue.then(work).then(
      () => undefined,
      (error: unknown) => log.warn({ err: error }, 'An outage could not be written'),
    );
  };
  return {
    begin: (cameraId, at, reason) => {
      const isKnown = open.has(cameraId);
      if (open.get(cameraId)) return;
      open.set(cameraId, true);
      enqueue(async () => {
        if (!isKnown) {
          const earlier = await db.selectFrom('camera_outages').select('started_at').where('camera_id', '=', cameraId).where('ended_at', 'is', null).executeTakeFirst();
          if (earlier) return;
        }
        await db
          .insertInto('camera_outages')
          .values({ camera_id: cameraId, started_at: Math.floor(at), ended_at: null, reason })
          .onConflict((conflict) => conflict.columns(['camera_id', 'started_at']).doUpdateSet({ ended_at: null, reason }))
          .execute();
      });
    },
    end: (cameraId, at) => {
      if (open.get(cameraId) === false) return;
      open.set(cameraId, false);
      enqueue(() => db.updateTable('camera_outages').set({ ended_at: Math.floor(at) }).where('camera_id', '=', cameraId).where('ended_at', 'is', null).execute());
    },
    settle: () => queue,
  };
}
