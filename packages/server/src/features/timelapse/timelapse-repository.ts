import type { TimelapseChannel, TimelapseValues } from '@watchpost/contract/schemas/timelapse';
import { timelapseByDefault, timelapseValuesSchema } from '@watchpost/contract/schemas/timelapse';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { TimelapsesTable } from '../../db/timelapse-tables.ts';
import { knownOf } from '../../kernel/contract/known.ts';
import { newId } from '../../kernel/ids.ts';
import { releaseCopies } from '../../media/object-store/object-sweep.ts';
import type { Span } from '../../media/recording/spans.ts';

/** A camera whose days are filmed. */
interface FilmedCamera {
  readonly cameraId: string;
  readonly timeZone: string;
  /** Unix ms. */
  readonly enabledAt: number;
  readonly values: TimelapseValues;
}

/** The film of a camera's day. */
export interface TimelapseFilm {
  readonly cameraId: string;
  readonly day: string;
  readonly eventId: string;
  readonly span: Span;
  readonly lengthSeconds: number;
  readonly channels: readonly TimelapseChannel[];
  readonly state: TimelapsesTable['state'];
  /** Attempts that failed. */
  readonly attempts: number;
}

/** A film that this process makes. */
export interface LeasedFilm extends TimelapseFilm {
  readonly lease: string;
}

