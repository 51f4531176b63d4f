import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PicturePoint } from '@watchpost/contract/protocols/detection';
import type { EventArea, EventType } from '@watchpost/contract/schemas/events';
import type { Db } from '../../db/database.ts';
import type { EventsTable } from '../../db/schema.ts';
import { isOpenAt, isWholeArchive, wholeArchive, type OpenArchive } from '../../kernel/access/open-archive.ts';
import { releaseCopies } from '../../media/object-store/object-sweep.ts';

export interface StoredEvent {
  readonly id: string;
  readonly cameraId: string;
  readonly type: EventType;
  readonly startAt: number;
  readonly endAt: number | null;
  readonly area: EventArea;
  readonly hasPicture: boolean;
  /** A better picture has taken the place of the first. */
  readonly isPictureImproved?: true;
  /** 0 to 1; null for motion. */
  readonly score: number | null;
  /** Name of the line or zone; null for the whole picture. */
  readonly label: string | null;
  /** Where that was when the event began: the two ends of a line, the corners of a zone. */
  readonly shape?: readonly PicturePoint[];
  /** The node that made it, whose disk has its picture, or the film of a day; absent where one machine runs alone. */
  readonly madeBy?: string;
}

/** A camera with the part of its archive that is open to the reader. */
export interface ReadableCamera {
  readonly id: string;
  readonly open: OpenArchive;
}

interface EventFilter {
  readonly cameras: readonly ReadableCamera[];
  readonly types: readonly EventType[] | null;
  /** Only those that the customer has seen, or only others; null for both. */
  readonly isSeen: boolean | null;
  readonly from: number | null;
  readonly to: number | null;
  /** Returns only events older than this one. */
  readonly before: { readonly startAt: number; readonly id: string } | null;
  readonly limit: number;
}

/** An event as one customer sees it. */
export interface ShownEvent extends StoredEvent {
  readonly isSeen: boolean;
  readonly isFalseAlarm: boolean;
}

