import { errorCodes, type ErrorCode } from '@watchpost/contract/kernel';
import { z } from 'zod';
import type { Db } from '../db/database.ts';
import { knownOf } from '../kernel/contract/known.ts';
import { databaseNow } from './database-time.ts';

/** Whether video of a camera arrives at its node. */
export interface NodeCameraState {
  readonly state: 'connecting' | 'online' | 'offline';
  /** Unix ms. */
  readonly since: number;
  readonly reason: ErrorCode | null;
}

/** Lets every node say whether a camera is online, wherever it is held. */
interface CameraStates {
  /** Notes the state of a camera that this node holds; written with the next `sync`. */
  note(cameraId: string, state: NodeCameraState): void;
  /** Returns what its node said last; null when none has. */
  stateOf(cameraId: string): NodeCameraState | null;
  /** Writes what was noted, and reads what other nodes wrote since. */
  sync(): Promise<void>;
}

/** A transaction may commit later than others that began after it, ms. */
const overlapMs = 5000;
const states: z.ZodType<NodeCameraState['state']> = z.enum(['connecting', 'online', 'offline']);
const reasons: z.ZodType<ErrorCode> = z.enum(errorCodes);

export function createCameraStates({ db, nodeId }: { readonly db: Db; readonly nodeId: string }): CameraStates {
  const now = databaseNow(db);
  const known = new Map<string, NodeCameraState>();
  const noted = new Map<string, NodeCameraState>();
  let readUntil = 0;

  const write = async (): Promise<void> => {
    for (const [cameraId, state] of noted) {
      await db
        .updateTable('camera_leases')
        .set({ state: state.state, state_since: state.since, state_reason: state.reason, state_at: now })
        .where('camera_id', '=', cameraId)
        .where('node_id', '=', nodeId)
        .execute();
      // A newer one that came meanwhile is written next time.
      if (noted.get(cameraId) === state) noted.delete(cameraId);
    }
  };
  const read = async (): Promise<void> => {
    const rows = await db
      .selectFrom('camera_leases')
      .select(['camera_id', 'state', 'state_since', 'state_reason', 'state_at'])
      .where('state_at', '>', readUntil - overlapMs)
      .execute();
    for (const { camera_id, state, state_since, state_reason, state_at } of rows) {
      readUntil = Math.max(readUntil, state_at ?? 0);
      if (state_since === null) continue;
      const [reason = null] = knownOf(reasons, [state_reason]);
      // What a newer version says in words of its own leaves the state as it was known.
      for (const next of knownOf(states, [state])) known.set(camera_id, { state: next, since: state_since, reason });
    }
  };
  return {
    note: (cameraId, state) => void noted.set(cameraId, state),
    stateOf: (cameraId) => known.get(cameraId) ?? null,
    sync: async () => {
      await write();
      await read();
    },
  };
}
