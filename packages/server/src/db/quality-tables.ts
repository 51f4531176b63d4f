import type { QualityBrowser, QualityTransport } from '@watchpost/contract/schemas/quality';

type Flag = 0 | 1;

/** The last report of a view, so that none counts twice; deleted a day after it. */
interface QualityViewsTable {
  camera_id: string;
  view_id: string;
  sequence: number;
  /** The UTC day on which the view was counted last, Unix milliseconds of its start. */
  day: number;
  /** Whether it had an error on that day. */
  has_error: Flag;
  reported_at: number;
}

/** Sums of the reports of one UTC day. */
export interface QualitySumsTable {
  camera_id: string;
  day: number;
  browser: QualityBrowser;
  /** Major version; 0 for an unknown one. */
  browser_version: number;
  /** `none`: without a picture. */
  transport: QualityTransport | 'none';
  views: number;
  views_with_errors: number;
  watched_ms: number;
  stall_count: number;
  stall_ms: number;
  frames_decoded: number;
  frames_dropped: number;
}

/** How many values of one UTC day fell into each bucket of `quality-histogram.ts`. */
export interface QualityHistogramsTable {
  camera_id: string;
  day: number;
  browser: QualityBrowser;
  metric: 'startup' | 'latency' | 'latency-high';
  bucket: number;
  count: number;
}

export interface QualityTables {
  quality_views: QualityViewsTable;
  quality_sums: QualitySumsTable;
  quality_histograms: QualityHistogramsTable;
}
