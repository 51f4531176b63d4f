import { latestEvents } from '@watchpost/contract/endpoints/cameras';
import {
  countEvents,
  getEventPicture,
  getEventTimeline,
  getMotionDetection,
  listEventDays,
  listEvents,
  markEventsSeen,
  markFalseAlarm,
  unmarkEventsSeen,
  unmarkFalseAlarm,
  updateMotionDetection,
} from '@watchpost/contract/endpoints/events';
import type {
  CameraEvent,
  EventCounts,
  EventPage,
  EventTimeline,
  EventType,
  MarkEventsSeenBody,
  MotionDetection,
  UpdateMotionDetectionBody,
} from '@watchpost/contract/schemas/events';
import type { HttpClient } from '../../kernel/http.ts';
import { paged, type Paged } from '../../kernel/paged.ts';
import type { CallOptions } from '../../kernel/ports.ts';
import type { LiveUpdates } from './events-live.ts';

/** Which events to return; absent fields don't filter. */
export interface EventFilter {
  /** At most 200. */
  readonly cameraIds?: readonly string[] | undefined;
  /** One of the caller's locations, with all its cameras. */
  readonly locationId?: string | undefined;
  /** `motion`, `human`, `vehicle` and more; an empty list doesn't filter. */
  readonly types?: readonly EventType[] | undefined;
  /** Only events that this account has seen, or only others. */
  readonly isSeen?: boolean | undefined;
  /** Unix milliseconds, inclusive. */
  readonly from?: number | undefined;
  /** Unix milliseconds, exclusive. */
  readonly to?: number | undefined;
  /** `next` of the previous page. */
  readonly cursor?: string | undefined;
  /** Events per page, 1 to 200; 50 by default. */
  readonly limit?: number | undefined;
}

/** A time range and the width of a step, in milliseconds: at most 2,000 steps of at least 1,000. */
export interface EventTimelineRange {
  /** Unix milliseconds. */
  readonly from: number;
  /** Unix milliseconds, exclusive. */
  readonly to: number;
  readonly step: number;
}

/** Calendar days, `YYYY-MM-DD`, both inclusive, at most 62. */
export interface EventDaysFilter extends Pick<EventFilter, 'cameraIds' | 'locationId' | 'types'> {
  readonly from: string;
  readonly to: string;
  /** IANA name of the zone in which days begin and end; usually the camera's. */
  readonly timeZone: string;
}

/** The part that reads events: what an API key can do. */
export interface EventsReaderApi {
  /**
   * Lists events, newest first: a page, or with `for await` all of them.
   * @throws {WatchpostError} `not-found` for a named camera that is not visible, `no-archive-access` for one whose archive is not
   * @example const { events, next } = await client.events.list({ cameraIds: [camera.id], types: ['motion'] });
   * @example for await (const event of client.events.list({ from: startOfDay })) console.log(new Date(event.startAt), event.type);
   */
  list(filter?: EventFilter, options?: CallOptions): Paged<EventPage, CameraEvent>;
  /**
   * Counts the events of a range by type, and those that this account has not seen yet.
   * @throws {WatchpostError} as `list` for named cameras
   * @example const { total, unseen, types } = await client.events.counts({ from: startOfDay });
   */
  counts(filter?: Pick<EventFilter, 'cameraIds' | 'locationId' | 'from' | 'to'>, options?: CallOptions): Promise<EventCounts>;
  /**
   * Lists the dates that have events, in order, for a calendar.
   * @throws {WatchpostError} as `list` for named cameras
   * @example const days = await client.events.days({ from: '2026-11-01', to: '2026-11-30', timeZone: camera.timeZone });
   */
  days(filter: EventDaysFilter, options?: CallOptions): Promise<string[]>;
  /** Returns the latest event of each visible camera, newest first. @example const [newest] = await client.events.latest(); */
  latest(options?: CallOptions): Promise<CameraEvent[]>;
  /**
   * Returns the data of a timeline: marks that are at least a step apart, and the amount of motion in each step, 0 to 1.
   * @throws {WatchpostError} `not-found`, `no-archive-access`
   * @example const { marks, activity } = await client.events.timeline(camera.id, { from: now - 86_400_000, to: now, step: 60_000 });
   */
  timeline(cameraId: string, range: EventTimelineRange, options?: CallOptions): Promise<EventTimeline>;
  /** Returns the absolute URL of the event's picture, for an `<img>` on the server's own origin; null if it has none. */
  pictureUrl(event: Pick<CameraEvent, 'pictureUrl'>): string | null;
  /**
   * Loads the event's picture, a JPEG, for pages on another origin and programs.
   * @throws {WatchpostError} `not-found` for an event without a picture, `no-archive-access`
   * @example const jpeg = await (await client.events.picture(event)).arrayBuffer();
   */
  picture(event: Pick<CameraEvent, 'id' | 'cameraId'>, options?: CallOptions): Promise<Blob>;
}

