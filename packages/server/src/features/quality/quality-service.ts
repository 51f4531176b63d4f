import type { QualityDays, QualityReport, QualityRow, QualitySummary } from '@watchpost/contract/schemas/quality';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { viewerIdOf, type CameraAccess } from '../../kernel/access/access.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import { accessOf, readAccessRows } from '../cameras/index.ts';
import { percentileOf } from './quality-histogram.ts';
import type { QualityMetrics } from './quality-metrics.ts';
import { dayMs, dayOf, type QualityRepository, type QualitySums } from './quality-repository.ts';

/** How well cameras play, as their viewers' players report it. */
export interface QualityService {
  /**
   * Adds a report to the sums of today; again, nothing. The report's word counts for nothing else.
   * @param address of the caller: a partner's viewers can have one name
   * @throws {AppError} too-many-requests
   */
  record(camera: CameraAccess, address: string, report: QualityReport): Promise<void>;
  /** Sums the last days up, today included, for cameras whose access the customer manages. */
  summary(customerId: string, days: QualityDays): Promise<QualitySummary>;
}

export interface QualityServiceDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly repository: QualityRepository;
  readonly metrics: QualityMetrics;
}

const limitWindowMs = 60_000;
/** A wall of 25 cameras that changes its page every 5 s sends half of it. */
const maxReportsOfViewer = 600;
/** A thousand viewers at the same time, each with a report a minute and another one as they leave. */
const maxReportsOfCamera = 3_000;

export function createQualityService({ db, clock, repository, metrics }: QualityServiceDeps): QualityService {
  const limitOfViewer = createWindowLimit({ clock, windowMs: limitWindowMs, maxCount: maxReportsOfViewer });
  const limitOfCamera = createWindowLimit({ clock, windowMs: limitWindowMs, maxCount: maxReportsOfCamera });
  return {
    record: async (camera, address, report) => {
      limitOfViewer(`${viewerIdOf(camera)} ${address}`);
      limitOfCamera(camera.cameraId);
      if (await repository.add(camera.cameraId, report, clock.now())) metrics.count(report);
    },
    summary: async (customerId, days) => {
      const now = clock.now();
      const cameras = await readAccessRows(db, customerId);
      const managed = cameras.filter((row) => accessOf(row, customerId, now)?.capabilities.canManageAccess).map(({ id }) => id);
      return { days, rows: rowsOf(managed, await repository.read(managed, dayOf(now) - (days - 1) * dayMs)) };
    },
  };
}

/** @param cameraIds in the order of the answer */
function rowsOf(cameraIds: readonly string[], { sums, histograms }: QualitySums): QualityRow[] {
  const groups = Map.groupBy(sums, ({ camera_id: cameraId, browser }) => `${cameraId} ${browser}`);
  const counts = Map.groupBy(histograms, ({ camera_id: cameraId, browser, metric }) => `${cameraId} ${browser} ${metric}`);
  const places = new Map(cameraIds.map((id, place) => [id, place]));
  const rows = [...groups].flatMap(([key, group]) => {
    const [first] = group;
    if (!first) return [];
    const percentile = (metric: 'startup' | 'latency' | 'latency-high', share: number): number | null =>
      percentileOf(new Map(counts.get(`${key} ${metric}`)?.map(({ bucket, count }) => [bucket, count])), share);
    const total = (name: 'views' | 'views_with_errors' | 'watched_ms' | 'stall_count' | 'stall_ms' | 'frames_decoded' | 'frames_dropped') =>
      group.reduce((sum, row) => sum + row[name], 0);
    const row = {
      cameraId: first.camera_id,
      browser: first.browser,
      browserVersions: [...new Set(group.map(({ browser_version: version }) => version))].filter(Boolean).toSorted((a, b) => a - b),
      views: total('views'),
      viewsWithErrors: total('views_with_errors'),
      watchedMs: total('watched_ms'),
      stallCount: total('stall_count'),
      stallMs: total('stall_ms'),
      framesDecoded: total('frames_decoded'),
      framesDropped: total('frames_dropped'),
      startupP50Ms: percentile('startup', 0.5),
      startupP95Ms: percentile('startup', 0.95),
      latencyP50Ms: percentile('latency', 0.5),
      latencyP95Ms: percentile('latency-high', 0.95),
      transports: transportsOf(group),
    } satisfies Complete<QualityRow>;
    return [row];
  });
  const placeOf = ({ cameraId }: QualityRow): number => places.get(cameraId) ?? 0;
  return rows.toSorted((a, b) => placeOf(a) - placeOf(b) || b.views - a.views || a.browser.localeCompare(b.browser));
}

function transportsOf(group: QualitySums['sums']): QualityRow['transports'] {
  const watched = new Map<QualityRow['transports'][number]['transport'], number>();
  for (const { transport, watched_ms: watchedMs } of group)
    if (transport !== 'none') watched.set(transport, (watched.get(transport) ?? 0) + watchedMs);
  return [...watched].map(([transport, watchedMs]) => ({ transport, watchedMs })).toSorted((a, b) => b.watchedMs - a.watchedMs);
}
