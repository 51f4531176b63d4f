import { deleteFootage, downloadClip, getArchiveDays, getClipManifest } from '@watchpost/contract/endpoints/archive';
import { fillPath } from '@watchpost/contract/kernel';
import type { ArchiveDays, SignedClipManifest } from '@watchpost/contract/schemas/archive';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';
import { serializeQuery } from '../../kernel/query.ts';
import type { ArchiveClip, ClipOptions } from './archive-clip.ts';
import type { ArchiveDownload, DownloadOptions } from './archive-download.ts';
import { createArchiveViewerApi, wholeRange, type ArchiveViewerApi, type TimeRange } from './archive-viewer-api.ts';

/** Days of the camera's calendar, `YYYY-MM-DD`, both inclusive. */
export interface DayRange {
  readonly from: string;
  readonly to: string;
}

/** Recorded video: plays, downloads and deletes it. */
export interface ArchiveApi extends ArchiveViewerApi {
  /**
   * Lists days with footage in the camera's time zone, each with its bounds (23 or 25 hours when clocks change); at most 400 days.
   * @example const { days } = await client.archive.days(cameraId, { from: '2026-10-01', to: '2026-10-31' });
   */
  days(cameraId: string, range: DayRange, options?: CallOptions): Promise<ArchiveDays>;
  /**
   * Permanently deletes the footage of a range. Only whole segments are deleted, so up to 6 s may remain at each end.
   * @throws {WatchpostError} `forbidden` for all users except the owner
   * @example await client.archive.deleteFootage(cameraId, { from, to: from + 3_600_000 });
   */
  deleteFootage(cameraId: string, range: TimeRange, options?: CallOptions): Promise<void>;
  /**
   * Returns the URL of a range of at most 3 hours as one MP4 file, for a link on the server's own origin.
   * @example link.href = client.archive.clipUrl(cameraId, { from, to });
   */
  clipUrl(cameraId: string, range: TimeRange): string;
  /**
   * Downloads that file into memory, for pages on another origin or to show progress. An interrupted download resumes where it stopped.
   * @throws {WatchpostError} `no-footage`, `network` after several attempts without a byte
   * @example const { file, name } = await client.archive.clip(cameraId, { from, to: from + 300_000 }, { onProgress });
   * @example
   * const kept = {};
   * await client.archive.clip(cameraId, range, { kept }).catch(() => client.archive.clip(cameraId, range, { kept })); // resumes where it stopped
   */
  clip(cameraId: string, range: TimeRange, options?: ClipOptions): Promise<ArchiveClip>;
  /**
   * Opens that file as a stream, for clips that don't fit into memory. While it is read, an interrupted download resumes where it stopped.
   * @throws {WatchpostError} `no-footage`; the stream fails with `network` after several attempts without a byte, and with `conflict` if the
   *   footage changed while the connection was interrupted
   * @example
   * const { stream, name } = await client.archive.download(cameraId, { from, to: from + 3_600_000 });
   * await stream.pipeTo(Writable.toWeb(createWriteStream(name)));
   */
  download(cameraId: string, range: TimeRange, options?: DownloadOptions): Promise<ArchiveDownload>;
  /** Returns the URL of the document that `clipManifest` reads, for a link on the server's own origin. */
  clipManifestUrl(cameraId: string, range: TimeRange): string;
  /** Returns the file's content and its SHA-256, signed by the server: `npx watchpost verify` proves with it that the file is unchanged. */
  clipManifest(cameraId: string, range: TimeRange, options?: CallOptions): Promise<SignedClipManifest>;
}

export function createArchiveApi(http: HttpClient, clock: Pick<ClockPort, 'after'>): ArchiveApi {
  const rangeUrl = (path: string, id: string, range: TimeRange): string =>
    `${http.baseUrl}${fillPath(path, { id })}?${serializeQuery(wholeRange(range))}`;
  const clipUrl = (id: string, range: TimeRange): string => rangeUrl(downloadClip.path, id, range);
  return {
    ...createArchiveViewerApi(http),
    days: (id, { from, to }, options) => http.request(getArchiveDays, { ...options, parameters: { id }, query: { from, to } }),
    deleteFootage: (id, range, options) => http.request(deleteFootage, { ...options, parameters: { id }, query: wholeRange(range) }),
    clipUrl,
    async clip(id, range, options) {
      const { loadClip } = await import('./archive-downloads.ts');
      return loadClip({ http, clock }, clipUrl(id, range), options);
    },
    async download(id, range, options) {
      const { openDownload } = await import('./archive-downloads.ts');
      return openDownload({ http, clock }, clipUrl(id, range), options);
    },
    clipManifestUrl: (id, range) => rangeUrl(getClipManifest.path, id, range),
    clipManifest: (id, range, options) => http.request(getClipManifest, { ...options, parameters: { id }, query: wholeRange(range) }),
  };
}
