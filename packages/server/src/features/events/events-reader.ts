import { capabilities } from '@watchpost/contract/access/capabilities';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import {
  eventType,
  type CameraEvent,
  type EventCounts,
  type EventPage,
  type EventTimeline,
  type EventType,
} from '@watchpost/contract/schemas/events';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { ApiKey } from '../../kernel/access/api-key.ts';
import { AppError } from '../../kernel/app-error.ts';
import { isOpenRange, openArchive, openPart, requireOpenAt, type OpenArchive } from '../../kernel/access/open-archive.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import type { Db } from '../../db/database.ts';
import { zoneDays } from '../../media/playback/zone-days.ts';
import type { CamerasService } from '../cameras/index.ts';
import type { ActivityStore } from './events-activity.ts';
import type { MarkedPictures } from './events-marked-pictures.ts';
import type { EventPictures } from './events-pictures.ts';
import type { EventsRepository, ReadableCamera, ShownEvent, StoredEvent } from './events-repository.ts';
import { createEventSummaries } from './events-summaries.ts';

/** Selects cameras; all visible ones where both are absent. */
interface EventCameras {
  readonly cameraId?: readonly string[] | undefined;
  /** One of the customer's own locations; an unknown one has no cameras. */
  readonly locationId?: string | undefined;
}

interface EventQuery extends EventCameras {
  readonly type?: readonly EventType[] | undefined;
  readonly isSeen?: boolean | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** Calendar days in a zone, both inclusive. */
interface EventDaysQuery extends EventCameras, Pick<EventQuery, 'type'> {
  readonly from: string;
  readonly to: string;
  readonly timeZone: string;
}

/** Selects all events of a filter, up to a moment. */
interface SeenFilter {
  readonly cameraIds?: readonly string[] | undefined;
  readonly locationId?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly from?: number | undefined;
  readonly to: number;
}

/** Queries events; each call omits, or refuses, cameras without the archive right, and omits the closed part of an archive. */
export interface EventsReader {
  /**
   * Lists events. @throws {AppError} not-found for a named camera that is not visible, no-archive-access for one without the archive right
   * @param apiKey that asks for the customer: only events of its cameras
   */
  list(customerId: string, query: EventQuery, apiKey?: ApiKey): Promise<EventPage>;
  /** Counts events. @throws {AppError} as `list` */
  counts(customerId: string, query: EventCameras & Pick<EventQuery, 'from' | 'to'>): Promise<EventCounts>;
  /** Returns dates with events, in order. @throws {AppError} as `list` */
  days(customerId: string, query: EventDaysQuery): Promise<string[]>;
  latest(customerId: string): Promise<CameraEvent[]>;
  /** @throws {AppError} no-archive-access for a closed range */
  timeline(
    cameraId: string,
    range: { readonly from: number; readonly to: number; readonly step: number },
    open: OpenArchive,
  ): Promise<EventTimeline>;
  /**
   * Marks events as seen; ignores those that the customer can't see. @throws {AppError} as `list` for a filter's cameras
   * @returns when, Unix ms: names this marking, to undo it
   */
  markSeen(customerId: string, what: readonly string[] | SeenFilter): Promise<number>;
  /** Undoes a marking. */
  unmarkSeen(customerId: string, seenAt: number): Promise<void>;
  /** Marks an event as a false alarm, or not. @throws {AppError} not-found, or no-archive-access for an event in the closed part */
  setFalseAlarm(cameraId: string, eventId: string, isFalseAlarm: boolean, open: OpenArchive): Promise<void>;
  /**
   * Returns a JPEG. @throws {AppError} not-found, or no-archive-access for an event in the closed part of the archive
   * @param isMarked whether corners are drawn around what was recognised
   */
  picture(cameraId: string, eventId: string, open: OpenArchive, isMarked?: boolean): Promise<Uint8Array>;
}

export interface EventsReaderDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly repository: EventsRepository;
  readonly activity: ActivityStore;
  readonly pictures: EventPictures;
  readonly marked: MarkedPictures;
  readonly cameras: Pick<CamerasService, 'list'>;
  /** Returns the ids of the cameras that a customer has put into a location. */
  readonly camerasIn: (customerId: string, locationId: string) => Promise<ReadonlySet<string>>;
}

