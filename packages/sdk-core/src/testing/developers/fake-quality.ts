import { getQualitySummary, sendQualityReport } from '@watchpost/contract/endpoints/quality';
import type { Endpoint } from '@watchpost/contract/kernel';
import type { QualityReport, QualityRow } from '@watchpost/contract/schemas/quality';

/** The in-memory server's sums of quality reports. */
export interface FakeQualityState {
  /** Sums of every period; none of them change by reports. */
  qualityRows: QualityRow[];
}

export function createFakeQuality(): FakeQualityState {
  return { qualityRows: [] };
}

/** Builds a row of a camera that plays well; a test sets only the fields it depends on. */
export function buildQualityRow(row: Partial<QualityRow> = {}): QualityRow {
  return {
    cameraId: 'camera-1',
    browser: 'chrome',
    browserVersions: [141],
    views: 40,
    viewsWithErrors: 0,
    watchedMs: 7_200_000,
    stallCount: 2,
    stallMs: 1_800,
    framesDecoded: 180_000,
    framesDropped: 90,
    startupP50Ms: 420,
    startupP95Ms: 900,
    latencyP50Ms: 480,
    latencyP95Ms: 800,
    transports: [{ transport: 'websocket', watchedMs: 7_200_000 }],
    ...row,
  };
}

/** Builds the report of a minute that went well. */
export function buildQualityReport(report: Partial<QualityReport> = {}): QualityReport {
  return {
    viewId: '0123456789abcdef0123456789abcdef',
    sequence: 0,
    page: 'app',
    startupMs: 420,
    watchedMs: 60_000,
    stallCount: 0,
    stallMs: 0,
    latencyP50Ms: 480,
    latencyP95Ms: 800,
    framesDecoded: 1_500,
    framesDropped: 1,
    transport: 'websocket',
    transports: ['websocket'],
    transportSwitches: 0,
    renditionSwitches: 0,
    errors: {},
    browser: 'chrome',
    browserVersion: 141,
    system: 'linux',
    elementVersion: '0.0.0',
    ...report,
  };
}

/** Answers a call about quality; null for any other call. */
export function answerQuality(
  is: (endpoint: Endpoint) => boolean,
  query: URLSearchParams,
  { qualityRows }: FakeQualityState,
): Response | null {
  if (is(sendQualityReport)) return new Response(null, { status: 204 });
  if (is(getQualitySummary)) return Response.json({ days: Number(query.get('days') ?? 7), rows: qualityRows });
  return null;
}