export interface EventsRepository {
  insert(event: StoredEvent): Promise<void>;
  setPicture(eventId: string): Promise<void>;
  /** Notes that a better picture has taken the place of the first, with what it shows. */
  improvePicture(event: Pick<StoredEvent, 'id' | 'area' | 'score' | 'shape' | 'madeBy'>): Promise<void>;
  finish(eventId: string, at: number): Promise<void>;
  find(eventId: string): Promise<StoredEvent | undefined>;
  /** Returns events newest first, with whether this customer has seen each. */
  page(customerId: string, filter: EventFilter): Promise<ShownEvent[]>;
  /** Returns the newest event of each camera, newest first. */
  latest(customerId: string, cameras: readonly ReadableCamera[]): Promise<ShownEvent[]>;
  /** Marks those of the given events that belong to the open parts of the given cameras. */
  markSeen(customerId: string, eventIds: readonly string[], cameras: readonly ReadableCamera[], at: number): Promise<void>;
  /** Undoes the marking of that moment. */
  unmarkSeen(customerId: string, seenAt: number): Promise<void>;
  markFalseAlarm(event: StoredEvent, at: number): Promise<void>;
  unmarkFalseAlarm(eventId: string): Promise<void>;
  /**
   * Ends events that a killed server left running.
   * @param isGone whether the node that made some is gone; it is undefined for one that runs alone, and for events of earlier versions
   */
  finishAbandoned(isGone: (maker: string | undefined) => Promise<boolean>): Promise<void>;
  remove(eventId: string): Promise<void>;
  /** Returns those of the ids that there are. */
  existing(eventIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns those of the ids whose events have ended. */
  finished(eventIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes at most `limit` events that are older than their camera's archive, and returns them. */
  deleteExpired(now: number, limit: number): Promise<{ readonly id: string; readonly cameraId: string }[]>;
}

const dayMs = 86_400_000;
/** Cameras per query: SQLite combines at most 500 parts. */
const camerasPerQuery = 100;
/** Below the parameter limit of either database. */
const idsPerQuery = 500;

export function createEventsRepository(db: Db): EventsRepository {
  const page: EventsRepository['page'] = async (customerId, filter) => {
    const { cameras, limit } = filter;
    const newest =
      cameras.length > camerasPerQuery
        ? db
            .selectFrom('events')
            .selectAll()
            .where('id', 'in', await candidatesOf(db, customerId, filter))
        : newestOf(db, customerId, filter);
    const rows = await db
      .selectFrom(newest.as('events'))
      .leftJoin('event_views', (join) =>
        join.onRef('event_views.event_id', '=', 'events.id').on('event_views.customer_id', '=', customerId),
      )
      .leftJoin('false_alarms', 'false_alarms.event_id', 'events.id')
      .selectAll('events')
      .select(['event_views.seen_at', 'false_alarms.marked_at'])
      .orderBy('events.start_ms', 'desc')
      .orderBy('events.id', 'desc')
      .limit(limit)
      .execute();
    return rows.map(toShownEvent);
  };

  return {
    insert: async (event) => {
      const { id, cameraId, type, startAt, endAt, hasPicture, score, label } = event;
      await db
        .insertInto('events')
        .values({
          id,
          camera_id: cameraId,
          type,
          start_ms: startAt,
          end_ms: endAt,
          area: placeOf(event),
          has_picture: hasPicture ? 1 : 0,
          score,
          label,
        })
        .execute();
    },
    setPicture: async (eventId) => void (await db.updateTable('events').set({ has_picture: 1 }).where('id', '=', eventId).execute()),
    improvePicture: async (event) =>
      void (await db
        .updateTable('events')
        .set({ has_picture: 2, area: placeOf(event), score: event.score })
        .where('id', '=', event.id)
        .execute()),
    finish: async (eventId, at) => void (await db.updateTable('events').set({ end_ms: at }).where('id', '=', eventId).execute()),
    find: async (eventId) => {
      const row = await db.selectFrom('events').selectAll().where('id', '=', eventId).executeTakeFirst();
      return row && toEvent(row);
    },
    page,
    latest: async (customerId, cameras) => {
      const whole = cameras.filter(({ open }) => isWholeArchive(open)).map(({ id }) => id);
      const limited = cameras.filter(({ open }) => !isWholeArchive(open));
      const rows = whole.length > 0 ? await newestOfEach(db, customerId, whole) : [];
      const events = rows.map(toShownEvent);
      const more = await Promise.all(limited.map((camera) => page(customerId, { ...anyTime, cameras: [camera], limit: 1 })));
      return [...events, ...more.flat()].toSorted((a, b) => b.startAt - a.startAt);
    },
    markSeen: async (customerId, eventIds, cameras, at) => {
      if (eventIds.length === 0 || cameras.length === 0) return;
      const opened = new Map(cameras.map(({ id, open }) => [id, open]));
      const found = await db
        .selectFrom('events')
        .select(['id', 'camera_id', 'start_ms'])
        .where('id', 'in', eventIds)
        .where('camera_id', 'in', [...opened.keys()])
        .execute();
      const mine = found.filter(({ camera_id, start_ms }) => isOpenAt(opened.get(camera_id) ?? wholeArchive, start_ms));
      if (mine.length === 0) return;
      const rows = mine.map(({ id, camera_id, start_ms }) => ({ event_id: id, customer_id: customerId, seen_at: at, camera_id, start_ms }));
      await db
        .insertInto('event_views')
        .values(rows)
        .onConflict((conflict) => conflict.columns(['customer_id', 'event_id']).doNothing())
        .execute();
    },
    unmarkSeen: async (customerId, seenAt) =>
      void (await db.deleteFrom('event_views').where('customer_id', '=', customerId).where('seen_at', '=', seenAt).execute()),
    markFalseAlarm: async ({ id, cameraId, startAt }, at) =>
      void (await db
        .insertInto('false_alarms')
        .values({ event_id: id, camera_id: cameraId, start_ms: startAt, marked_at: at })
        .onConflict((conflict) => conflict.column('event_id').doNothing())
        .execute()),
    unmarkFalseAlarm: async (eventId) => void (await db.deleteFrom('false_alarms').where('event_id', '=', eventId).execute()),
    finishAbandoned: async (isGone) => {
      const running = await db.selectFrom('events').select(['id', 'area']).where('end_ms', 'is', null).execute();
      for (const [maker, made] of Map.groupBy(running, ({ area }) => storedPlace(area).madeBy)) {
        if (!(await isGone(maker))) continue;
        for (let start = 0; start < made.length; start += idsPerQuery) {
          const ids = made.slice(start, start + idsPerQuery).map(({ id }) => id);
          await db
            .updateTable('events')
            .set({ end_ms: sql<number>`start_ms` })
            .where('id', 'in', ids)
            .where('end_ms', 'is', null)
            .execute();
        }
      }
    },
    remove: (eventId) => db.transaction().execute((transaction) => deleteEvents(transaction, [eventId])),
    existing: async (eventIds) => {
      const rows = await db.selectFrom('events').select('id').where('id', 'in', eventIds).execute();
      return new Set(rows.map(({ id }) => id));
    },
    finished: async (eventIds) => {
      const rows = await db.selectFrom('events').select('id').where('id', 'in', eventIds).where('end_ms', 'is not', null).execute();
      return new Set(rows.map(({ id }) => id));
    },
    deleteExpired: async (now, limit) => {
      const expired = await db
        .selectFrom('events')
        .innerJoin('cameras', 'cameras.id', 'events.camera_id')
        .select(['events.id', 'events.camera_id as cameraId'])
        // Without an archive an event is kept for a day.
        .where(
          sql<boolean>`events.start_ms < cast(${now} as bigint) - cast(${dayMs} as bigint) * case when cameras.archive_days > 1 then cameras.archive_days else 1 end`,
        )
        // A timelapse is announced the day after it begins, and kept with its film: from its end on.
        .where(
          sql<boolean>`(events.type <> 'timelapse' or events.end_ms < cast(${now} as bigint) - cast(${dayMs} as bigint) * case when cameras.archive_days > 1 then cameras.archive_days else 1 end)`,
        )
        .limit(limit)
        .execute();
      const ids = expired.map(({ id }) => id);
      if (ids.length > 0) await db.transaction().execute((transaction) => deleteEvents(transaction, ids));
      return expired;
    },
  };
}

/** Deletes events, and lets the copies of their pictures go. */
async function deleteEvents(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('events').where('id', 'in', ids).execute();
  await releaseCopies(
    db,
    ids.map((id) => `${id}.jpg`),
  );
}

/** Finds each camera's newest events by its index: one query over all cameras would sort the whole history. */
function newestOf(db: Db, customerId: string, { cameras, types, isSeen, from, to, before, limit }: EventFilter) {
  const none = db
    .selectFrom('events')
    .selectAll()
    .where(sql<boolean>`1 = 0`);
  const [first, ...others] = cameras.map(({ id, open }) => {
    let query = db.selectFrom('events').selectAll().where('camera_id', '=', id);
    if (open.from !== wholeArchive.from) query = query.where('start_ms', '>=', open.from);
    if (open.to !== wholeArchive.to) query = query.where('start_ms', '<', open.to);
    if (types) query = query.where('type', 'in', types);
    if (isSeen !== null)
      query = query.where(({ exists, not, selectFrom }) => {
        const view = exists(
          selectFrom('event_views')
            .select('event_views.event_id')
            .whereRef('event_views.event_id', '=', 'events.id')
            .where('event_views.customer_id', '=', customerId),
        );
        return isSeen ? view : not(view);
      });
    if (from !== null) query = query.where('start_ms', '>=', from);
    if (to !== null) query = query.where('start_ms', '<', to);
    if (before)
      query = query
        .where('start_ms', '<=', before.startAt)
        .where(({ eb, or }) => or([eb('start_ms', '<', before.startAt), eb('id', '<', before.id)]));
    return db.selectFrom(query.orderBy('start_ms', 'desc').orderBy('id', 'desc').limit(limit).as('newest')).selectAll();
  });
  return first ? others.reduce((all, query) => all.unionAll(query), first) : none;
}

/** Returns the ids of the newest events of each hundred cameras, which include the page. */
async function candidatesOf(db: Db, customerId: string, filter: EventFilter): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < filter.cameras.length; index += camerasPerQuery) {
    const some = newestOf(db, customerId, { ...filter, cameras: filter.cameras.slice(index, index + camerasPerQuery) });
    const rows = await db
      .selectFrom(some.as('events'))
      .select('id')
      .orderBy('start_ms', 'desc')
      .orderBy('id', 'desc')
      .limit(filter.limit)
      .execute();
    for (const { id } of rows) ids.push(id);
    await nextTurn();
  }
  return ids;
}

