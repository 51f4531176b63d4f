import {
  eraseSdCard,
  formatSdCard,
  getSdCard,
  listSdCardVideos,
  playSdCardVideo,
  updateSdCard,
} from '@watchpost/contract/endpoints/sd-card';
import { fillPath } from '@watchpost/contract/kernel';
import type { SdCard, SdCardVideoPage, UpdateSdCardBody } from '@watchpost/contract/schemas/sd-card';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** The SD card of a camera. */
export interface SdCardApi {
  /**
   * Returns the card's state as the camera reports it; `support: 'none'` for a camera without a card slot.
   * @throws {WatchpostError} `camera-offline`, `camera-silent`
   * @example const { support } = await client.sdCard.get(cameraId);
   */
  get(cameraId: string, options?: CallOptions): Promise<SdCard>;
  /**
   * Changes the given settings. Schedule entries with identical times are merged.
   * @throws {WatchpostError} `forbidden` without full access, `sd-card-busy`, `camera-offline`
   * @example await client.sdCard.update(cameraId, { recording: 'schedule', schedule: [{ days: ['mon'], from: '09:00', to: '18:00' }] });
   */
  update(cameraId: string, change: UpdateSdCardBody, options?: CallOptions): Promise<SdCard>;
  /**
   * Starts formatting the card, which takes up to 2 minutes; `get` returns the progress. Everything on the card is lost.
   * @throws {WatchpostError} `forbidden` for all users except the owner, `sd-card-not-installed`, `sd-card-busy`
   */
  format(cameraId: string, options?: CallOptions): Promise<SdCard>;
  /** Starts deleting the recordings on the card; otherwise like `format`. */
  erase(cameraId: string, options?: CallOptions): Promise<SdCard>;
  /**
   * Lists the recordings on the card, newest first, in pages.
   * @param page `before`: `next` of the previous page; `limit`: 1 to 100, 50 by default
   * @throws {WatchpostError} `no-archive-access`, `sd-card-not-installed`, `sd-card-not-mounted`, `sd-card-busy`
   * @example const { videos, next } = await client.sdCard.videos(cameraId);
   */
  videos(
    cameraId: string,
    page?: { readonly before?: number | undefined; readonly limit?: number | undefined },
    options?: CallOptions,
  ): Promise<SdCardVideoPage>;
  /** Returns the URL of a recording as MP4, for a `<video>` or a link on the server's own origin. An unfinished recording can't be played yet. */
  videoUrl(cameraId: string, videoId: string): string;
}

export function createSdCardApi(http: HttpClient): SdCardApi {
  return {
    get: (id, options) => http.request(getSdCard, { ...options, parameters: { id } }),
    update: (id, change, options) => http.request(updateSdCard, { ...options, parameters: { id }, body: change }),
    format: (id, options) => http.request(formatSdCard, { ...options, parameters: { id } }),
    erase: (id, options) => http.request(eraseSdCard, { ...options, parameters: { id } }),
    videos: (id, { before, limit } = {}, options) =>
      http.request(listSdCardVideos, { ...options, parameters: { id }, query: { before, limit } }),
    videoUrl: (id, videoId) => http.baseUrl + fillPath(playSdCardVideo.path, { id, videoId }),
  };
}
