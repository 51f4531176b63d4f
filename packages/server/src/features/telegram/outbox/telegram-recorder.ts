import type { EventType } from '@watchpost/contract/schemas/events';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { newId } from '../../../kernel/ids.ts';

interface CameraEvent {
  readonly id: string;
  readonly cameraId: string;
  readonly type: EventType;
  /** Unix ms. */
  readonly startAt: number;
  /** 0 to 1; null for motion. */
  readonly score?: number | null | undefined;
}

/** Notes which chats are to hear of an event, so that no restart loses it. Call `wake` of the sender afterwards. */
export interface TelegramRecorder {
  /** Notes the beginning of an event, in the transaction that stores it. */
  began(transaction: Db, event: CameraEvent): Promise<void>;
  /** The picture of an event exists, or will never: its messages can be sent. */
  complete(eventId: string): Promise<void>;
}

/** How long a message waits for its picture, ms. */
const pictureWaitMs = 5000;
const hour = 60 * 60_000;
/** Motion is of interest for as long as a push message about it, anything else for a day, ms. */
const lifeMs = (type: EventType): number => (type === 'motion' ? 4 : 24) * hour;

export function createTelegramRecorder({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }): TelegramRecorder {
  return {
    began: async (transaction, { id, cameraId, type, startAt, score }) => {
      const chats = await chatsNear(transaction, cameraId);
      if (chats.length === 0) return;
      const now = clock.now();
      await transaction
        .insertInto('telegram_messages')
        .values(
          chats.map((chat) => ({
            id: newId('tgm'),
            chat,
            camera_id: cameraId,
            event_id: id,
            event_type: type,
            event_at: startAt,
            event_score: score ?? null,
            attempts: 0,
            due_at: now + pictureWaitMs,
            lease: null,
            expires_at: now + lifeMs(type),
          })),
        )
        .onConflict((conflict) => conflict.columns(['event_id', 'chat']).doNothing())
        .execute();
    },
    complete: async (eventId) => {
      await db
        .updateTable('telegram_messages')
        .set({ due_at: clock.now() })
        .where('event_id', '=', eventId)
        .where('attempts', '=', 0)
        .where('lease', 'is', null)
        .execute();
    },
  };
}

/**
 * Returns the enabled chats of the camera's owner and of everyone who was granted access. Rights, settings and pauses are checked when a
 * message is sent.
 */
async function chatsNear(transaction: Db, cameraId: string): Promise<string[]> {
  const owner = transaction.selectFrom('cameras').select('owner_id as id').where('id', '=', cameraId);
  const granted = transaction.selectFrom('camera_grants').select('customer_id as id').where('camera_id', '=', cameraId);
  const rows = await transaction
    .selectFrom('telegram_chats')
    .select('id')
    .where('is_enabled', '=', 1)
    .where('is_blocked', '=', 0)
    .where('is_kicked', '=', 0)
    .where('customer_id', 'in', owner.union(granted))
    .execute();
  return rows.map(({ id }) => id);
}