interface TimelapseRepository {
  read(cameraId: string): Promise<TimelapseValues>;
  /** @param now Unix ms; hours before a camera was enabled are not filmed */
  write(cameraId: string, values: TimelapseValues, now: number): Promise<void>;
  /** Of a node, the cameras that it holds. */
  filmedCameras(): Promise<FilmedCamera[]>;
  /** Notes that a film is due, once. */
  plan(film: Pick<TimelapseFilm, 'cameraId' | 'day' | 'span' | 'lengthSeconds' | 'channels'>, dueAt: number, sendAt: number): Promise<void>;
  /** Takes the film that has been due longest, for `leaseMs`; null for none. */
  claim(now: number): Promise<LeasedFilm | null>;
  /** Extends the lease. Returns false when another process has taken the film: this one must stop. */
  renew(film: LeasedFilm, now: number): Promise<boolean>;
  /** Ends the work on a film. Returns false when the lease was lost; then nothing is changed. */
  finish(film: LeasedFilm, state: 'made' | 'empty' | 'failed'): Promise<boolean>;
  /** Gives a film up until later. @param countsAsAttempt false when the server only stops */
  postpone(film: LeasedFilm, dueAt: number, countsAsAttempt: boolean): Promise<void>;
  /** The films that are to be announced, or whose push messages were not queued. */
  unsent(now: number): Promise<(TimelapseFilm & { readonly isPublished: boolean })[]>;
  /** Marks a film as published, once. Returns false when it was, or is gone. */
  publish(film: TimelapseFilm, now: number): Promise<boolean>;
  pushed(film: TimelapseFilm, now: number): Promise<void>;
  find(cameraId: string, eventId: string): Promise<TimelapseFilm | null>;
  /**
   * Gives up the films that show any of a range, because its footage is deleted: those that were not announced yet are made again, of what
   * is left. @returns the announced ones: call `setEmpty` once their files are gone
   */
  withdraw(cameraId: string, range: Span, now: number): Promise<Pick<TimelapseFilm, 'cameraId' | 'eventId'>[]>;
  setEmpty(eventId: string): Promise<void>;
  /** Returns those of the ids whose films are made, or are being made. */
  kept(eventIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns those of the ids whose films are made. */
  made(eventIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Deletes films that are older than their camera's archive, and returns them. */
  deleteExpired(now: number): Promise<Pick<TimelapseFilm, 'cameraId' | 'eventId'>[]>;
}

/** A process that is killed holds its film for this long. */
export const leaseMs = 120_000;
const dayMs = 86_400_000;
const batch = 100;

/**
 * @param nodeId limits what is made, announced and deleted to the cameras that this node holds: films are files, and requests for them go to
 * the camera's node. Null where one machine runs alone.
 */
export function createTimelapseRepository(db: Db, nodeId: string | null = null): TimelapseRepository {
  const isHeldHere = (column: string): RawBuilder<boolean> =>
    nodeId === null
      ? sql<boolean>`1 = 1`
      : sql<boolean>`${sql.ref(column)} in (select camera_id from camera_leases where node_id = ${nodeId})`;
  return {
    read: async (cameraId) => {
      const row = await db.selectFrom('timelapse_settings').selectAll().where('camera_id', '=', cameraId).executeTakeFirst();
      return row ? valuesOf(row) : timelapseByDefault;
    },
    write: async (cameraId, { isEnabled, ...settings }, now) => {
      const values = { is_enabled: isEnabled ? (1 as const) : (0 as const), settings: JSON.stringify(settings) };
      await db
        .insertInto('timelapse_settings')
        .values({ camera_id: cameraId, enabled_at: now, ...values })
        .onConflict((conflict) =>
          conflict.column('camera_id').doUpdateSet({
            ...values,
            enabled_at: sql<number>`case when timelapse_settings.is_enabled = 1 then timelapse_settings.enabled_at else excluded.enabled_at end`,
          }),
        )
        .execute();
    },
    filmedCameras: async () => {
      const rows = await db
        .selectFrom('timelapse_settings')
        .innerJoin('cameras', 'cameras.id', 'timelapse_settings.camera_id')
        .innerJoin('customers', 'customers.id', 'cameras.owner_id')
        .selectAll('timelapse_settings')
        .select('cameras.time_zone')
        .where('timelapse_settings.is_enabled', '=', 1)
        .where('customers.deleted_at', 'is', null)
        .where(isHeldHere('timelapse_settings.camera_id'))
        .execute();
      return rows.map((row) => ({
        cameraId: row.camera_id,
        timeZone: row.time_zone,
        enabledAt: row.enabled_at,
        values: valuesOf(row),
      }));
    },
    plan: async ({ cameraId, day, span, lengthSeconds, channels }, dueAt, sendAt) => {
      await db
        .insertInto('timelapses')
        .values({
          camera_id: cameraId,
          day,
          event_id: newId('evt'),
          from_ms: span.from,
          to_ms: span.to,
          length_seconds: lengthSeconds,
          channels: JSON.stringify(channels),
          state: 'waiting',
          due_at: dueAt,
          lease: null,
          attempts: 0,
          send_at: sendAt,
          published_at: null,
          pushed_at: null,
        })
        .onConflict((conflict) => conflict.columns(['camera_id', 'day']).doNothing())
        .execute();
    },
    claim: async (now) => {
      for (;;) {
        const next = await db
          .selectFrom('timelapses')
          .select(['camera_id', 'day'])
          .where('state', '=', 'waiting')
          .where('due_at', '<=', now)
          .where(isHeldHere('camera_id'))
          .orderBy('due_at')
          .orderBy('camera_id')
          .limit(1)
          .executeTakeFirst();
        if (!next) return null;
        const lease = newId('lease');
        const claimed = await db
          .updateTable('timelapses')
          .set({ lease, due_at: now + leaseMs })
          .where('camera_id', '=', next.camera_id)
          .where('day', '=', next.day)
          .where('state', '=', 'waiting')
          .where('due_at', '<=', now)
          .returningAll()
          .executeTakeFirst();
        // Another process was faster: there may be others.
        if (claimed) return { ...filmOf(claimed), lease };
      }
    },
    renew: async ({ eventId, lease }, now) => {
      const { numUpdatedRows } = await db
        .updateTable('timelapses')
        .set({ due_at: now + leaseMs })
        .where('event_id', '=', eventId)
        .where('lease', '=', lease)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    finish: async ({ eventId, lease }, state) => {
      const { numUpdatedRows } = await db
        .updateTable('timelapses')
        .set({ state, lease: null })
        .where('event_id', '=', eventId)
        .where('lease', '=', lease)
        .executeTakeFirst();
      // Of a film that was withdrawn, and could not be made again.
      if (state !== 'made') await releaseFilms(db, [eventId]);
      return numUpdatedRows > 0n;
    },
    postpone: async ({ eventId, lease, attempts }, dueAt, countsAsAttempt) => {
      await db
        .updateTable('timelapses')
        .set({ lease: null, due_at: dueAt, attempts: attempts + (countsAsAttempt ? 1 : 0) })
        .where('event_id', '=', eventId)
        .where('lease', '=', lease)
        .execute();
    },
    unsent: async (now) => {
      const rows = await db
        .selectFrom('timelapses')
        .selectAll()
        .where('pushed_at', 'is', null)
        .where('send_at', '<=', now)
        .where('state', '!=', 'waiting')
        .where(isHeldHere('camera_id'))
        .orderBy('send_at')
        .limit(batch)
        .execute();
      return rows.map((row) => ({ ...filmOf(row), isPublished: row.published_at !== null }));
    },
    publish: async ({ eventId }, now) => {
      const { numUpdatedRows } = await db
        .updateTable('timelapses')
        .set({ published_at: now })
        .where('event_id', '=', eventId)
        .where('published_at', 'is', null)
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
    pushed: async ({ eventId }, now) => {
      await db.updateTable('timelapses').set({ pushed_at: now }).where('event_id', '=', eventId).execute();
    },
    find: async (cameraId, eventId) => {
      const row = await db
        .selectFrom('timelapses')
        .selectAll()
        .where('event_id', '=', eventId)
        .where('camera_id', '=', cameraId)
        .executeTakeFirst();
      return row ? filmOf(row) : null;
    },
    withdraw: async (cameraId, { from, to }, now) => {
      const again = await db
        .updateTable('timelapses')
        .set({
          state: 'waiting',
          lease: null,
          // What was not due yet stays so.
          due_at: sql<number>`case when state = 'waiting' and lease is null then due_at else cast(${now} as bigint) end`,
        })
        .where('camera_id', '=', cameraId)
        .where('from_ms', '<', to)
        .where('to_ms', '>', from)
        .where('state', 'in', ['waiting', 'made'])
        .where('published_at', 'is', null)
        .returning('event_id')
        .execute();
      await releaseFilms(
        db,
        again.map(({ event_id }) => event_id),
      );
      const rows = await db
        .selectFrom('timelapses')
        .select('event_id')
        .where('camera_id', '=', cameraId)
        .where('from_ms', '<', to)
        .where('to_ms', '>', from)
        .where('state', '=', 'made')
        .execute();
      return rows.map(({ event_id: eventId }) => ({ cameraId, eventId }));
    },
    setEmpty: async (eventId) => {
      await db.updateTable('timelapses').set({ state: 'empty' }).where('event_id', '=', eventId).execute();
      await releaseFilms(db, [eventId]);
    },
    kept: async (eventIds) => {
      const rows = await db
        .selectFrom('timelapses')
        .select('event_id')
        .where('event_id', 'in', eventIds)
        .where('state', 'in', ['waiting', 'made'])
        .execute();
      return new Set(rows.map(({ event_id: eventId }) => eventId));
    },
    made: async (eventIds) => {
      const rows = await db
        .selectFrom('timelapses')
        .select('event_id')
        .where('event_id', 'in', eventIds)
        .where('state', '=', 'made')
        .execute();
      return new Set(rows.map(({ event_id: eventId }) => eventId));
    },
    deleteExpired: async (now) => {
      const rows = await db
        .selectFrom('timelapses')
        .innerJoin('cameras', 'cameras.id', 'timelapses.camera_id')
        .select(['timelapses.camera_id as cameraId', 'timelapses.event_id as eventId'])
        .where(isHeldHere('timelapses.camera_id'))
        // As its event. Without an archive it is kept for a day.
        .where(
          sql<boolean>`timelapses.to_ms < cast(${now} as bigint) - cast(${dayMs} as bigint) * case when cameras.archive_days > 1 then cameras.archive_days else 1 end`,
        )
        .limit(batch)
        .execute();
      const ids = rows.map(({ eventId }) => eventId);
      if (ids.length > 0)
        await db.transaction().execute(async (transaction) => {
          await transaction.deleteFrom('timelapses').where('event_id', 'in', ids).execute();
          await releaseFilms(transaction, ids);
        });
      return rows;
    },
  };
}

/** Lets the copies of films go. */
function releaseFilms(db: Db, eventIds: readonly string[]): Promise<void> {
  return releaseCopies(
    db,
    eventIds.map((id) => `${id}.mp4`),
  );
}

function valuesOf(row: { readonly is_enabled: 0 | 1; readonly settings: string }): TimelapseValues {
  const parsed: unknown = JSON.parse(row.settings);
  const stored: object = typeof parsed === 'object' && parsed !== null ? parsed : {};
  // Settings that a later version adds have their default, and its channels are left out.
  return timelapseValuesSchema.parse({
    ...timelapseByDefault,
    ...stored,
    ...('channels' in stored && { channels: channelsOf(stored.channels) }),
    isEnabled: row.is_enabled === 1,
  });
}

function channelsOf(stored: unknown): TimelapseChannel[] {
  return knownOf(timelapseValuesSchema.shape.channels.element, stored);
}

function filmOf(row: TimelapsesTable): TimelapseFilm {
  return {
    cameraId: row.camera_id,
    day: row.day,
    eventId: row.event_id,
    span: { from: row.from_ms, to: row.to_ms },
    lengthSeconds: row.length_seconds,
    channels: channelsOf(JSON.parse(row.channels)),
    state: row.state,
    attempts: row.attempts,
  };
}
