import { alertRank } from '@watchpost/contract/protocols/alerts';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import type { AlertStretchesTable } from '../../../db/notification-tables.ts';
import type { GroupedEvent } from '../notifications-messages.ts';
import { isAnnouncedType } from '../notifications-texts.ts';
import { stretchAfter, type Stretch, type StretchState } from './notifications-stretches.ts';

/** How a user wants to know of an event. */
interface StretchWish {
  readonly customerId: string;
  /** The room of the camera for this user, or the camera. */
  readonly place: string;
  readonly cooldownMs: number;
}

/**
 * Groups the events of each user by place and time, for each channel. The database has them: of several servers, and after a restart, each
 * goes on with the same message.
 */
export interface StretchStore {
  /** Adds an event that these users want to know of. @returns what to push, by user; nobody for whom it follows an alert too closely */
  push(event: GroupedEvent, wishes: readonly StretchWish[]): Promise<ReadonlyMap<string, Stretch<GroupedEvent>>>;
  /** Adds an event for e-mail: the first of a stretch, and an alarm, is due when what follows at once is known, too. */
  email(event: GroupedEvent, wishes: readonly StretchWish[]): Promise<void>;
}

/** An e-mail message can't be changed any more: it waits this long for what comes after motion, ms. */
export const emailWaitMs = 20_000;
/** Below the parameter limit of either database. */
const usersAtOnce = 200;

export function createStretchStore({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }): StretchStore {
  type Channel = AlertStretchesTable['channel'];

  /** Reads the rows of these users and keeps other servers from changing them until the transaction ends. */
  const hold = async (transaction: Db, channel: Channel, event: GroupedEvent, wishes: readonly StretchWish[]) => {
    const empty = { id: '', count: 0, shown: event, startedAt: 0, lastAt: 0, sentAt: 0 };
    const rows = await transaction
      .insertInto('alert_stretches')
      .values(wishes.map(({ customerId, place }) => toRow(customerId, channel, place, empty, null)))
      .onConflict((conflict) => conflict.columns(['customer_id', 'channel', 'place']).doUpdateSet({ channel }))
      .returningAll()
      .execute();
    return new Map(rows.map((row) => [row.customer_id, row] as const));
  };
  const alertTimes = async (transaction: Db, channel: Channel, { cameraId, eventType }: GroupedEvent, customerIds: readonly string[]) => {
    const rows = await transaction
      .selectFrom('alert_times')
      .select(['customer_id', 'alerted_at'])
      .where('camera_id', '=', cameraId)
      .where('event_type', '=', eventType)
      .where('channel', '=', channel)
      .where('customer_id', 'in', customerIds)
      .execute();
    return new Map(rows.map((row) => [row.customer_id, row.alerted_at] as const));
  };
  const save = async (transaction: Db, rows: readonly AlertStretchesTable[]): Promise<void> => {
    if (rows.length === 0) return;
    await transaction
      .insertInto('alert_stretches')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['customer_id', 'channel', 'place']).doUpdateSet(({ ref }) => ({
          id: ref('excluded.id'),
          camera_id: ref('excluded.camera_id'),
          camera_title: ref('excluded.camera_title'),
          event_id: ref('excluded.event_id'),
          event_type: ref('excluded.event_type'),
          announced_type: ref('excluded.announced_type'),
          event_at: ref('excluded.event_at'),
          event_label: ref('excluded.event_label'),
          event_score: ref('excluded.event_score'),
          image_url: ref('excluded.image_url'),
          event_count: ref('excluded.event_count'),
          started_at: ref('excluded.started_at'),
          last_at: ref('excluded.last_at'),
          sent_at: ref('excluded.sent_at'),
          due_at: ref('excluded.due_at'),
        })),
      )
      .execute();
  };
  const alerted = async (transaction: Db, channel: Channel, event: GroupedEvent, customerIds: readonly string[]): Promise<void> => {
    if (customerIds.length === 0) return;
    const { cameraId: camera_id, eventType: event_type } = event;
    const alerted_at = clock.now();
    await transaction
      .insertInto('alert_times')
      .values(customerIds.map((customer_id) => ({ customer_id, channel, camera_id, event_type, alerted_at })))
      .onConflict((conflict) => conflict.columns(['camera_id', 'event_type', 'channel', 'customer_id']).doUpdateSet({ alerted_at }))
      .execute();
  };

  const add = (channel: Channel, event: GroupedEvent, wishes: readonly StretchWish[]): Promise<Map<string, Stretch<GroupedEvent>>> =>
    db.transaction().execute(async (transaction) => {
      const now = clock.now();
      const held = await hold(transaction, channel, event, wishes);
      const times = await alertTimes(transaction, channel, event, [...held.keys()]);
      const messages = new Map<string, Stretch<GroupedEvent>>();
      const changed: AlertStretchesTable[] = [];
      const known: string[] = [];
      for (const { customerId, place, cooldownMs } of wishes) {
        const row = held.get(customerId);
        if (!row) continue;
        const before = stateOf(row);
        const since = now - (times.get(customerId) ?? Number.NEGATIVE_INFINITY);
        // A clock that was set back must not silence anybody.
        const step = stretchAfter(before, event, { now, isDue: since >= cooldownMs || since < 0 });
        if (!step) continue;
        const isLoud = step.message?.isSilent === false;
        if (step.message) messages.set(customerId, step.message);
        const startsEmail = channel === 'email' && isLoud && (step.next.count === 1 || isAlarm(event));
        // What is not sent is no alert, and begins no pause.
        if (isLoud && (channel === 'push' || startsEmail || row.due_at !== null)) known.push(customerId);
        changed.push(toRow(customerId, channel, place, step.next, startsEmail ? now + emailWaitMs : row.due_at));
      }
      await save(transaction, changed);
      await alerted(transaction, channel, event, known);
      return messages;
    });

  const addAll = async (channel: Channel, event: GroupedEvent, wishes: readonly StretchWish[]) => {
    // In one order, so that two events can't wait for each other.
    const sorted = wishes.toSorted((a, b) => (a.customerId < b.customerId ? -1 : 1));
    const messages = new Map<string, Stretch<GroupedEvent>>();
    for (let start = 0; start < sorted.length; start += usersAtOnce)
      for (const [customerId, message] of await add(channel, event, sorted.slice(start, start + usersAtOnce)))
        messages.set(customerId, message);
    return messages;
  };

  return {
    push: (event, wishes) => addAll('push', event, wishes),
    email: async (event, wishes) => void (await addAll('email', event, wishes)),
  };
}

