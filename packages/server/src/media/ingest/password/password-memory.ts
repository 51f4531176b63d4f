import type { Db } from '../../../db/database.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { PasswordRefusals } from './password-trial.ts';

/** Keeps across restarts, and when a camera moves to another node, which cameras refuse their password. */
export interface PasswordMemory {
  /** Reads what another node has left of cameras that move here; before they start. */
  read(cameraIds: readonly string[]): Promise<void>;
  /**
   * Returns what an earlier run of the server has left, the first time that a camera is asked about. A camera that is started again has
   * another address by now, where the password was not refused yet.
   */
  recall(cameraId: string): PasswordRefusals | null;
  /** Stores them; null deletes them. */
  remember(cameraId: string, refusals: PasswordRefusals | null): void;
  /** Resolves when all is stored. */
  written(): Promise<void>;
}

/** Parameters of a statement are limited. */
const batchRows = 500;

/** Reads what earlier runs have left. */
export async function createPasswordMemory({ db, log }: { readonly db: Db; readonly log: Logger }): Promise<PasswordMemory> {
  const left = new Map<string, PasswordRefusals>();
  const stored = new Set<string>();
  const take = (rows: readonly { readonly camera_id: string; readonly refusals: number; readonly retry_at: number }[]): void => {
    for (const { camera_id: cameraId, refusals, retry_at: retryAt } of rows) {
      left.set(cameraId, { count: refusals, retryAt });
      stored.add(cameraId);
    }
  };
  take(await db.selectFrom('password_trials').selectAll().execute());
  let writing: Promise<void> = Promise.resolve();

  const write = async (cameraId: string, refusals: PasswordRefusals | null): Promise<void> => {
    if (refusals === null) return void (await db.deleteFrom('password_trials').where('camera_id', '=', cameraId).execute());
    // A camera that was removed meanwhile leaves nothing.
    const { count, retryAt } = refusals;
    await db
      .insertInto('password_trials')
      .columns(['camera_id', 'refusals', 'retry_at'])
      .expression(({ selectFrom, val }) =>
        selectFrom('cameras')
          .select((select) => [
            'id as camera_id',
            select.cast<number>(val(count), 'integer').as('refusals'),
            select.cast<number>(val(retryAt), 'bigint').as('retry_at'),
          ])
          .where('id', '=', cameraId),
      )
      .onConflict((conflict) => conflict.column('camera_id').doUpdateSet({ refusals: count, retry_at: retryAt }))
      .execute();
  };
  const remember = (cameraId: string, refusals: PasswordRefusals | null): void => {
    if (refusals === null && !stored.delete(cameraId)) return;
    if (refusals !== null) stored.add(cameraId);
    // In order: a delivery follows a refusal.
    writing = inBackground(() => writing.then(() => write(cameraId, refusals))).catch((error: unknown) =>
      log.warn({ err: error, cameraId }, 'It could not be stored whether the camera refuses its password; a restart forgets it'),
    );
  };

  return {
    read: async (cameraIds) => {
      await writing;
      for (let at = 0; at < cameraIds.length; at += batchRows) {
        const ids = cameraIds.slice(at, at + batchRows);
        const rows = await db.selectFrom('password_trials').selectAll().where('camera_id', 'in', ids).execute();
        // What this node knew of them is from before they were elsewhere.
        for (const id of ids) {
          left.delete(id);
          stored.delete(id);
        }
        take(rows);
      }
    },
    recall: (cameraId) => {
      const refusals = left.get(cameraId) ?? null;
      if (refusals === null) remember(cameraId, null);
      left.delete(cameraId);
      return refusals;
    },
    remember,
    written: () => writing,
  };
}
