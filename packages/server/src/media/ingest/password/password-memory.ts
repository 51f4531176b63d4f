import type { Db } from '../../../db/database.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { PasswordRefusals } from './password-trial.ts';

/** Keeps across restarts which cameras refuse their password. */
export interface PasswordMemory {
  /**
   * Returns what an earlier run of the server has left, the first time that a camera is asked about. A camera that is started again has
   * another address by now, where the password was not refused yet.
   */
  recall(cameraId: string): PasswordRefusals | null;
  /** Stores them; null deletes them. */
  remember(cameraId: string, refusals: PasswordRefusals | null): void;
  /** Resolves when all is stored. */
  close(): Promise<void>;
}

/** Reads what earlier runs have left. */
export async function createPasswordMemory({ db, log }: { readonly db: Db; readonly log: Logger }): Promise<PasswordMemory> {
  const rows = await db.selectFrom('password_trials').selectAll().execute();
  const left = new Map(rows.map((row) => [row.camera_id, { count: row.refusals, retryAt: row.retry_at }]));
  const stored = new Set(left.keys());
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
    recall: (cameraId) => {
      const refusals = left.get(cameraId) ?? null;
      if (refusals === null) remember(cameraId, null);
      left.delete(cameraId);
      return refusals;
    },
    remember,
    close: () => writing,
  };
}
