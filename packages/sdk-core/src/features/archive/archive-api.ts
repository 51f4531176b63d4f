import { deleteFootage, downloadClip, getArchiveDays, getClipManifest } from '@watchpost/contract/endpoints/archive';
import { fillPath } from '@watchpost/contract/kernel';
import type { ArchiveDays, SignedClipManifest } from '@watchpost/contract/schemas/archive';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';
import { serializeQuery } from '../../kernel/query.ts';
import type { ArchiveClip, ClipOptions } from './archive-clip.ts';
import { createArchiveViewerApi, wholeRange, type ArchiveViewerApi, type TimeRange } from './archive-viewer-api.ts';

/** Days of a camera's own calendar, `YYYY-MM-DD`, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Recorded video: to watch, to take along, to delete. */
export interface ArchiveApi extends ArchiveViewerApi {
  /**
   * Days with footage in the camera's own time zone, each with its bounds (23 or 25 hours when clocks change); at most 400 days.
   * @example const { days } = await client.archive.days(cameraId, { from: '2026-10-01', to: '2026-10-31' });
   */
  days(cameraId: string, range: DayRange, options?: CallOptions): Promise<ArchiveDays>;
  /**
   * Deletes what was recorded in a range, for good. Whole segments: up to 6 s more on each side may stay.
   * @throws {WatchpostError} `forbidden` for anybody but the owner
   */
  deleteFootage(cameraId: string, range: TimeRange, options?: CallOptions): Promise<void>;
  /** Address of a range of at most 3 hours as one MP4 file, for a link on the server's own origin. */
  clipUrl(cameraId: string, range: TimeRange): string;
  /**
   * That file, for pages on another origin and where progress is to be shown. A connection that breaks is taken up where it broke.
   * @throws {WatchpostError} `no-footage`, `network` after several tries without a byte
   * @example const { file, name } = await client.archive.clip(cameraId, { from, to: from + 300_000 }, { onProgress });
   * @example
   * const kept = {};
   * await client.archive.clip(cameraId, range, { kept }).catch(() => client.archive.clip(cameraId, range, { kept })); // goes on where it stopped
   */
  clip(cameraId: string, range: TimeRange, options?: ClipOptions): Promise<ArchiveClip>;
  /** Address of what `clipManifest` gives, for a link on the server's own origin. */
  clipManifestUrl(cameraId: string, range: TimeRange): string;
  /** What that file shows and its SHA-256, signed by the server: `npx watchpost verify` proves by it that the file is untouched. */
  clipManifest(cameraId: string, range: TimeRange, options?: CallOptions): Promise<SignedClipManifest>;
}

export function createArchiveApi(http: HttpClient, clock: Pick<ClockPort, 'after'>): ArchiveApi {
  const rangeUrl = (path: string, id: string, range: TimeRange): string => `${http.baseUrl}${fillPath(path, { id })}?${serializeQuery(wholeRange(range))}`;
  const clipUrl = (id: string, range: TimeRange): string => rangeUrl(downloadClip.path, id, range);
  return {
    ...createArchiveViewerApi(http),
    days: (id, { from, to }, options) => http.request(getArchiveDays, { ...options, parameters: { id }, query: { from, to } }),
    deleteFootage: (id, range, options) => http.request(deleteFootage, { ...options, parameters: { id }, query: wholeRange(range) }),
    clipUrl,
    async clip(id, range, options) {
      const { loadClip } = await import('./archive-clip.ts');
      return loadClip({ http, clock }, clipUrl(id, range), options);
    },
    clipManifestUrl: (id, range) => rangeUrl(getClipManifest.path, id, range),
    clipManifest: (id, range, options) => http.request(getClipManifest, { ...options, parameters: { id }, query: wholeRange(range) }),
  };
}
