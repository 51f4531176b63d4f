import { pushMessageSchema, type PushMessage } from '@watchpost/contract/schemas/notifications';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { PushDelivery } from '../../../adapters/push/port.ts';
import type { Db } from '../../../db/database.ts';
import type { PushMessagesTable } from '../../../db/notification-tables.ts';
import { newId } from '../../../kernel/ids.ts';

/** A message for one device. */
export interface NewPush {
  readonly customerId: string;
  readonly deviceId: string;
  /** The subscription that it is written for. */
  readonly addressHash: string;
  readonly topic: string;
  readonly cameraId: string;
  readonly required: PushMessagesTable['required'];
  readonly role: PushMessagesTable['role'];
  readonly message: PushMessage;
  readonly urgency: PushDelivery['urgency'];
  /** Unix ms. */
  readonly expiresAt: number;
}

/** A message that waits in the database. */
export interface StoredPush extends NewPush {
  readonly id: string;
  /** Attempts that have failed. */
  readonly attempts: number;
  /** Unix ms of the next attempt. */
  readonly dueAt: number;
}

/**
 * The push messages that are not delivered yet: a restart of the server loses none and sends none twice; a crash may repeat those that were
 * being sent, which their topic makes one message again.
 */
export interface PushOutbox {
  /** Stores messages for this process, or for whichever does such jobs; each replaces what waits for its device and topic. */
  put(db: Db, pushes: readonly NewPush[]): Promise<StoredPush[]>;
  /** Takes over messages that no living process sends. */
  claim(): Promise<StoredPush[]>;
  /** Returns whether the message still waits, and its device knows that the state has begun that it may end. */
  isWanted(push: StoredPush): Promise<boolean>;
  /** Plans another attempt. @param dueAt Unix ms */
  postpone(push: StoredPush, attempts: number, dueAt: number): Promise<void>;
  /** The message was sent, or never will be. */
  end(push: StoredPush, isSent: boolean): Promise<void>;
  /** Forgets whether the user's devices know of a state, because the user sees it, and what waits to announce it. */
  forget(customerId: string, topic: string): Promise<void>;
  /** Leaves everything to the next process, at once. */
  release(): Promise<void>;
}

/** A process that has not claimed for this long is dead, ms. */
const leaseMs = 60_000;
/** Between two claims of a server that takes over only what another one left, ms. */
export const claimIntervalMs = 20_000;
/** Between two renewals of the lease, ms, however often this process looks for messages. */
const renewalIntervalMs = 10_000;
/** How long an end waits for a beginning that another process is sending: longer than an attempt takes, ms. */
const foreignAttemptMs = 15_000;
/** Messages that are taken over at once. */
const maxClaimed = 500;
/** Below the parameter limit of either database. */
const rowsPerQuery = 500;

interface PushOutboxDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  /** False on a node that leaves its messages to others. */
  readonly isSentHere?: boolean;
}

