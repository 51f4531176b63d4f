import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Expression, type SqlBool } from 'kysely';
import { eventType, type EventCounts, type EventTimelineMark, type EventType } from '@watchpost/contract/schemas/events';
import type { Db } from '../../db/database.ts';
import { wholeArchive, type OpenArchive } from '../../kernel/access/open-archive.ts';
import type { ReadableCamera } from './events-repository.ts';

interface EventRange {
  readonly from: number | null;
  readonly to: number | null;
}

interface EventDaysFilter {
  readonly cameras: readonly ReadableCamera[];
  readonly types: readonly EventType[] | null;
  /** In order; bounds in Unix ms, `to` exclusive. */
  readonly days: readonly { readonly date: string; readonly from: number; readonly to: number }[];
}

/** Counts and samples events in the database, so that ten thousand of them cost a few milliseconds. */
export interface EventSummaries {
  /** Returns at most one mark per step and type, in order of time, of the open part of the range. */
  marks(
    cameraId: string,
    range: { readonly from: number; readonly to: number; readonly step: number },
    part?: { readonly from: number; readonly to: number },
  ): Promise<EventTimelineMark[]>;
  /** Returns those of the given days that have an event: each is an index search that stops at the first hit. */
  days(filter: EventDaysFilter): Promise<string[]>;
  counts(customerId: string, cameras: readonly ReadableCamera[], range: EventRange): Promise<EventCounts>;
  /** Marks the events of a filter in batches, so that other work is not blocked. */
  markAllSeen(
    customerId: string,
    filter: {
      readonly cameras: readonly ReadableCamera[];
      readonly types: readonly EventType[] | null;
      readonly from: number;
      readonly to: number;
    },
    at: number,
  ): Promise<void>;
}

const markBatchSize = 250;
/** Cameras per query about days: the query names each once per day, and databases limit the parameters. */
const camerasPerQuery = 100;

