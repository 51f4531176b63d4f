import { getEventPicture, getMotionDetection, listEvents, markEventsSeen, updateMotionDetection } from '@watchpost/contract/endpoints/events';
import type { CameraEvent, EventPage, EventType, MarkEventsSeenBody, MotionDetection, UpdateMotionDetectionBody } from '@watchpost/contract/schemas/events';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** Which events; everything that is absent does not narrow. */
export interface EventFilter {
  readonly cameraIds?: readonly string[] | undefined;
  readonly types?: readonly EventType[] | undefined;
  /** Unix milliseconds, inclusive. */
  readonly from?: number | undefined;
  /** Unix milliseconds, exclusive. */
  readonly to?: number | undefined;
  /** `next` of the page before. */
  readonly cursor?: string | undefined;
  /** Events a page, 1 to 200; 50 by default. */
  readonly limit?: number | undefined;
}

/** What the cameras noticed. */
export interface EventsApi {
  /**
   * Newest first, a page at a time.
   * @throws {WatchpostError} `not-found` for a named camera that is not visible, `no-archive-access` for one whose archive is not
   * @example const { events, next } = await client.events.list({ cameraIds: [camera.id], types: ['motion'] });
   */
  list(filter?: EventFilter, options?: CallOptions): Promise<EventPage>;
  /** @param eventIds 1 to 200 */
  markSeen(eventIds: readonly string[], options?: CallOptions): Promise<void>;
  /** Absolute address of the picture, for an `<img>` on the server's own origin; null without one. */
  pictureUrl(event: Pick<CameraEvent, 'pictureUrl'>): string | null;
  /** The picture itself, for pages on another origin. */
  picture(event: Pick<CameraEvent, 'id' | 'cameraId'>, options?: CallOptions): Promise<Blob>;
  motionDetection(cameraId: string, options?: CallOptions): Promise<MotionDetection>;
  /** Changes what is given. @throws {WatchpostError} `forbidden` without full access */
  updateMotionDetection(cameraId: string, change: UpdateMotionDetectionBody, options?: CallOptions): Promise<MotionDetection>;
}

export function createEventsApi(http: HttpClient): EventsApi {
  return {
    list: ({ cameraIds, types, from, to, cursor, limit } = {}, options) => http.request(listEvents, { ...options, query: { cameraId: cameraIds, type: types, from, to, cursor, limit } }),
    markSeen: (eventIds, options) => {
      const body: MarkEventsSeenBody = { eventIds: [...eventIds] };
      return http.request(markEventsSeen, { ...options, body });
    },
    pictureUrl: ({ pictureUrl }) => pictureUrl && http.baseUrl + pictureUrl,
    picture: ({ id, cameraId }, options) => http.request(getEventPicture, { ...options, parameters: { id: cameraId, eventId: id }, read: (response) => response.blob() }),
    motionDetection: (id, options) => http.request(getMotionDetection, { ...options, parameters: { id } }),
    updateMotionDetection: (id, change, options) => http.request(updateMotionDetection, { ...options, parameters: { id }, body: change }),
  };
}
