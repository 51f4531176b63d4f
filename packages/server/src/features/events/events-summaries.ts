import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql, type Expression, type SqlBool } from 'kysely';
import type { EventCounts, EventTimelineMark, EventType } from '@watchpost/contract/schemas/events';
import type { Db } from '../../db/database.ts';

export interface EventRange {
  readonly from: number | null;
  readonly to: number | null;
}

export interface EventDaysFilter {
  readonly cameraIds: readonly string[];
  readonly types: readonly EventType[] | null;
  /** In order; bounds in Unix ms, `to` exclusive. */
  readonly days: readonly { readonly date: string; readonly from: number; readonly to: number }[];
}

/** Events counted and thinned out by the database, so that ten thousand of them cost a few milliseconds. */
export interface EventSummaries {
  /** At most one mark a step and type, in order of time. */
  marks(cameraId: string, range: { readonly from: number; readonly to: number; readonly step: number }): Promise<EventTimelineMark[]>;
  /** Those of the given days that have an event: each is looked for by the index, and the first found is enough. */
  days(filter: EventDaysFilter): Promise<string[]>;
  counts(customerId: string, cameraIds: readonly string[], range: EventRange): Promise<EventCounts>;
  /** Marks what a filter finds, a part at a time, so that nobody waits for all of it. */
  markAllSeen(customerId: string, filter: { readonly cameraIds: readonly string[]; readonly types: readonly EventType[] | null; readonly from: number; readonly to: number }, at: number): Promise<void>;
}

const markAtOnce = 250;
/** Cameras in one question about days: each stands in it once a day, and databases limit the parameters. */
const camerasAtOnce = 100;

export function createEventSummaries(db: Db): EventSummaries {
  return {
    marks: async (cameraId, { from, to, step }) => {
      const index = sql<number>`(start_ms - cast(${from} as bigint)) / cast(${step} as bigint)`;
      const rows = await db
        .selectFrom('events')
        // Times of this century all have 13 digits, so the smallest text is the earliest event, with its id.
        .select(['type', index.as('step'), sql<number>`count(*)`.as('count'), sql<string>`min(cast(start_ms as text) || '.' || id)`.as('first')])
        .where('camera_id', '=', cameraId)
        .where('start_ms', '>=', from)
        .where('start_ms', '<', to)
        .groupBy(['type', sql`2`])
        .execute();
      return rows
        .map(({ type, count, first }) => ({ at: Number(first.slice(0, first.indexOf('.'))), type, count, eventId: first.slice(first.indexOf('.') + 1) }))
        .toSorted((a, b) => a.at - b.at);
    },
    days: async ({ cameraIds, types, days }) => {
      const found = new Set<string>();
      for (let index = 0; index < cameraIds.length; index += camerasAtOnce) {
        const part = cameraIds.slice(index, index + camerasAtOnce);
        const open = days.filter(({ date, from, to }) => to > from && !found.has(date));
        const [first, ...others] = open.map(({ date, from, to }) =>
          db.selectNoFrom(sql<string>`cast(${date} as text)`.as('date')).where(({ exists, selectFrom }) =>
            exists(
              selectFrom('events')
                .select('id')
                .where('camera_id', 'in', part)
                .where('start_ms', '>=', from)
                .where('start_ms', '<', to)
                .$if(types !== null, (query) => query.where('type', 'in', types ?? [])),
            ),
          ),
        );
        if (!first) break;
        for (const { date } of await others.reduce((all, query) => all.unionAll(query), first).execute()) found.add(date);
        await nextTurn();
      }
      return days.flatMap(({ date }) => (found.has(date) ? [date] : []));
    },
    counts: async (customerId, cameraIds, { from, to }) => {
      if (cameraIds.length === 0) return { total: 0, unseen: 0, types: {} };
      // Without a range nothing is said about time: then the index that is in order of types counts them without sorting.
      const isBounded = from !== null || to !== null;
      const within = (column: 'events.start_ms' | 'event_views.start_ms'): Expression<SqlBool> =>
        sql<SqlBool>`${sql.ref(column)} >= cast(${from ?? 0} as bigint) and ${sql.ref(column)} < cast(${to ?? Number.MAX_SAFE_INTEGER} as bigint)`;
      const types: Partial<Record<EventType, number>> = {};
      let [total, seen] = [0, 0];
      // One camera after the other: a month of many is much to count, and SQLite's answers come without a pause.
      for (const cameraId of cameraIds) {
        const byType = await db
          .selectFrom('events')
          .select(['type', sql<number>`count(*)`.as('count')])
          .where('camera_id', '=', cameraId)
          .$if(isBounded, (query) => query.where(within('events.start_ms')))
          .groupBy('type')
          .execute();
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
        await nextTurn();
      }
      return { total, unseen: Math.max(0, total - seen), types };
    },
    markAllSeen: async (customerId, { cameraIds, types, from, to }, at) => {
      for (const cameraId of cameraIds) {
        for (let since = from; ; ) {
          const unseen = await db
            .selectFrom('events')
            .leftJoin('event_views', (join) => join.onRef('event_views.event_id', '=', 'events.id').on('event_views.customer_id', '=', customerId))
            .select(['events.id', 'events.camera_id', 'events.start_ms'])
            .where('events.camera_id', '=', cameraId)
            .where('events.start_ms', '>=', since)
            .where('events.start_ms', '<', to)
            .where('event_views.seen_at', 'is', null)
            .$if(types !== null, (query) => query.where('events.type', 'in', types ?? []))
            .orderBy('events.start_ms')
            .limit(markAtOnce)
            .execute();
          const last = unseen.at(-1);
          if (!last) break;
          const rows = unseen.map(({ id, camera_id, start_ms }) => ({ event_id: id, customer_id: customerId, seen_at: at, camera_id, start_ms }));
          await db.insertInto('event_views').values(rows).onConflict((conflict) => conflict.columns(['customer_id', 'event_id']).doNothing()).execute();
          since = last.start_ms;
          await nextTurn();
        }
      }
    },
  };
}