export function createEventSummaries(db: Db): EventSummaries {
  return {
    marks: async (cameraId, { from, to, step }, part = { from, to }) => {
      const index = sql<number>`(start_ms - cast(${from} as bigint)) / cast(${step} as bigint)`;
      const rows = await db
        .selectFrom('events')
        // Times of this century all have 13 digits, so the smallest text is the earliest event, with its id.
        .select([
          'type',
          index.as('step'),
          sql<number>`count(*)`.as('count'),
          sql<string>`min(cast(start_ms as text) || '.' || id)`.as('first'),
        ])
        .where('camera_id', '=', cameraId)
        .where('start_ms', '>=', part.from)
        .where('start_ms', '<', part.to)
        .groupBy(['type', sql`2`])
        .execute();
      return ofKnownTypes(rows)
        .map(({ type, count, first }) => ({
          at: Number(first.slice(0, first.indexOf('.'))),
          type,
          count,
          eventId: first.slice(first.indexOf('.') + 1),
        }))
        .toSorted((a, b) => a.at - b.at);
    },
    days: async ({ cameras, types, days }) => {
      const found = new Set<string>();
      for (const { ids, open } of groupByOpenPart(cameras, camerasPerQuery)) {
        const wanted = days
          .map((day) => ({ ...day, from: Math.max(day.from, open.from), to: Math.min(day.to, open.to) }))
          .filter(({ date, from, to }) => to > from && !found.has(date));
        const [first, ...others] = wanted.map(({ date, from, to }) =>
          db.selectNoFrom(sql<string>`cast(${date} as text)`.as('date')).where(({ exists, selectFrom }) =>
            exists(
              selectFrom('events')
                .select('id')
                .where('camera_id', 'in', ids)
                .where('start_ms', '>=', from)
                .where('start_ms', '<', to)
                .$if(types !== null, (query) => query.where('type', 'in', types ?? [])),
            ),
          ),
        );
        if (!first) continue;
        for (const { date } of await others.reduce((all, query) => all.unionAll(query), first).execute()) found.add(date);
        await nextTurn();
      }
      return days.flatMap(({ date }) => (found.has(date) ? [date] : []));
    },
    counts: async (customerId, cameras, range) => {
      if (cameras.length === 0) return { total: 0, unseen: 0, types: {}, falseAlarms: 0 };
      const types: Partial<Record<EventType, number>> = {};
      let [total, seen, falseAlarms] = [0, 0, 0];
      // One camera after the other: counting a month of many takes long, and SQLite's answers come without a pause.
      for (const { id: cameraId, open } of cameras) {
        const from = Math.max(range.from ?? wholeArchive.from, open.from);
        const to = Math.min(range.to ?? wholeArchive.to, open.to);
        // Without a range the query does not mention time: then the index ordered by type counts them without sorting.
        const isBounded = from !== wholeArchive.from || to !== wholeArchive.to;
        const within = (column: 'events.start_ms' | 'event_views.start_ms' | 'false_alarms.start_ms'): Expression<SqlBool> =>
          sql<SqlBool>`${sql.ref(column)} >= cast(${from} as bigint) and ${sql.ref(column)} < cast(${to} as bigint)`;
        const byType = ofKnownTypes(
          await db
            .selectFrom('events')
            .select(['type', sql<number>`count(*)`.as('count')])
            .where('camera_id', '=', cameraId)
            .$if(isBounded, (query) => query.where(within('events.start_ms')))
            .groupBy('type')
            .execute(),
        );
        for (const { type, count } of byType) types[type] = (types[type] ?? 0) + count;
        total += byType.reduce((sum, { count }) => sum + count, 0);
        const views = await db
          .selectFrom('event_views')
          .select(sql<number>`count(*)`.as('count'))
          .where('customer_id', '=', customerId)
          .where('camera_id', '=', cameraId)
          .$if(isBounded, (query) => query.where(within('event_views.start_ms')))
          .executeTakeFirst();
        seen += views?.count ?? 0;
        const alarms = await db
          .selectFrom('false_alarms')
          .select(sql<number>`count(*)`.as('count'))
          .where('camera_id', '=', cameraId)
          .$if(isBounded, (query) => query.where(within('false_alarms.start_ms')))
          .executeTakeFirst();
        falseAlarms += alarms?.count ?? 0;
        await nextTurn();
      }
      return { total, unseen: Math.max(0, total - seen), types, falseAlarms };
    },
    markAllSeen: async (customerId, { cameras, types, ...range }, at) => {
      for (const { id: cameraId, open } of cameras) {
        const to = Math.min(range.to, open.to);
        for (let since = Math.max(range.from, open.from); ;) {
          const unseen = await db
            .selectFrom('events')
            .leftJoin('event_views', (join) =>
              join.onRef('event_views.event_id', '=', 'events.id').on('event_views.customer_id', '=', customerId),
            )
            .select(['events.id', 'events.camera_id', 'events.start_ms'])
            .where('events.camera_id', '=', cameraId)
            .where('events.start_ms', '>=', since)
            .where('events.start_ms', '<', to)
            .where('event_views.seen_at', 'is', null)
            .$if(types !== null, (query) => query.where('events.type', 'in', types ?? []))
            .orderBy('events.start_ms')
            .limit(markBatchSize)
            .execute();
          const last = unseen.at(-1);
          if (!last) break;
          const rows = unseen.map(({ id, camera_id, start_ms }) => ({
            event_id: id,
            customer_id: customerId,
            seen_at: at,
            camera_id,
            start_ms,
          }));
          await db
            .insertInto('event_views')
            .values(rows)
            .onConflict((conflict) => conflict.columns(['customer_id', 'event_id']).doNothing())
            .execute();
          since = last.start_ms;
          await nextTurn();
        }
      }
    },
  };
}

/** Leaves out what a newer version has stored, and this one has no name for. */
function ofKnownTypes<T extends { readonly type: string }>(rows: readonly T[]): T[] {
  return rows.filter(({ type }) => eventType.safeParse(type).success);
}

/** Groups cameras that are open for the same time; most have no limits, and share a group. */
function groupByOpenPart(cameras: readonly ReadableCamera[], size: number): { readonly ids: string[]; readonly open: OpenArchive }[] {
  const groups: { ids: string[]; open: OpenArchive }[] = [];
  const last = new Map<string, { ids: string[]; open: OpenArchive }>();
  for (const { id, open } of cameras) {
    const key = `${open.from} ${open.to}`;
    const known = last.get(key);
    if (known && known.ids.length < size) {
      known.ids.push(id);
      continue;
    }
    const group = { ids: [id], open };
    last.set(key, group);
    groups.push(group);
  }
  return groups;
}
