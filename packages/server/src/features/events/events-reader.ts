import type { CameraEvent, EventCounts, EventPage, EventTimeline, EventType } from '@watchpost/contract/schemas/events';
import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../db/database.ts';
import { zoneDays } from '../../media/playback/zone-days.ts';
import type { CamerasService } from '../cameras/index.ts';
import type { ActivityStore } from './events-activity.ts';
import type { EventPictures } from './events-pictures.ts';
import type { EventsRepository, StoredEvent } from './events-repository.ts';
import { createEventSummaries } from './events-summaries.ts';

/** Whose events; all visible cameras where both are absent. */
export interface EventCameras {
  readonly cameraId?: readonly string[] | undefined;
  /** Of the customer's own locations; one that is not there has no cameras. */
  readonly locationId?: string | undefined;
}

export interface EventQuery extends EventCameras {
  readonly type?: readonly EventType[] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Days of the calendar of a zone, both inclusive. */
export interface EventDaysQuery extends EventCameras, Pick<EventQuery, 'type'> {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** All that a filter finds, up to a moment. */
export interface SeenFilter {
  readonly cameraIds?: readonly string[] | undefined;
  readonly locationId?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly from?: number | undefined;
  readonly to: number;
}

/** What people ask about events; each call leaves out, or refuses, cameras whose archive the customer may not see. */
export interface EventsReader {
  /** @throws {AppError} not-found for a named camera that is not visible, no-archive-access for one without the right to its archive */
  list(customerId: string, query: EventQuery): Promise<EventPage>;
  /** @throws {AppError} as `list` */
  counts(customerId: string, query: EventCameras & Pick<EventQuery, 'from' | 'to'>): Promise<EventCounts>;
  /** Dates with events, in order. @throws {AppError} as `list` */
  days(customerId: string, query: EventDaysQuery): Promise<string[]>;
  latest(customerId: string): Promise<CameraEvent[]>;
  timeline(cameraId: string, range: { readonly from: number; readonly to: number; readonly step: number }): Promise<EventTimeline>;
  /** Events that the customer does not see are passed over. @throws {AppError} as `list` for a filter's cameras */
  markSeen(customerId: string, what: readonly string[] | SeenFilter): Promise<void>;
  /** JPEG. @throws {AppError} not-found */
  picture(cameraId: string, eventId: string): Promise<Uint8Array>;
}

export interface EventsReaderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly repository: EventsRepository;
  readonly activity: ActivityStore;
  readonly pictures: EventPictures;
  readonly cameras: Pick<CamerasService, 'list'>;
  /** Ids of the cameras that a customer has put into a location. */
  readonly camerasIn: (customerId: string, locationId: string) => Promise<ReadonlySet<string>>;
}

export function createEventsReader({ db, clock, repository, activity, pictures, cameras, camerasIn }: EventsReaderDeps): EventsReader {
  const summaries = createEventSummaries(db);

  /** Ids of the cameras whose events the customer may see. */
  const readable = async (customerId: string, { cameraId: asked, locationId }: EventCameras): Promise<string[]> => {
    const [visible, there] = await Promise.all([cameras.list(customerId), locationId === undefined ? null : camerasIn(customerId, locationId)]);
    const isThere = (id: string): boolean => there === null || there.has(id);
    if (!asked) return visible.filter(({ id, withArchive }) => withArchive && isThere(id)).map(({ id }) => id);
    for (const id of asked) {
      const camera = visible.find((one) => one.id === id);
      if (!camera) throw new AppError('not-found');
      if (!camera.withArchive) throw new AppError('no-archive-access');
    }
    return [...new Set(asked)].filter(isThere);
  };

  return {
    list: async (customerId, { cameraId, locationId, type, from, to, cursor, limit }) => {
      const cameraIds = await readable(customerId, { cameraId, locationId });
      const rows = await repository.page(customerId, { cameraIds, types: type ?? null, from: from ?? null, to: to ?? null, before: readCursor(cursor), limit: limit + 1 });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return { events: shown.map(toAnswer), next: rows.length > limit && last ? `${last.startAt}.${last.id}` : null };
    },
    counts: async (customerId, { from, to, ...whose }) => summaries.counts(customerId, await readable(customerId, whose), { from: from ?? null, to: to ?? null }),
    days: async (customerId, { type, from, to, timeZone, ...whose }) =>
      summaries.days({ cameraIds: await readable(customerId, whose), types: type ?? null, days: [...zoneDays({ from, to }, timeZone)] }),
    latest: async (customerId) => (await repository.latest(customerId, await readable(customerId, {}))).map(toAnswer),
    timeline: async (cameraId, range) => {
      const [marks, levels] = await Promise.all([summaries.marks(cameraId, range), activity.read(cameraId, range)]);
      return { marks, activity: levels };
    },
    markSeen: async (customerId, what) => {
      if ('to' in what) {
        const { cameraIds, locationId, types, from, to } = what;
        return summaries.markAllSeen(customerId, { cameraIds: await readable(customerId, { cameraId: cameraIds, locationId }), types: types ?? null, from: from ?? 0, to }, clock.now());
      }
      await repository.markSeen(customerId, what, await readable(customerId, {}), clock.now());
    },
    picture: async (cameraId, eventId) => {
      const event = await repository.find(eventId);
      const jpeg = event?.cameraId === cameraId && event.hasPicture ? await pictures.read(cameraId, eventId) : null;
      if (!jpeg) throw new AppError('not-found');
      return jpeg;
    },
  };
}

/** Where its picture is; null without one. */
export function pictureUrlOf({ id, cameraId, hasPicture }: StoredEvent): string | null {
  return hasPicture ? `/public/api/v3/cameras/${cameraId}/events/${id}/picture.jpg` : null;
}

function readCursor(cursor: string | undefined): { startAt: number; id: string } | null {
  if (cursor === undefined) return null;
  const [startAt = '', id = ''] = cursor.split('.');
  return { startAt: Number(startAt), id };
}

function toAnswer(event: StoredEvent & { readonly isSeen: boolean }): CameraEvent {
  const { hasPicture: _, ...rest } = event;
  return { ...rest, pictureUrl: pictureUrlOf(event) };
}
