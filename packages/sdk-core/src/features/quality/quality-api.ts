import { getQualitySummary, sendQualityReport } from '@watchpost/contract/endpoints/quality';
import type { QualityDays, QualityReport, QualitySummary } from '@watchpost/contract/schemas/quality';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** The period of a summary. */
export interface QualitySummaryOptions extends CallOptions {
  /** The last 1, 7 or 30 days by UTC, today included; 7 by default. */
  readonly days?: QualityDays | undefined;
}

/** What a player calls. */
export interface QualityViewerApi {
  /**
   * Reports how a view of a camera went. The player does this by itself when its `report` is `server`; call it for a player of your own.
   * The request outlives the page.
   * @throws {WatchpostError} `not-found` for a camera that the viewer can't see, `access-outside-hours`, `too-many-requests`
   * @example await client.quality.report(cameraId, report);
   */
  report(cameraId: string, report: QualityReport, options?: CallOptions): Promise<void>;
}

/** How well cameras play, and for whom. */
export interface QualityApi extends QualityViewerApi {
  /**
   * Returns sums of the last days by camera and browser, for cameras that the user owns or has full access to. Durations are milliseconds.
   * @throws {WatchpostError} `network`, `aborted`
   * @example
   * const { rows } = await client.quality.summary({ days: 7 });
   * const slow = rows.filter(({ startupP95Ms }) => startupP95Ms !== null && startupP95Ms > 5_000);
   */
  summary(options?: QualitySummaryOptions): Promise<QualitySummary>;
}

export function createQualityViewerApi(http: HttpClient): QualityViewerApi {
  return {
    report: async (cameraId, body, options) => {
      await http.request(sendQualityReport, { ...options, query: { cameraId }, body, keepalive: true });
    },
  };
}

export function createQualityApi(http: HttpClient): QualityApi {
  return {
    ...createQualityViewerApi(http),
    summary: ({ days, ...options } = {}) => http.request(getQualitySummary, { ...options, query: { days } }),
  };
}
