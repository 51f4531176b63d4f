import { archivePlaylist, getFootage, getPreviewPicture, getSnapshot } from '@watchpost/contract/endpoints/archive';
import { fillPath } from '@watchpost/contract/kernel';
import type { Footage } from '@watchpost/contract/schemas/archive';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import { serializeQuery } from '../../kernel/query.ts';
import type { ArchivePlaylist } from './archive-playlist.ts';

/** Unix milliseconds, `from` inclusive, `to` exclusive. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/** Width of a preview in pixels. */
export type PreviewWidth = 160 | 320;

/** Options of a preview: its width in pixels. */
export interface PreviewOptions extends CallOptions {
  /** 320 by default. */
  readonly width?: PreviewWidth | undefined;
}

/** The part of recorded video that a player needs, and that an embed token may request. */
export interface ArchiveViewerApi {
  /**
   * Returns the footage of a range, and its gaps with their reasons; at most 400 days.
   * @throws {WatchpostError} `not-found`, `no-archive-access`
   * @example
   * const { recordings } = await client.archive.footage(cameraId, { from, to: from + 86_400_000 });
   * const recordedMs = recordings.reduce((sum, recording) => sum + recording.to - recording.from, 0);
   */
  footage(cameraId: string, range: TimeRange, options?: CallOptions): Promise<Footage>;
  /**
   * Returns the segments of a range of at most 24 hours: one init section for each change of the tracks, then fragments.
   * @throws {WatchpostError} `no-footage` for a range without any, `not-found`, `no-archive-access`
   * @example const { segments } = await client.archive.playlist(cameraId, { from, to: from + 60_000 });
   */
  playlist(cameraId: string, range: TimeRange, options?: CallOptions): Promise<ArchivePlaylist>;
  /** Loads an init section or a segment of a playlist, as fMP4. @example for (const { url } of segments) append(await client.archive.media(url)); */
  media(url: string, options?: CallOptions): Promise<ArrayBuffer>;
  /** Returns the URL of the picture at a moment (Unix milliseconds), for an `<img>` on the server's own origin. */
  snapshotUrl(cameraId: string, at: number): string;
  /**
   * Loads the picture at a moment (Unix milliseconds) in its recorded size, a JPEG.
   * @throws {WatchpostError} `no-footage` if nothing was recorded at that moment, `no-archive-access`
   * @example image.src = URL.createObjectURL(await client.archive.snapshot(cameraId, event.startAt));
   */
  snapshot(cameraId: string, at: number, options?: CallOptions): Promise<Blob>;
  /**
   * Returns the URL of a preview at a moment (Unix milliseconds), for scrubbing. The same `at` always returns the same picture, which browsers
   * cache: use a grid (whole seconds, or the time that one pixel covers).
   */
  previewUrl(cameraId: string, at: number, width?: PreviewWidth): string;
  /**
   * Loads that picture. Abort requests that are no longer needed: the server removes them from its queue.
   * @throws {WatchpostError} `no-footage` if nothing was recorded at that moment
   */
  preview(cameraId: string, at: number, options?: PreviewOptions): Promise<Blob>;
}

export function createArchiveViewerApi(http: HttpClient): ArchiveViewerApi {
  const pictureUrl = (path: string, id: string, at: number, width?: number): string =>
    `${http.baseUrl}${fillPath(path, { id })}?${serializeQuery({ at: Math.round(at), width })}`;
  const snapshotUrl = (id: string, at: number): string => pictureUrl(getSnapshot.path, id, at);
  const previewUrl = (id: string, at: number, width?: PreviewWidth): string => pictureUrl(getPreviewPicture.path, id, at, width);
  const picture = (url: string, options?: CallOptions): Promise<Blob> =>
    http.request(url, { ...options, read: (response) => response.blob() });
  return {
    footage: (id, range, options) => http.request(getFootage, { ...options, parameters: { id }, query: wholeRange(range) }),
    async playlist(id, range, options) {
      const text = await http.request(archivePlaylist, {
        ...options,
        parameters: { id },
        query: wholeRange(range),
        read: (response) => response.text(),
      });
      // Loaded on first use: a page that shows only live video doesn't need it.
      const { parsePlaylist } = await import('./archive-playlist.ts');
      return parsePlaylist(text, http.baseUrl + fillPath(archivePlaylist.path, { id }));
    },
    media: (url, options) => http.request(url, { ...options, read: (response) => response.arrayBuffer() }),
    snapshotUrl,
    snapshot: (id, at, options) => picture(snapshotUrl(id, at), options),
    previewUrl,
    preview: (id, at, options) => picture(previewUrl(id, at, options?.width), options),
  };
}

/** The contract accepts whole milliseconds; a player's clock has fractions. */
export function wholeRange({ from, to }: TimeRange): { from: number; to: number } {
  return { from: Math.floor(from), to: Math.ceil(to) };
}
