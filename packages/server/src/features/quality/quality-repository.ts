import type { QualityReport } from '@watchpost/contract/schemas/quality';
import type { Db } from '../../db/database.ts';
import type { QualityHistogramsTable, QualitySumsTable } from '../../db/quality-tables.ts';
import { bucketOf } from './quality-histogram.ts';

/** Stores what players report, summed up. */
export interface QualityRepository {
  /**
   * Adds a report to the sums of a UTC day.
   * @param now Unix milliseconds
   * @returns false for a report that was added before, or is older than one that was
   */
  add(cameraId: string, report: QualityReport, now: number): Promise<boolean>;
  /** Reads the sums of some cameras from a day on. @param since the day's start, Unix milliseconds */
  read(cameraIds: readonly string[], since: number): Promise<QualitySums>;
  /** Deletes days before `day` and views whose last report is older than `reportedBefore`, in small steps. */
  deleteBefore(day: number, reportedBefore: number): Promise<void>;
}

/** What the days of a period come to. */
export interface QualitySums {
  readonly sums: readonly Omit<QualitySumsTable, 'day'>[];
  readonly histograms: readonly Omit<QualityHistogramsTable, 'day'>[];
}

export const dayMs = 86_400_000;
/** Browsers and transports of one camera and day; further ones count as another browser. More than browsers have versions in use. */
const maxRowsOfDay = 200;
/** Cameras per query. */
const batchCameras = 500;
/** Rows per statement, so that none holds the database for long. */
const batchRows = 1_000;

/** Returns the start of a moment's UTC day. */
export function dayOf(at: number): number {
  return Math.floor(at / dayMs) * dayMs;
}

export function createQualityRepository(db: Db): QualityRepository {
  return {
    add: (cameraId, report, now) =>
      db.transaction().execute(async (transaction) => {
        const day = dayOf(now);
        const hasError = Object.keys(report.errors).length > 0;
        const counted = await countView(transaction, { cameraId, report, day, hasError, now });
        if (!counted) return false;
        const key = await keyOf(transaction, { cameraId, day, report });
        const values = {
          views: counted.isNew ? 1 : 0,
          views_with_errors: counted.isFirstError ? 1 : 0,
          watched_ms: report.watchedMs,
          stall_count: report.stallCount,
          stall_ms: report.stallMs,
          frames_decoded: report.framesDecoded,
          frames_dropped: report.framesDropped,
        };
        await transaction
          .insertInto('quality_sums')
          .values({ ...key, ...values })
          .onConflict((conflict) =>
            conflict.columns(['camera_id', 'day', 'browser', 'browser_version', 'transport']).doUpdateSet((eb) => ({
              views: eb('quality_sums.views', '+', values.views),
              views_with_errors: eb('quality_sums.views_with_errors', '+', values.views_with_errors),
              watched_ms: eb('quality_sums.watched_ms', '+', values.watched_ms),
              stall_count: eb('quality_sums.stall_count', '+', values.stall_count),
              stall_ms: eb('quality_sums.stall_ms', '+', values.stall_ms),
              frames_decoded: eb('quality_sums.frames_decoded', '+', values.frames_decoded),
              frames_dropped: eb('quality_sums.frames_dropped', '+', values.frames_dropped),
            })),
          )
          .execute();
        const measured = [
          ['startup', report.startupMs],
          ['latency', report.latencyP50Ms],
          ['latency-high', report.latencyP95Ms],
        ] as const;
        for (const [metric, value] of measured) {
          if (value === null) continue;
          await transaction
            .insertInto('quality_histograms')
            .values({ camera_id: cameraId, day, browser: key.browser, metric, bucket: bucketOf(value), count: 1 })
            .onConflict((conflict) =>
              conflict
                .columns(['camera_id', 'day', 'browser', 'metric', 'bucket'])
                .doUpdateSet((eb) => ({ count: eb('quality_histograms.count', '+', 1) })),
            )
            .execute();
        }
        return true;
      }),

    read: async (cameraIds, since) => {
      const sums: Omit<QualitySumsTable, 'day'>[] = [];
      const histograms: Omit<QualityHistogramsTable, 'day'>[] = [];
      for (let at = 0; at < cameraIds.length; at += batchCameras) {
        const batch = cameraIds.slice(at, at + batchCameras);
        sums.push(...(await readSums(db, batch, since)));
        histograms.push(...(await readHistograms(db, batch, since)));
      }
      return { sums, histograms };
    },

    deleteBefore: async (day, reportedBefore) => {
      await db.deleteFrom('quality_sums').where('day', '<', day).execute();
      await db.deleteFrom('quality_histograms').where('day', '<', day).execute();
      for (;;) {
        const old = await db
          .selectFrom('quality_views')
          .select(['camera_id', 'view_id'])
          .where('reported_at', '<', reportedBefore)
          .limit(batchRows)
          .execute();
        if (old.length === 0) return;
        await db
          .deleteFrom('quality_views')
          .where('reported_at', '<', reportedBefore)
          .where(
            'view_id',
            'in',
            old.map(({ view_id: id }) => id),
          )
          .execute();
      }
    },
  };
}

