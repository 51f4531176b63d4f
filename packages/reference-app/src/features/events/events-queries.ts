import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Camera, CameraEvent, EventCounts, EventPage, EventType } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';
import { applySeen, eventKeys, reloadEvents } from '../../shared/live/event-cache.ts';
import type { EventListFilter } from '../../shared/live/event-cache.ts';
import { pollingInterval } from '../../shared/live/polling.ts';

/** Polling interval for new events when the server cannot push them, ms. */
const polling = { connectedMs: false, disconnectedMs: 5000 } as const;
const pageSize = 30;

export interface EventsQuery {
  /** Absent: all; empty: none. */
  readonly cameraIds?: readonly string[] | undefined;
  /** The location that contains exactly these cameras. The server is queried by it, because the cameras may be many. */
  readonly locationId?: string | undefined;
  /** Absent or empty: all. */
  readonly types?: readonly EventType[] | undefined;
  /** Only events that were unseen when they were asked for. */
  readonly isUnseen?: boolean | undefined;
  /** Unix milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export interface EventsResult {
  /** Newest first; undefined until the first response. */
  readonly events: readonly CameraEvent[] | undefined;
  readonly error: Error | null;
  readonly hasOlder: boolean;
  readonly isBusy: boolean;
  readonly loadOlder: () => void;
  readonly retry: () => void;
}

/** Returns the parameters of the request. */
export function askedFor({
  cameraIds,
  locationId,
}: Pick<EventsQuery, 'cameraIds' | 'locationId'>): Pick<EventsQuery, 'cameraIds' | 'locationId'> {
  return locationId === undefined ? { cameraIds } : { locationId };
}

/** Returns events as they happen, and loads older ones on request. */
export function useEvents({ cameraIds, locationId, types = [], isUnseen, from, to }: EventsQuery): EventsResult {
  const client = useClient();
  const filter: EventListFilter = { cameraIds: cameraIds ?? [], types, from: from ?? null, to: to ?? null, ...(isUnseen && { isUnseen }) };
  const isNone = cameraIds?.length === 0;
  const query = useInfiniteQuery({
    queryKey: eventKeys.list(filter),
    queryFn: ({ signal, pageParam }) =>
      client.events.list(
        {
          ...askedFor({ cameraIds, locationId }),
          types: filter.types,
          ...(isUnseen && { isSeen: false }),
          from,
          to,
          cursor: pageParam ?? undefined,
          limit: pageSize,
        },
        { signal },
      ),
    enabled: !isNone,
    initialPageParam: null as string | null,
    getNextPageParam: (page: EventPage) => page.next,
    refetchInterval: () => pollingInterval(client, polling),
    // Elsewhere the list keeps what was seen meanwhile, instead of losing it whenever the window is entered.
    ...(isUnseen && { refetchOnWindowFocus: false }),
    // The current day stays visible while the next one loads.
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

/** Returns the number of events, by type and unseen, for the filters; undefined until it is known, null when it can't be. */
export function useEventCounts({
  cameraIds,
  locationId,
  from,
  to,
}: Omit<EventsQuery, 'types' | 'isUnseen'>): EventCounts | null | undefined {
  const client = useClient();
  const isNone = cameraIds?.length === 0;
  const { data, isError } = useQuery({
    queryKey: eventKeys.count({ cameraIds: cameraIds ?? [], types: [], from: from ?? null, to: to ?? null }),
    queryFn: ({ signal }) => client.events.counts({ ...askedFor({ cameraIds, locationId }), from, to }, { signal }),
    enabled: !isNone,
    refetchInterval: () => pollingInterval(client, { connectedMs: 60_000, disconnectedMs: polling.disconnectedMs }),
    placeholderData: (before) => before,
  });
  return isNone ? undefined : (data ?? (isError ? null : undefined));
}

/** Merges pages. They overlap when an event happened between two requests, so duplicates are removed. */
function newestFirst(pages: readonly EventPage[]): CameraEvent[] {
  return [...new Map(pages.flatMap(({ events }) => events).map((event) => [event.id, event])).values()];
}

/** Events that were marked at once. */
export interface Marking {
  readonly undo: () => void;
}

export interface MarkSeen {
  /** Marks these events; they show as seen once the server has confirmed. */
  readonly some: (events: readonly CameraEvent[], onMarked?: (marking: Marking) => void) => void;
  /** Marks all events that a filter finds, up to the newest one on the page. */
  readonly all: (query: EventsQuery, newest: CameraEvent, onMarked?: (marking: Marking) => void) => void;
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
    mutationFn: ({ cameraIds, locationId, types = [], from, until }: EventsQuery & { readonly until: number }) =>
      client.events.markAllSeen({ ...askedFor({ cameraIds, locationId }), types, from, to: until }),
    onSuccess: (_, { cameraIds, types = [], from, until }) =>
      applySeen(
        cache,
        (event) =>
          (cameraIds === undefined || cameraIds.includes(event.cameraId)) &&
          (types.length === 0 || types.includes(event.type)) &&
          event.startAt >= (from ?? 0) &&
          event.startAt < until,
      ),
  });
  const undo = useMutation({
    mutationFn: (seenAt: number) => client.events.unmarkSeen(seenAt),
    onSuccess: () => reloadEvents(cache),
  });
  return {
    some: (events, onMarked) => {
      const ids = events.filter(({ isSeen }) => !isSeen).map(({ id }) => id);
      // Its own callback, because that of `mutate` is called for the last of several marks only.
      if (ids.length > 0)
        void some.mutateAsync(ids.slice(0, 200)).then(
          (seenAt) => onMarked?.({ undo: () => undo.mutate(seenAt) }),
          () => undefined,
        );
    },
    all: (query, newest, onMarked) =>
      all.mutate({ ...query, until: newest.startAt + 1 }, { onSuccess: (seenAt) => onMarked?.({ undo: () => undo.mutate(seenAt) }) }),
    isBusy: all.isPending || undo.isPending,
  };
}

/** Returns the cameras for names and time zones. Shares the dashboard's query. */
export function useEventCameras(): readonly Camera[] | undefined {
  const client = useClient();
  return useQuery({ queryKey: ['cameras'], queryFn: ({ signal }) => client.cameras.list({ signal }) }).data;
}