/** Smoke and carbon monoxide are worth a second e-mail message. */
function isAlarm({ eventType }: GroupedEvent): boolean {
  return alertRank(eventType) >= alertRank('smokeAlarm');
}

function toRow(
  customerId: string,
  channel: AlertStretchesTable['channel'],
  place: string,
  { id, count, shown, startedAt, lastAt, sentAt }: StretchState<GroupedEvent>,
  dueAt: number | null,
): AlertStretchesTable {
  return {
    customer_id: customerId,
    channel,
    place,
    id,
    camera_id: shown.cameraId,
    camera_title: shown.cameraTitle,
    event_id: shown.eventId ?? null,
    event_type: shown.eventType,
    announced_type: shown.type,
    event_at: shown.at,
    event_label: shown.label ?? null,
    event_score: shown.score ?? null,
    image_url: shown.imageUrl ?? null,
    event_count: count,
    started_at: startedAt,
    last_at: lastAt,
    sent_at: sentAt,
    due_at: dueAt,
  };
}

/** Returns what the user was notified of; null for nothing, or for a type that this version does not know. */
export function stateOf(row: AlertStretchesTable): StretchState<GroupedEvent> | null {
  const { announced_type: type } = row;
  if (row.event_count === 0 || !isAnnouncedType(type)) return null;
  return {
    id: row.id,
    count: row.event_count,
    shown: {
      cameraId: row.camera_id,
      cameraTitle: row.camera_title,
      eventId: row.event_id ?? undefined,
      eventType: row.event_type,
      type,
      at: row.event_at,
      label: row.event_label,
      score: row.event_score,
      imageUrl: row.image_url ?? undefined,
    },
    startedAt: row.started_at,
    lastAt: row.last_at,
    sentAt: row.sent_at,
  };
}
