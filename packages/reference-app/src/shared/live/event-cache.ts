import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { CameraEvent, CameraEventChange, EventCounts, EventPage, EventType } from '@watchpost/sdk-core';

/** Filter of a list of events. It is part of the list's query key, so that a new event finds its lists. */
export interface EventListFilter {
  /** Empty: all. */
  readonly cameraIds: readonly string[];
  readonly types: readonly EventType[];
  /** Events seen when the list was requested are not in it. Those that are seen afterwards stay, so that nothing moves under the pointer. */
  readonly isUnseen?: boolean | undefined;
  /** Unix milliseconds. */
  readonly from: number | null;
  readonly to: number | null;
}

export const eventKeys = {
  lists: ['events'],
  list: (filter: EventListFilter) => ['events', filter],
  counts: ['event-counts'],
  count: (filter: EventListFilter) => ['event-counts', filter],
  latest: ['latest-events'],
  /** What is to be reviewed, for the navigation. */
  unseen: ['unseen-events'],
} as const;

type Pages = InfiniteData<EventPage, string | null>;

/** Adds a new or changed event to the cached lists and counts, without a request. */
export function applyEventChange(cache: QueryClient, { kind, event }: CameraEventChange): void {
  const whole: CameraEvent = { ...event, isSeen: false, isFalseAlarm: false };
  for (const [key, pages] of cache.getQueriesData<Pages>({ queryKey: eventKeys.lists })) {
    const filter = key[1];
    if (!pages || !isFilter(filter) || !belongs(whole, filter)) continue;
    // An event that such a list doesn't have was seen before: only new ones join it.
    if (filter.isUnseen !== true || kind === 'began' || isIn(pages, whole)) cache.setQueryData<Pages>(key, place(pages, whole));
  }
  cache.setQueryData<CameraEvent[]>(eventKeys.latest, (latest) => latest && replaceLatest(latest, whole));
  // Motion alone is not to be reviewed.
  if (kind === 'began' && whole.type !== 'motion') void cache.invalidateQueries({ queryKey: eventKeys.unseen }, { cancelRefetch: false });
  if (kind === 'began')
    cache.setQueriesData<EventCounts>(
      { queryKey: eventKeys.counts, predicate: ({ queryKey: [, filter] }) => isFilter(filter) && belongs(whole, filter) },
      (counts) => counts && addOne(counts, whole.type),
    );
}

/** Marks events as seen in the caches after the server has done so; only the counts are requested again. */
export function applySeen(cache: QueryClient, matches: (event: CameraEvent) => boolean): void {
  renewEvents(cache, (event) => (!event.isSeen && matches(event) ? { ...event, isSeen: true } : event));
}

/** Marks events as false alarms in the caches, or not, after the server has done so. */
export function applyFalseAlarm(cache: QueryClient, ids: readonly string[], isFalseAlarm: boolean): void {
  renewEvents(cache, (event) => (ids.includes(event.id) ? { ...event, isFalseAlarm } : event));
}

/** Requests everything about events again, after a marking was undone: which events it was about is known to the server alone. */
export function reloadEvents(cache: QueryClient): void {
  for (const queryKey of [eventKeys.lists, eventKeys.latest, eventKeys.counts, eventKeys.unseen])
    void cache.invalidateQueries({ queryKey });
}

function renewEvents(cache: QueryClient, renew: (event: CameraEvent) => CameraEvent): void {
  cache.setQueriesData<Pages>(
    // The timeline's queries share the first part of the key.
    { queryKey: eventKeys.lists, predicate: ({ queryKey: [, filter] }) => isFilter(filter) },
    (pages) => pages && { ...pages, pages: pages.pages.map((page) => ({ ...page, events: page.events.map(renew) })) },
  );
  cache.setQueryData<CameraEvent[]>(eventKeys.latest, (latest) => latest?.map(renew));
  for (const queryKey of [eventKeys.counts, eventKeys.unseen]) void cache.invalidateQueries({ queryKey });
}

function isFilter(value: unknown): value is EventListFilter {
  return typeof value === 'object' && value !== null && 'types' in value;
}

function belongs({ cameraId, type, startAt }: CameraEvent, filter: EventListFilter): boolean {
  if (filter.cameraIds.length > 0 && !filter.cameraIds.includes(cameraId)) return false;
  if (filter.types.length > 0 && !filter.types.includes(type)) return false;
  return (filter.from === null || startAt >= filter.from) && (filter.to === null || startAt < filter.to);
}

function isIn({ pages }: Pages, event: CameraEvent): boolean {
  return pages.some(({ events }) => events.some(({ id }) => id === event.id));
}

/** Updates a known event, which stays seen if it was; inserts a new one by its time. */
function place(pages: Pages, event: CameraEvent): Pages {
  if (isIn(pages, event)) {
    return {
      ...pages,
      pages: pages.pages.map((page) => ({
        ...page,
        events: page.events.map((known) =>
          known.id === event.id ? { ...event, isSeen: known.isSeen, isFalseAlarm: known.isFalseAlarm } : known,
        ),
      })),
    };
  }
  const [first, ...older] = pages.pages;
  if (!first) return pages;
  const at = first.events.findIndex(({ startAt }) => startAt < event.startAt);
  // Older than the whole first page: it arrives when its page is loaded.
  if (at < 0 && first.next !== null) return pages;
  const events = at < 0 ? [...first.events, event] : first.events.toSpliced(at, 0, event);
  return { ...pages, pages: [{ ...first, events }, ...older] };
}

/** Increments the counts locally: with ten thousand events a day, no request is sent for each. */
function addOne({ total, unseen, types, falseAlarms }: EventCounts, type: EventType): EventCounts {
  return { total: total + 1, unseen: unseen + 1, falseAlarms, types: { ...types, [type]: (types[type] ?? 0) + 1 } };
}

function replaceLatest(latest: readonly CameraEvent[], event: CameraEvent): CameraEvent[] {
  const before = latest.find(({ cameraId }) => cameraId === event.cameraId);
  if (before && before.startAt > event.startAt) return [...latest];
  const isSeen = before?.id === event.id && before.isSeen;
  return [{ ...event, isSeen }, ...latest.filter(({ cameraId }) => cameraId !== event.cameraId)];
}