/** The cameras' events. */
export interface EventsApi extends EventsReaderApi {
  /**
   * Marks events as seen.
   * @param eventIds 1 to 200
   * @returns when, Unix milliseconds: `unmarkSeen` undoes this marking by it
   */
  markSeen(eventIds: readonly string[], options?: CallOptions): Promise<number>;
  /**
   * Marks all events that match a filter as seen.
   * @param filter `to`: Unix milliseconds, exclusive; pass the newest event on the page plus 1, so that later ones stay unseen
   * @returns when, Unix milliseconds: `unmarkSeen` undoes this marking by it
   */
  markAllSeen(
    filter: Pick<EventFilter, 'cameraIds' | 'locationId' | 'types' | 'from'> & { readonly to: number },
    options?: CallOptions,
  ): Promise<number>;
  /**
   * Undoes one marking: the events that it marked are unseen again, those marked before stay seen.
   * @example const seenAt = await client.events.markAllSeen({ to: newest.startAt + 1 });
   * await client.events.unmarkSeen(seenAt);
   */
  unmarkSeen(seenAt: number, options?: CallOptions): Promise<void>;
  /**
   * Marks an event as a false alarm, or takes that back, for everyone who sees it.
   * @throws {WatchpostError} `not-found`, `forbidden` without full access
   * @example await client.events.setFalseAlarm(event, true);
   */
  setFalseAlarm(event: Pick<CameraEvent, 'id' | 'cameraId'>, isFalseAlarm: boolean, options?: CallOptions): Promise<void>;
  /**
   * Reports events as they happen, over one connection for the whole page.
   * @example
   * const stop = client.events.live().onEvent(({ kind, event }) => kind === 'began' && show(event));
   */
  live(): LiveUpdates;
  /**
   * Returns the areas and the sensitivity of motion detection.
   * @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible
   * @example const { isEnabled } = await client.events.motionDetection(camera.id);
   */
  motionDetection(cameraId: string, options?: CallOptions): Promise<MotionDetection>;
  /**
   * Changes the given settings. Motion detection can't run beside line crossing and intrusion: name what it replaces in `turnOff`.
   * @throws {WatchpostError} `forbidden` without full access, `detection-conflict` with `details.conflicts`, the smart events that must be
   * turned off
   * @example await client.events.updateMotionDetection(camera.id, { isEnabled: true, turnOff: ['lineCrossing'] });
   */
  updateMotionDetection(cameraId: string, change: UpdateMotionDetectionBody, options?: CallOptions): Promise<MotionDetection>;
}

/** The answer of a marking as seen. */
interface Marking {
  readonly seenAt: number;
}

export function createEventsReaderApi(http: HttpClient): EventsReaderApi {
  return {
    list: ({ cameraIds, locationId, types, isSeen, from, to, cursor: start, limit } = {}, options) =>
      paged(
        (cursor) =>
          http.request<EventPage>(listEvents, {
            ...options,
            query: { cameraId: cameraIds, locationId, type: types, isSeen, from, to, cursor, limit },
          }),
        start,
        ({ events }) => events,
      ),
    counts: ({ cameraIds, locationId, from, to } = {}, options) =>
      http.request(countEvents, { ...options, query: { cameraId: cameraIds, locationId, from, to } }),
    days: async ({ cameraIds, locationId, types, from, to, timeZone }, options) =>
      (
        await http.request<{ readonly days: string[] }>(listEventDays, {
          ...options,
          query: { cameraId: cameraIds, locationId, type: types, from, to, timeZone },
        })
      ).days,
    latest: async (options) => (await http.request<{ readonly events: CameraEvent[] }>(latestEvents, options)).events,
    timeline: (id, { from, to, step }, options) =>
      http.request(getEventTimeline, { ...options, parameters: { id }, query: { from, to, step } }),
    pictureUrl: ({ pictureUrl }) => pictureUrl && http.baseUrl + pictureUrl,
    picture: ({ id, cameraId }, options) =>
      http.request(getEventPicture, { ...options, parameters: { id: cameraId, eventId: id }, read: (response) => response.blob() }),
  };
}

export function createEventsApi(http: HttpClient, live: LiveUpdates): EventsApi {
  return {
    ...createEventsReaderApi(http),
    live: () => live,
    markAllSeen: async ({ cameraIds, locationId, types, from, to }, options) => {
      // An empty list doesn't filter.
      const body: MarkEventsSeenBody = {
        to,
        ...(cameraIds?.length && { cameraIds: [...cameraIds] }),
        ...(locationId !== undefined && { locationId }),
        ...(types?.length && { types: [...types] }),
        ...(from !== undefined && { from }),
      };
      return (await http.request<Marking>(markEventsSeen, { ...options, body })).seenAt;
    },
    markSeen: async (eventIds, options) => {
      const body: MarkEventsSeenBody = { eventIds: [...eventIds] };
      return (await http.request<Marking>(markEventsSeen, { ...options, body })).seenAt;
    },
    unmarkSeen: (seenAt, options) => http.request(unmarkEventsSeen, { ...options, body: { seenAt } }),
    setFalseAlarm: ({ id, cameraId }, isFalseAlarm, options) =>
      http.request(isFalseAlarm ? markFalseAlarm : unmarkFalseAlarm, { ...options, parameters: { id: cameraId, eventId: id } }),
    motionDetection: (id, options) => http.request(getMotionDetection, { ...options, parameters: { id } }),
    updateMotionDetection: (id, change, options) => http.request(updateMotionDetection, { ...options, parameters: { id }, body: change }),
  };
}