const anyTime = { types: null, isSeen: null, from: null, to: null, before: null } as const;

/** Reads the newest event of each camera. */
function newestOfEach(db: Db, customerId: string, cameraIds: readonly string[]): Promise<ShownRow[]> {
  return db
    .selectFrom('events')
    .leftJoin('event_views', (join) => join.onRef('event_views.event_id', '=', 'events.id').on('event_views.customer_id', '=', customerId))
    .leftJoin('false_alarms', 'false_alarms.event_id', 'events.id')
    .selectAll('events')
    .select(['event_views.seen_at', 'false_alarms.marked_at'])
    .where('events.id', 'in', (eb) =>
      eb
        .selectFrom('cameras')
        .select((camera) =>
          camera
            .selectFrom('events as one')
            .select('one.id')
            .whereRef('one.camera_id', '=', 'cameras.id')
            .orderBy('one.start_ms', 'desc')
            .orderBy('one.id', 'desc')
            .limit(1)
            .as('id'),
        )
        .where('cameras.id', 'in', cameraIds),
    )
    .orderBy('events.start_ms', 'desc')
    .execute();
}

type ShownRow = EventsTable & { readonly seen_at: number | null; readonly marked_at: number | null };

function toShownEvent(row: ShownRow): ShownEvent {
  return { ...toEvent(row), isSeen: row.seen_at !== null, isFalseAlarm: row.marked_at !== null };
}

