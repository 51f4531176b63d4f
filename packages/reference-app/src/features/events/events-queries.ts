import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Camera, CameraEvent, EventPage } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

/** New events are asked for this often while the page is visible, milliseconds. */
const refreshInterval = 5000;
const pageSize = 30;

export interface EventsQuery {
  readonly cameraId?: string | undefined;
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

/** Events as they come, and older ones as they are asked for. */
export function useEvents({ cameraId, from, to }: EventsQuery): EventsResult {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: ['events', cameraId ?? null, from ?? null, to ?? null],
    queryFn: ({ signal, pageParam }) => client.events.list({ cameraIds: cameraId === undefined ? [] : [cameraId], from, to, cursor: pageParam ?? undefined, limit: pageSize }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page: EventPage) => page.next,
    refetchInterval: refreshInterval,
    // A day that is shown stays while the next one loads.
    placeholderData: (before) => before,
  });
  return {
    events: query.data && newestFirst(query.data.pages),
    error: query.error,
    hasOlder: query.hasNextPage,
    isBusy: query.isFetchingNextPage || query.isPlaceholderData,
    loadOlder: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

/** Pages overlap when something happened between two requests: each event is shown once. */
function newestFirst(pages: readonly EventPage[]): CameraEvent[] {
  return [...new Map(pages.flatMap(({ events }) => events).map((event) => [event.id, event])).values()];
}

/** Marks events as seen; they are shown so once the server says so. */
export function useMarkSeen(): (events: readonly CameraEvent[]) => void {
  const client = useClient();
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (ids: readonly string[]) => client.events.markSeen(ids),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['events'] }),
  });
  return (events) => {
    const ids = events.filter(({ isSeen }) => !isSeen).map(({ id }) => id);
    if (ids.length > 0) mutate(ids.slice(0, 200));
  };
}

/** The cameras whose events are shown: names and time zones. The dashboard's list under the same key. */
export function useEventCameras(): readonly Camera[] | undefined {
  const client = useClient();
  return useQuery({ queryKey: ['cameras'], queryFn: ({ signal }) => client.cameras.list({ signal }) }).data;
}
