import type { EventType } from '@watchpost/contract/schemas/events';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { SelectQueryBuilder } from 'kysely';
import type { Db } from '../../../db/database.ts';
import type { Database } from '../../../db/schema.ts';
import type { WebhookSignalsTable } from '../../../db/webhook-tables.ts';
import { newId } from '../../../kernel/ids.ts';

interface CameraEvent {
  readonly id: string;
  readonly cameraId: string;
  readonly type: EventType;
  readonly startAt: number;
  readonly endAt: number | null;
}

/** Notes what happened, so that no restart loses it. Call `wake` of the dispatcher afterwards. */
export interface WebhookRecorder {
  /** Notes the beginning or the end of an event, in the transaction that stores it. */
  event(transaction: Db, kind: 'began' | 'ended', event: CameraEvent): Promise<void>;
  /** Notes that a camera is offline, or back after that. @param at Unix ms */
  status(kind: 'away' | 'back', cameraId: string, at: number): Promise<void>;
}

export function createWebhookRecorder({ db, clock }: { readonly db: Db; readonly clock: Clock }): WebhookRecorder {
  type Signal = Pick<WebhookSignalsTable, 'event' | 'camera_id' | 'at'> & Partial<WebhookSignalsTable>;
  const note = async (transaction: Db, signal: Signal): Promise<void> => {
    const now = clock.now();
    await transaction
      .insertInto('webhook_signals')
      .values({ id: newId('sig'), event_id: null, event_type: null, until: null, due_at: now, created_at: now, ...signal })
      .execute();
  };

  return {
    event: async (transaction, kind, { id, cameraId, type, startAt, endAt }) => {
      // Most cameras have no webhook: a look at an index instead of a row for each event.
      if (!(await isWatched(transaction, cameraId))) return;
      const signal = { camera_id: cameraId, event_id: id, event_type: type, at: startAt };
      if (kind === 'began') await note(transaction, { ...signal, event: 'event.created' });
      else if (endAt !== null) await note(transaction, { ...signal, event: 'clip.ready', until: endAt });
    },
    status: (kind, cameraId, at) =>
      db.transaction().execute(async (transaction) => {
        // Noted without a webhook too: one that is created during an outage is called when it ends.
        if (!(await setAway(transaction, kind, cameraId, at)) || !(await isWatched(transaction, cameraId))) return;
        await note(transaction, { event: kind === 'away' ? 'camera.offline' : 'camera.online', camera_id: cameraId, at });
      }),
  };
}

/** @returns false when it was so already: after a restart, every camera is back without having been away */
async function setAway(transaction: Db, kind: 'away' | 'back', cameraId: string, at: number): Promise<boolean> {
  if (kind === 'back') {
    const { numDeletedRows } = await transaction.deleteFrom('webhook_away_cameras').where('camera_id', '=', cameraId).executeTakeFirst();
    return numDeletedRows > 0n;
  }
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('webhook_away_cameras')
    .values({ camera_id: cameraId, at })
    .onConflict((conflict) => conflict.column('camera_id').doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Whether an account that may see the camera has a webhook; rights are checked when deliveries are made. */
async function isWatched(transaction: Db, cameraId: string): Promise<boolean> {
  const found = await webhooksNear(transaction, cameraId).select('webhooks.id').limit(1).executeTakeFirst();
  return found !== undefined;
}

/** Selects the enabled webhooks of the camera's owner and of everyone who was granted access, expired or not. */
export function webhooksNear(db: Db, cameraId: string): SelectQueryBuilder<Database, 'webhooks', object> {
  const owner = db.selectFrom('cameras').select('owner_id as id').where('id', '=', cameraId);
  const granted = db.selectFrom('camera_grants').select('customer_id as id').where('camera_id', '=', cameraId);
  return db.selectFrom('webhooks').where('webhooks.is_enabled', '=', 1).where('webhooks.customer_id', 'in', owner.union(granted));
}