interface CountedView {
  /** Counts as a view of the day. */
  readonly isNew: boolean;
  /** Counts as a view with errors of the day. */
  readonly isFirstError: boolean;
}

interface ReportOfDay {
  readonly cameraId: string;
  readonly report: QualityReport;
  readonly day: number;
  readonly hasError: boolean;
  readonly now: number;
}

/** Remembers the report. @returns null for one that was counted before */
async function countView(db: Db, { cameraId, report, day, hasError, now }: ReportOfDay): Promise<CountedView | null> {
  const { viewId, sequence } = report;
  const added = await db
    .insertInto('quality_views')
    .values({ camera_id: cameraId, view_id: viewId, sequence, day, has_error: hasError ? 1 : 0, reported_at: now })
    .onConflict((conflict) => conflict.columns(['camera_id', 'view_id']).doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 1n) return { isNew: true, isFirstError: hasError };
  const before = await db
    .selectFrom('quality_views')
    .select(['day', 'has_error'])
    .where('camera_id', '=', cameraId)
    .where('view_id', '=', viewId)
    .executeTakeFirst();
  const isNew = before === undefined || before.day < day;
  const hadError = !isNew && before?.has_error === 1;
  // When two copies arrive at the same moment, one finds its own sequence number here.
  const { numUpdatedRows } = await db
    .updateTable('quality_views')
    .set({ sequence, day, has_error: hasError || hadError ? 1 : 0, reported_at: now })
    .where('camera_id', '=', cameraId)
    .where('view_id', '=', viewId)
    .where('sequence', '<', sequence)
    .executeTakeFirst();
  return numUpdatedRows === 1n ? { isNew, isFirstError: hasError && !hadError } : null;
}

type SumsKey = Pick<QualitySumsTable, 'camera_id' | 'day' | 'browser' | 'browser_version' | 'transport'>;

/** Returns the row that a report is added to; that of another browser once a day has too many. */
async function keyOf(db: Db, { cameraId, day, report }: Pick<ReportOfDay, 'cameraId' | 'day' | 'report'>): Promise<SumsKey> {
  const key: SumsKey = {
    camera_id: cameraId,
    day,
    browser: report.browser,
    browser_version: report.browserVersion ?? 0,
    transport: report.transport ?? 'none',
  };
  const ofDay = db.selectFrom('quality_sums').where('camera_id', '=', cameraId).where('day', '=', day);
  const known = await ofDay
    .select('day')
    .where('browser', '=', key.browser)
    .where('browser_version', '=', key.browser_version)
    .where('transport', '=', key.transport)
    .executeTakeFirst();
  if (known) return key;
  const { total } = await ofDay.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return Number(total) < maxRowsOfDay ? key : { ...key, browser: 'other', browser_version: 0 };
}

async function readSums(db: Db, cameraIds: readonly string[], since: number): Promise<Omit<QualitySumsTable, 'day'>[]> {
  const keys = ['camera_id', 'browser', 'browser_version', 'transport'] as const;
  const rows = await db
    .selectFrom('quality_sums')
    .where('camera_id', 'in', cameraIds)
    .where('day', '>=', since)
    .groupBy(keys)
    .select(keys)
    .select(({ fn }) => [
      fn.sum('views').as('views'),
      fn.sum('views_with_errors').as('views_with_errors'),
      fn.sum('watched_ms').as('watched_ms'),
      fn.sum('stall_count').as('stall_count'),
      fn.sum('stall_ms').as('stall_ms'),
      fn.sum('frames_decoded').as('frames_decoded'),
      fn.sum('frames_dropped').as('frames_dropped'),
    ])
    .execute();
  // PostgreSQL returns sums as text.
  return rows.map((row) => ({
    ...row,
    views: Number(row.views),
    views_with_errors: Number(row.views_with_errors),
    watched_ms: Number(row.watched_ms),
    stall_count: Number(row.stall_count),
    stall_ms: Number(row.stall_ms),
    frames_decoded: Number(row.frames_decoded),
    frames_dropped: Number(row.frames_dropped),
  }));
}

async function readHistograms(db: Db, cameraIds: readonly string[], since: number): Promise<Omit<QualityHistogramsTable, 'day'>[]> {
  const keys = ['camera_id', 'browser', 'metric', 'bucket'] as const;
  const rows = await db
    .selectFrom('quality_histograms')
    .where('camera_id', 'in', cameraIds)
    .where('day', '>=', since)
    .groupBy(keys)
    .select(keys)
    .select(({ fn }) => fn.sum('count').as('count'))
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
