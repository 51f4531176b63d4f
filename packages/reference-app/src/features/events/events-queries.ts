import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Camera, CameraEvent, EventCounts, EventPage, EventType } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';
import { applySeen, eventKeys } from '../../shared/live/event-cache.ts';
import type { EventListFilter } from '../../shared/live/event-cache.ts';
import { pollingInterval } from '../../shared/live/polling.ts';

/** New events are asked for this often where the server can't tell them by itself, milliseconds. */
const polling = { told: false, alone: 5000 } as const;
const pageSize = 30;

export interface EventsQuery {
  /** All when absent; none when empty. */
  readonly cameraIds?: readonly string[] | undefined;
  /** The location that these cameras are all of: what the server is asked for, because they may be many. */
  readonly locationId?: string | undefined;
  /** All when absent. */
  readonly type?: EventType | null | undefined;
  /** Unix milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface EventsResult {
  /** Newest first; undefined until the first answer. */
  readonly events: readonly CameraEvent[] | undefined;
  readonly error: Error | null;
  readonly hasOlder: boolean;
  readonly isBusy: boolean;
  readonly loadOlder: () => void;
  readonly retry: () => void;
}

/** What the server is asked for. */
export function askedFor({ cameraIds, locationId }: Pick<EventsQuery, 'cameraIds' | 'locationId'>): Pick<EventsQuery, 'cameraIds' | 'locationId'> {
  return locationId === undefined ? { cameraIds } : { locationId };
}

/** Events as they come, and older ones as they are asked for. */
export function useEvents({ cameraIds, locationId, type, from, to }: EventsQuery): EventsResult {
  const client = useClient();
  const filter: EventListFilter = { cameraIds: cameraIds ?? [], types: type ? [type] : [], from: from ?? null, to: to ?? null };
  const isNone = cameraIds?.length === 0;
  const query = useInfiniteQuery({
    queryKey: eventKeys.list(filter),
    queryFn: ({ signal, pageParam }) => client.events.list({ ...askedFor({ cameraIds, locationId }), types: filter.types, from, to, cursor: pageParam ?? undefined, limit: pageSize }, { signal }),
    enabled: !isNone,
    initialPageParam: null as string | null,
    getNextPageParam: (page: EventPage) => page.next,
    refetchInterval: () => pollingInterval(client, polling),
    // A day that is shown stays while the next one loads.
    placeholderData: (before) => before,
  });
  return {
    events: isNone ? [] : query.data && newestFirst(query.data.pages),
    error: query.error,
    hasOlder: !isNone && query.hasNextPage,
    isBusy: query.isFetchingNextPage || query.isPlaceholderData,
    loadOlder: () => void (query.isFetchingNextPage || query.fetchNextPage()),
    retry: () => void query.refetch(),
  };
}

/** How many there are, by type and unseen: for the filters. */
export function useEventCounts({ cameraIds, locationId, from, to }: Omit<EventsQuery, 'type'>): EventCounts | undefined {
  const client = useClient();
  const isNone = cameraIds?.length === 0;
  const { data } = useQuery({
    queryKey: eventKeys.count({ cameraIds: cameraIds ?? [], types: [], from: from ?? null, to: to ?? null }),
    queryFn: ({ signal }) => client.events.counts({ ...askedFor({ cameraIds, locationId }), from, to }, { signal }),
    enabled: !isNone,
    refetchInterval: () => pollingInterval(client, { told: 60_000, alone: polling.alone }),
    placeholderData: (before) => before,
  });
  return isNone ? undefined : data;
}

/** Pages overlap when something happened between two requests: each event is shown once. */
function newestFirst(pages: readonly EventPage[]): CameraEvent[] {
  return [...new Map(pages.flatMap(({ events }) => events).map((event) => [event.id, event])).values()];
}

export interface MarkSeen {
  /** These; they are shown as seen once the server says so. */
  readonly some: (events: readonly CameraEvent[]) => void;
  /** All that a filter finds, up to the newest that is on the page. */
  readonly all: (query: EventsQuery, newest: CameraEvent) => void;
  readonly isBusy: boolean;
}

export function useMarkSeen(): MarkSeen {
  const client = useClient();
  const cache = useQueryClient();
  const some = useMutation({
    mutationFn: (ids: readonly string[]) => client.events.markSeen(ids),
    onSuccess: (_, ids) => applySeen(cache, ({ id }) => ids.includes(id)),
  });
  const all = useMutation({
    mutationFn: ({ cameraIds, locationId, type, from, until }: EventsQuery & { readonly until: number }) => client.events.markAllSeen({ ...askedFor({ cameraIds, locationId }), types: type ? [type] : [], from, to: until }),
    onSuccess: (_, { cameraIds, type, from, until }) =>
      applySeen(cache, (event) => (cameraIds === undefined || cameraIds.includes(event.cameraId)) && (!type || event.type === type) && event.startAt >= (from ?? 0) && event.startAt < until),
  });
  return {
    some: (events) => {
      const ids = events.filter(({ isSeen }) => !isSeen).map(({ id }) => id);
      if (ids.length > 0) some.mutate(ids.slice(0, 200));
    },
    all: (query, newest) => all.mutate({ ...query, until: newest.startAt + 1 }),
    isBusy: all.isPending,
  };
}

/** The cameras whose events are shown: names and time zones. The dashboard's list under the same key. */
export function useEventCameras(): readonly Camera[] | undefined {
  const client = useClient();
  return useQuery({ queryKey: ['cameras'], queryFn: ({ signal }) => client.cameras.list({ signal }) }).data;
}