export function createPushOutbox({ db, clock, isSentHere = true }: PushOutboxDeps): PushOutbox {
  const lease = newId('lease');
  let renewedAt = Number.NEGATIVE_INFINITY;
  const toRow = (push: NewPush, delayMs: number): PushMessagesTable => ({
    customer_id: push.customerId,
    device_id: push.deviceId,
    topic: push.topic,
    camera_id: push.cameraId,
    required: push.required,
    role: push.role,
    // Without a row, the beginning was announced before messages were stored, or on the user's screen.
    is_begin_known: push.role === 'begin' ? 0 : 1,
    message_id: newId('push'),
    body: JSON.stringify(push.message),
    urgency: push.urgency,
    address_hash: push.addressHash,
    attempts: 0,
    due_at: clock.now() + delayMs,
    expires_at: push.expiresAt,
    lease: isSentHere ? lease : '',
    leased_until: isSentHere ? clock.now() + leaseMs : 0,
  });
  const insert = (executor: Db, rows: readonly PushMessagesTable[]): Promise<PushMessagesTable[]> =>
    executor
      .insertInto('push_messages')
      .values(rows)
      .onConflict((conflict) =>
        // All but what the device knows.
        conflict.columns(['customer_id', 'device_id', 'topic']).doUpdateSet(({ ref }) => ({
          camera_id: ref('excluded.camera_id'),
          required: ref('excluded.required'),
          role: ref('excluded.role'),
          message_id: ref('excluded.message_id'),
          body: ref('excluded.body'),
          urgency: ref('excluded.urgency'),
          address_hash: ref('excluded.address_hash'),
          attempts: ref('excluded.attempts'),
          due_at: ref('excluded.due_at'),
          expires_at: ref('excluded.expires_at'),
          lease: ref('excluded.lease'),
          leased_until: ref('excluded.leased_until'),
        })),
      )
      .returningAll()
      .execute();
  /** The beginnings that other processes may be sending now: only they learn whether the device got them. */
  const findForeignBeginnings = async (executor: Db, ends: readonly NewPush[]): Promise<ReadonlySet<string>> => {
    if (ends.length === 0) return new Set();
    const rows = await executor
      .selectFrom('push_messages')
      .select(['customer_id', 'device_id', 'topic'])
      .where('topic', 'in', [...new Set(ends.map(({ topic }) => topic))])
      .where('role', '=', 'begin')
      .where('message_id', 'is not', null)
      .where('lease', '<>', lease)
      .where('leased_until', '>=', clock.now())
      .execute();
    return new Set(rows.map(keyOf));
  };
  const updateOf = ({ customerId, deviceId, topic }: NewPush) =>
    db.updateTable('push_messages').where('customer_id', '=', customerId).where('device_id', '=', deviceId).where('topic', '=', topic);

  return {
    put: async (executor, pushes) => {
      const stored: StoredPush[] = [];
      const foreign = await findForeignBeginnings(
        executor,
        pushes.filter(({ role }) => role === 'end'),
      );
      const delayOf = ({ customerId, deviceId, topic }: NewPush): number =>
        foreign.has(keyOf({ customer_id: customerId, device_id: deviceId, topic })) ? foreignAttemptMs : 0;
      // In one order, so that two events can't wait for each other.
      const rows = pushes
        .map((push) => toRow(push, push.role === 'end' ? delayOf(push) : 0))
        .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
      for (let start = 0; start < rows.length; start += rowsPerQuery)
        stored.push(...(await insert(executor, rows.slice(start, start + rowsPerQuery))).flatMap(toStored));
      return stored;
    },
    claim: async () => {
      const now = clock.now();
      // A clock that was set back renews, too.
      if (Math.abs(now - renewedAt) >= renewalIntervalMs) {
        renewedAt = now;
        await db
          .updateTable('push_messages')
          .set({ leased_until: now + leaseMs })
          .where('lease', '=', lease)
          .execute();
      }
      const rows = await db
        .updateTable('push_messages')
        .set({ lease, leased_until: now + leaseMs })
        .where('message_id', 'in', ({ selectFrom }) =>
          selectFrom('push_messages')
            .select('message_id')
            .where('message_id', 'is not', null)
            .where('leased_until', '<', now)
            .orderBy('due_at')
            .limit(maxClaimed),
        )
        // Another process may have been faster.
        .where('leased_until', '<', now)
        .returningAll()
        .execute();
      return rows.flatMap(toStored);
    },
    isWanted: async ({ customerId, deviceId, topic, id, role }) => {
      const row = await db
        .selectFrom('push_messages')
        .select('is_begin_known')
        .where('customer_id', '=', customerId)
        .where('device_id', '=', deviceId)
        .where('topic', '=', topic)
        .where('message_id', '=', id)
        .executeTakeFirst();
      return row !== undefined && (role !== 'end' || row.is_begin_known === 1);
    },
    postpone: async (push, attempts, dueAt) =>
      void (await updateOf(push).set({ attempts, due_at: dueAt }).where('message_id', '=', push.id).execute()),
    end: async (push, isSent) => {
      if (push.role !== 'begin') {
        const { customerId, deviceId, topic, id } = push;
        await db
          .deleteFrom('push_messages')
          .where('customer_id', '=', customerId)
          .where('device_id', '=', deviceId)
          .where('topic', '=', topic)
          .where('message_id', '=', id)
          .execute();
        return;
      }
      // The end may have taken its place while it was being sent.
      if (isSent) await updateOf(push).set({ is_begin_known: 1 }).execute();
      await updateOf(push).set({ message_id: null, body: null }).where('message_id', '=', push.id).execute();
    },
    forget: async (customerId, topic) =>
      void (await db.deleteFrom('push_messages').where('customer_id', '=', customerId).where('topic', '=', topic).execute()),
    release: async () => void (await db.updateTable('push_messages').set({ leased_until: 0 }).where('lease', '=', lease).execute()),
  };
}

const keyOf = (row: Pick<PushMessagesTable, 'customer_id' | 'device_id' | 'topic'>): string =>
  `${row.customer_id} ${row.device_id} ${row.topic}`;

function toStored(row: PushMessagesTable): StoredPush[] {
  if (row.message_id === null || row.body === null) return [];
  return [
    {
      id: row.message_id,
      customerId: row.customer_id,
      deviceId: row.device_id,
      addressHash: row.address_hash,
      topic: row.topic,
      cameraId: row.camera_id,
      required: row.required,
      role: row.role,
      message: pushMessageSchema.parse(JSON.parse(row.body)),
      urgency: row.urgency,
      expiresAt: row.expires_at,
      attempts: row.attempts,
      dueAt: row.due_at,
    },
  ];
}
