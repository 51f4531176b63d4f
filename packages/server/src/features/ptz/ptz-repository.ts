import { ptzPatrol, type PtzPatrol } from '@watchpost/contract/schemas/ptz';
import { z } from 'zod';
import type { Db } from '../../db/database.ts';

/** Stores patrols. */
export interface PtzRepository {
  find(cameraId: string): Promise<PtzPatrol>;
  save(cameraId: string, patrol: PtzPatrol): Promise<void>;
}

/** The patrol of a camera without a stored one. */
export const noPatrol: PtzPatrol = { presetIds: [], dwellSeconds: 30, isRunning: false };

const presetIds = z
  .string()
  .transform((text): unknown => JSON.parse(text))
  .pipe(ptzPatrol.shape.presetIds);

export function createPtzRepository(db: Db): PtzRepository {
  return {
    find: async (cameraId) => {
      const row = await db.selectFrom('ptz_patrols').selectAll().where('camera_id', '=', cameraId).executeTakeFirst();
      return row
        ? { presetIds: presetIds.parse(row.preset_ids), dwellSeconds: row.dwell_seconds, isRunning: row.is_running === 1 }
        : noPatrol;
    },
    save: async (cameraId, { presetIds: ids, dwellSeconds, isRunning }) => {
      const patrol = { preset_ids: JSON.stringify(ids), dwell_seconds: dwellSeconds, is_running: isRunning ? (1 as const) : (0 as const) };
      await db
        .insertInto('ptz_patrols')
        .values({ camera_id: cameraId, ...patrol })
        .onConflict((conflict) => conflict.column('camera_id').doUpdateSet(patrol))
        .execute();
    },
  };
}