export function createEventsReader({
  db,
  clock,
  repository,
  activity,
  pictures,
  marked,
  cameras,
  camerasIn,
}: EventsReaderDeps): EventsReader {
  const summaries = createEventSummaries(db);

  /** Returns the cameras whose events the customer can see, each with the open part of its archive. */
  const readable = async (
    customerId: string,
    { cameraId: requested, locationId }: EventCameras,
    apiKey?: ApiKey,
  ): Promise<ReadableCamera[]> => {
    const [visible, there] = await Promise.all([
      cameras.list(customerId, apiKey),
      locationId === undefined ? null : camerasIn(customerId, locationId),
    ]);
    const isThere = ({ id }: Camera): boolean => there === null || there.has(id);
    const allowed = (camera: Camera) => capabilities(camera, { kind: camera.isOwner ? 'owner' : 'grantee' }, camera.grant, clock.now());
    if (!requested) return visible.filter((camera) => allowed(camera).canSeeEvents && isThere(camera)).map(toReadable);
    const named = [...new Set(requested)].map((id) => {
      const camera = visible.find((one) => one.id === id);
      if (!camera) throw new AppError('not-found');
      const { canSeeEvents, opensAt } = allowed(camera);
      if (!canSeeEvents) throw new AppError(opensAt === null || !camera.grant?.withArchive ? 'no-archive-access' : 'access-outside-hours');
      return camera;
    });
    return named.filter(isThere).map(toReadable);
  };

  return {
    list: async (customerId, { cameraId, locationId, type, isSeen, from, to, cursor, limit }, apiKey) => {
      const rows = await repository.page(customerId, {
        cameras: await readable(customerId, { cameraId, locationId }, apiKey),
        types: type ?? null,
        isSeen: isSeen ?? null,
        from: from ?? null,
        to: to ?? null,
        before: readCursor(cursor),
        limit: limit + 1,
      });
      const shown = rows.slice(0, limit);
      const last = shown.at(-1);
      return { events: shown.filter(isKnown).map(toAnswer), next: rows.length > limit && last ? `${last.startAt}.${last.id}` : null };
    },
    counts: async (customerId, { from, to, ...whose }) =>
      summaries.counts(customerId, await readable(customerId, whose), { from: from ?? null, to: to ?? null }),
    days: async (customerId, { type, from, to, timeZone, ...whose }) =>
      summaries.days({ cameras: await readable(customerId, whose), types: type ?? null, days: [...zoneDays({ from, to }, timeZone)] }),
    latest: async (customerId) => (await repository.latest(customerId, await readable(customerId, {}))).filter(isKnown).map(toAnswer),
    timeline: async (cameraId, range, open) => {
      const { from, to, step } = range;
      const part = openPart(open, { from, to });
      const [marks, levels] = await Promise.all([summaries.marks(cameraId, range, part), activity.read(cameraId, range)]);
      const isOpen = (index: number): boolean =>
        isOpenRange(open, { from: from + index * step, to: Math.min(to, from + (index + 1) * step) });
      return { marks, activity: levels.map((level, index) => (isOpen(index) ? level : 0)) };
    },
    markSeen: async (customerId, what) => {
      const seenAt = clock.now();
      if ('to' in what) {
        const { cameraIds, locationId, types, from, to } = what;
        const there = await readable(customerId, { cameraId: cameraIds, locationId });
        await summaries.markAllSeen(customerId, { cameras: there, types: types ?? null, from: from ?? 0, to }, seenAt);
      } else await repository.markSeen(customerId, what, await readable(customerId, {}), seenAt);
      return seenAt;
    },
    unmarkSeen: repository.unmarkSeen,
    setFalseAlarm: async (cameraId, eventId, isFalseAlarm, open) => {
      const event = await repository.find(eventId);
      if (event?.cameraId !== cameraId) throw new AppError('not-found');
      requireOpenAt(open, event.startAt);
      await (isFalseAlarm ? repository.markFalseAlarm(event, clock.now()) : repository.unmarkFalseAlarm(eventId));
    },
    picture: async (cameraId, eventId, open, isMarked = false) => {
      const event = await repository.find(eventId);
      if (event?.cameraId === cameraId) requireOpenAt(open, event.startAt);
      const jpeg = event?.cameraId === cameraId && event.hasPicture ? await pictures.read(cameraId, eventId) : null;
      if (!event || !jpeg) throw new AppError('not-found');
      return isMarked ? marked.mark(event, jpeg) : jpeg;
    },
  };
}

/** A newer version may run beside this one, and store events of a type that this one has no name for. */
function isKnown({ type }: StoredEvent): boolean {
  return eventType.safeParse(type).success;
}

function toReadable({ id, grant }: Camera): ReadableCamera {
  return { id, open: openArchive({ archiveFrom: grant?.archiveFrom ?? null, archiveUntil: grant?.archiveUntil ?? null }) };
}

/** Returns the address of the event's picture; null without one. */
export function pictureUrlOf({ id, cameraId, hasPicture, isPictureImproved }: StoredEvent): string | null {
  // Browsers keep the first picture.
  const version = isPictureImproved ? '?v=2' : '';
  return hasPicture ? `/public/api/v3/cameras/${cameraId}/events/${id}/picture.jpg${version}` : null;
}

function readCursor(cursor: string | undefined): { startAt: number; id: string } | null {
  if (cursor === undefined) return null;
  const [startAt = '', id = ''] = cursor.split('.');
  return { startAt: Number(startAt), id };
}

function toAnswer(event: ShownEvent): CameraEvent {
  const { id, cameraId, type, startAt, endAt, area, isSeen, isFalseAlarm, score, label, shape } = event;
  return {
    id,
    cameraId,
    type,
    startAt,
    endAt,
    area,
    isSeen,
    isFalseAlarm,
    pictureUrl: pictureUrlOf(event),
    score,
    label,
    shape: shape?.map(({ x, y }) => ({ x, y })),
  } satisfies Complete<CameraEvent>;
}
