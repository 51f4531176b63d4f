import { countEvents, getEventPicture, getEventTimeline, getMotionDetection, latestEvents, listEventDays, listEvents, markEventsSeen, updateMotionDetection } from '@watchpost/contract/endpoints/events';
import type { CameraEvent, EventCounts, EventPage, EventTimeline, EventType, MarkEventsSeenBody, MotionDetection, UpdateMotionDetectionBody } from '@watchpost/contract/schemas/events';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import type { LiveUpdates } from './events-live.ts';

/** Which events; everything that is absent does not narrow. */
export interface EventFilter {
  /** At most 200. */
  readonly cameraIds?: readonly string[] | undefined;
  /** One of the caller's locations, however many cameras are there. */
  readonly locationId?: string | undefined;
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

/** A range of time and the width of a step, all in milliseconds: at most 2,000 steps, each at least 1,000. */
export interface EventTimelineRange {
  /** Unix milliseconds. */
  readonly from: number;
  /** Unix milliseconds, exclusive. */
  readonly to: number;
  readonly step: number;
}

/** Days of a calendar, `YYYY-MM-DD`, both inclusive, at most 62. */
export interface EventDaysFilter extends Pick<EventFilter, 'cameraIds' | 'locationId' | 'types'> {
  readonly from: string;
  readonly to: string;
  /** IANA name of the zone in which days begin and end; the camera's own, as a rule. */
  readonly timeZone: string;
}

/** What the cameras noticed. */
export interface EventsApi {
  /**
   * Newest first, a page at a time.
   * @throws {WatchpostError} `not-found` for a named camera that is not visible, `no-archive-access` for one whose archive is not
   * @example const { events, next } = await client.events.list({ cameraIds: [camera.id], types: ['motion'] });
   */
  list(filter?: EventFilter, options?: CallOptions): Promise<EventPage>;
  /**
   * How many events a range has, by type, and how many of them nobody of this account has looked at.
   * @throws {WatchpostError} as `list` for named cameras
   * @example const { total, unseen, types } = await client.events.counts({ from: startOfDay });
   */
  counts(filter?: Pick<EventFilter, 'cameraIds' | 'locationId' | 'from' | 'to'>, options?: CallOptions): Promise<EventCounts>;
  /**
   * The dates on which something happened, in order: what a calendar marks.
   * @throws {WatchpostError} as `list` for named cameras
   * @example const days = await client.events.days({ from: '2026-11-01', to: '2026-11-30', timeZone: camera.timeZone });
   */
  days(filter: EventDaysFilter, options?: CallOptions): Promise<string[]>;
  /** The newest event of each visible camera that has any, newest first. */
  latest(options?: CallOptions): Promise<CameraEvent[]>;
  /**
   * What a line of time shows: marks that stand a step apart, and how much moved in each step, 0 to 1.
   * @throws {WatchpostError} `not-found`, `no-archive-access`
   * @example const { marks, activity } = await client.events.timeline(camera.id, { from: now - 86_400_000, to: now, step: 60_000 });
   */
  timeline(cameraId: string, range: EventTimelineRange, options?: CallOptions): Promise<EventTimeline>;
  /** @param eventIds 1 to 200 */
  markSeen(eventIds: readonly string[], options?: CallOptions): Promise<void>;
  /**
   * Marks all that a filter finds, however many there are.
   * @param filter `to`: Unix milliseconds, exclusive; name the newest that was on the page, so that nothing goes unnoticed
   */
  markAllSeen(filter: Pick<EventFilter, 'cameraIds' | 'locationId' | 'types' | 'from'> & { readonly to: number }, options?: CallOptions): Promise<void>;
  /** Absolute address of the picture, for an `<img>` on the server's own origin; null without one. */
  pictureUrl(event: Pick<CameraEvent, 'pictureUrl'>): string | null;
  /** The picture itself, for pages on another origin. */
  picture(event: Pick<CameraEvent, 'id' | 'cameraId'>, options?: CallOptions): Promise<Blob>;
  /**
   * What happens as it happens, over one connection for the whole page.
   * @example
   * const stop = client.events.live().onEvent(({ kind, event }) => kind === 'began' && show(event));
   */
  live(): LiveUpdates;
  motionDetection(cameraId: string, options?: CallOptions): Promise<MotionDetection>;
  /** Changes what is given. @throws {WatchpostError} `forbidden` without full access */
  updateMotionDetection(cameraId: string, change: UpdateMotionDetectionBody, options?: CallOptions): Promise<MotionDetection>;
}

export function createEventsApi(http: HttpClient, live: LiveUpdates): EventsApi {
  return {
    live: () => live,
    list: ({ cameraIds, locationId, types, from, to, cursor, limit } = {}, options) => http.request(listEvents, { ...options, query: { cameraId: cameraIds, locationId, type: types, from, to, cursor, limit } }),
    counts: ({ cameraIds, locationId, from, to } = {}, options) => http.request(countEvents, { ...options, query: { cameraId: cameraIds, locationId, from, to } }),
    days: async ({ cameraIds, locationId, types, from, to, timeZone }, options) =>
      (await http.request<{ readonly days: string[] }>(listEventDays, { ...options, query: { cameraId: cameraIds, locationId, type: types, from, to, timeZone } })).days,
    latest: async (options) => (await http.request<{ readonly events: CameraEvent[] }>(latestEvents, options)).events,
    timeline: (id, { from, to, step }, options) => http.request(getEventTimeline, { ...options, parameters: { id }, query: { from, to, step } }),
    markAllSeen: ({ cameraIds, locationId, types, from, to }, options) => {
      // A list without members does not narrow.
      const body: MarkEventsSeenBody = { to, ...(cameraIds?.length && { cameraIds: [...cameraIds] }), ...(locationId !== undefined && { locationId }), ...(types?.length && { types: [...types] }), ...(from !== undefined && { from }) };
      return http.request(markEventsSeen, { ...options, body });
    },
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
