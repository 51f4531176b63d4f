import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { SdCard, SdCardVideo, UpdateSdCardBody } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

const keys = { card: (id: string) => ['sd-card', id], videos: (id: string) => ['sd-card-videos', id] } as const;
/** Polling intervals of a running operation and of the card's memory, ms. */
const [workPolling, cardPolling] = [1000, 60_000];
/** Polling intervals for new recordings and for an unfinished one, ms. */
const [videoPolling, recordingPolling] = [15_000, 3000];

/** Returns the card's state, polled during formatting or erasing, also by another user. */
export function useSdCard(cameraId: string, isWanted = true): UseQueryResult<SdCard> {
  const client = useClient();
  return useQuery({
    queryKey: keys.card(cameraId),
    queryFn: ({ signal }) => client.sdCard.get(cameraId, { signal }),
    enabled: isWanted,
    retry: false,
    refetchInterval: ({ state: { data } }) => (data?.support === 'card' && data.work?.state === 'running' ? workPolling : cardPolling),
  });
}

/** Changes settings of the card; shown once the camera has confirmed them. */
export function useChangeSdCard(cameraId: string): UseMutationResult<SdCard, Error, UpdateSdCardBody> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateSdCardBody) => client.sdCard.update(cameraId, change),
    onSuccess: (card) => cache.setQueryData(keys.card(cameraId), card),
  });
}

/** Starts an operation; `useSdCard` returns its progress. */
export function useSdCardWork(cameraId: string): UseMutationResult<SdCard, Error, 'format' | 'erase'> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (kind: 'format' | 'erase') => client.sdCard[kind](cameraId),
    onSuccess: (card) => {
      cache.setQueryData(keys.card(cameraId), card);
      cache.removeQueries({ queryKey: keys.videos(cameraId) });
    },
  });
}

export interface SdCardVideosResult {
  /** Newest first; undefined until the first response. */
  readonly videos: readonly SdCardVideo[] | undefined;
  readonly error: Error | null;
  readonly hasOlder: boolean;
  readonly isBusy: boolean;
  readonly loadOlder: () => void;
  readonly retry: () => void;
}

export function useSdCardVideos(cameraId: string): SdCardVideosResult {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: keys.videos(cameraId),
    queryFn: ({ signal, pageParam }) => client.sdCard.videos(cameraId, { before: pageParam ?? undefined }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    retry: false,
    refetchInterval: ({ state: { data } }) => (data?.pages[0]?.videos[0]?.endAt === null ? recordingPolling : videoPolling),
  });
  return {
    // Pages overlap when a recording was added between two requests.
    videos: query.data && [...new Map(query.data.pages.flatMap(({ videos }) => videos).map((video) => [video.id, video])).values()],
    error: query.error,
    hasOlder: query.hasNextPage,
    isBusy: query.isFetching,
    loadOlder: () => void (query.isFetchingNextPage || query.fetchNextPage()),
    retry: () => void query.refetch(),
  };
}