function toEvent(row: EventsTable): StoredEvent {
  const { shape, madeBy, ...area } = storedPlace(row.area);
  return {
    id: row.id,
    cameraId: row.camera_id,
    type: row.type,
    startAt: row.start_ms,
    endAt: row.end_ms,
    area,
    hasPicture: row.has_picture > 0,
    ...(row.has_picture === 2 && { isPictureImproved: true as const }),
    score: row.score,
    label: row.label,
    ...(shape && { shape }),
    ...(madeBy !== undefined && { madeBy }),
  };
}

/** What the column `area` has. Servers of earlier versions take all of it for the area, and their answers leave out what they don't know. */
type StoredPlace = EventArea & Pick<StoredEvent, 'shape' | 'madeBy'>;

function placeOf({ area, shape, madeBy }: Pick<StoredEvent, 'area' | 'shape' | 'madeBy'>): string {
  return JSON.stringify({ ...area, shape, madeBy });
}

function storedPlace(text: string): StoredPlace {
  // Only placeOf() writes it.
  return JSON.parse(text) as StoredPlace;
}

/** Returns the node whose disk has the picture of an event, or the film of a day; null when that is not known. */
export async function readEventMaker(db: Db, eventId: string): Promise<string | null> {
  return (await createEventsRepository(db).find(eventId))?.madeBy ?? null;
}
