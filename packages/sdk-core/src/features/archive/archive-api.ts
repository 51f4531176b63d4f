import { archivePlaylist, getFootage, getSnapshot } from '@watchpost/contract/endpoints/archive';
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

/** Recorded video. */
export interface ArchiveApi {
  /** What is recorded in the range and what is missing, at most 400 days. */
  footage(cameraId: string, range: TimeRange, options?: CallOptions): Promise<Footage>;
  /**
   * The segments of a range of at most 24 hours.
   * @example const { segments } = await client.archive.playlist(cameraId, { from, to: from + 60_000 });
   */
  playlist(cameraId: string, range: TimeRange, options?: CallOptions): Promise<ArchivePlaylist>;
  /** Bytes of an init section or a segment of a playlist. */
  media(url: string, options?: CallOptions): Promise<ArrayBuffer>;
  /** Address of the picture at a moment (Unix milliseconds), for an `<img>` on the server's own origin. */
  snapshotUrl(cameraId: string, at: number): string;
  /** The picture at a moment (Unix milliseconds). */
  snapshot(cameraId: string, at: number, options?: CallOptions): Promise<Blob>;
}

export function createArchiveApi(http: HttpClient): ArchiveApi {
  const snapshotUrl = (id: string, at: number): string => `${http.baseUrl}${fillPath(getSnapshot.path, { id })}?${serializeQuery({ at: Math.round(at) })}`;
  // The contract takes whole milliseconds; a player's clock has fractions.
  const whole = ({ from, to }: TimeRange) => ({ from: Math.floor(from), to: Math.ceil(to) });
  return {
    footage: (id, range, options) => http.request(getFootage, { ...options, parameters: { id }, query: whole(range) }),
    async playlist(id, range, options) {
      const text = await http.request(archivePlaylist, { ...options, parameters: { id }, query: whole(range), read: (response) => response.text() });
      // Fetched when it is first wanted: a page with live video alone does without.
      const { parsePlaylist } = await import('./archive-playlist.ts');
      return parsePlaylist(text, http.baseUrl + fillPath(archivePlaylist.path, { id }));
    },
    media: (url, options) => http.request(url, { ...options, read: (response) => response.arrayBuffer() }),
    snapshotUrl,
    snapshot: (id, at, options) => http.request(snapshotUrl(id, at), { ...options, read: (response) => response.blob() }),
  };
}
