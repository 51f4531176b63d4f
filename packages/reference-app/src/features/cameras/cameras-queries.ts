import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import { WatchpostError } from '@watchpost/sdk-core';
import type { Camera, Client } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';
import { pollingInterval } from '../../shared/live/polling.ts';

/** Refresh interval of states and previews while the page is visible, ms; longer while the server pushes states. */
const refreshIntervalMs = { connectedMs: 30_000, disconnectedMs: 10_000 } as const;
/** Refresh interval while waiting for a first picture, a first camera or the server, ms. */
const waitingIntervalMs = 2000;

export const cameraKeys = { list: ['cameras'], one: (id: string) => ['cameras', id] } as const;

/** Queries the list. The router uses it too, to request the list while the screen's code loads. */
export function cameraListQuery(client: Client) {
  return queryOptions({
    queryKey: cameraKeys.list,
    queryFn: ({ signal }) => client.cameras.list({ signal }),
    refetchInterval: ({ state }) => intervalFor(client, state.data),
  });
}

function intervalFor(client: Client, cameras: readonly Camera[] | undefined): number | false {
  const isExpectant =
    client.events.live().lostAt.peek() !== null ||
    cameras?.length === 0 ||
    cameras?.some(({ state, previewUrl }) => state === 'connecting' || (state === 'online' && previewUrl === null));
  return isExpectant ? waitingIntervalMs : pollingInterval(client, refreshIntervalMs);
}

export function useCameras(): UseQueryResult<Camera[]> {
  return useQuery(cameraListQuery(useClient()));
}

/** Returns one camera, initially from the list if that has loaded. */
export function useCamera(id: string): UseQueryResult<Camera> {
  const client = useClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: cameraKeys.one(id),
    queryFn: ({ signal }) => client.cameras.get(id, { signal }),
    initialData: () => cache.getQueryData<Camera[]>(cameraKeys.list)?.find((camera) => camera.id === id),
    initialDataUpdatedAt: () => cache.getQueryState(cameraKeys.list)?.dataUpdatedAt,
    refetchInterval: ({ state }) =>
      isMissing(state.error)
        ? false
        : client.events.live().lostAt.peek() === null
          ? pollingInterval(client, refreshIntervalMs)
          : waitingIntervalMs,
  });
}

/** Whether the server says that this user has no such camera. */
export function isMissing(error: unknown): boolean {
  return error instanceof WatchpostError && error.code === 'not-found';
}
