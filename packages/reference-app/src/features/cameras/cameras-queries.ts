import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { WatchpostError } from '@watchpost/sdk-core';
import type { Camera, Client } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';
import { pollingInterval } from '../../shared/live/polling.ts';

/** State and previews are renewed this often while the page is visible, milliseconds; seldom when the server tells states by itself. */
const refreshInterval = { told: 30_000, alone: 10_000 } as const;
/** While a first picture or a first camera is on its way. */
const expectantInterval = 2000;

const keys = { list: ['cameras'], one: (id: string) => ['cameras', id] } as const;

/** The list, also for the router: it is asked for while the screen's code is still loading. */
export function cameraListQuery(client: Client) {
  return queryOptions({ queryKey: keys.list, queryFn: ({ signal }) => client.cameras.list({ signal }), refetchInterval: ({ state }) => intervalFor(client, state.data) });
}

function intervalFor(client: Client, cameras: readonly Camera[] | undefined): number | false {
  const isExpectant = cameras?.length === 0 || cameras?.some(({ state, previewUrl }) => state === 'connecting' || (state === 'online' && previewUrl === null));
  return isExpectant ? expectantInterval : pollingInterval(client, refreshInterval);
}

export function useCameras(): UseQueryResult<Camera[]> {
  return useQuery(cameraListQuery(useClient()));
}

/** One camera; what the list already knows is shown at once. */
export function useCamera(id: string): UseQueryResult<Camera> {
  const client = useClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: keys.one(id),
    queryFn: ({ signal }) => client.cameras.get(id, { signal }),
    initialData: () => cache.getQueryData<Camera[]>(keys.list)?.find((camera) => camera.id === id),
    initialDataUpdatedAt: () => cache.getQueryState(keys.list)?.dataUpdatedAt,
    refetchInterval: ({ state }) => (isMissing(state.error) ? false : pollingInterval(client, refreshInterval)),
  });
}

/** Whether the server says that there is no such camera for this person. */
export function isMissing(error: unknown): boolean {
  return error instanceof WatchpostError && error.code === 'not-found';
}

/** The new name is shown once the server has it. */
export function useRename(id: string): UseMutationResult<Camera, Error, string> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) => client.cameras.rename(id, name),
    onSuccess: (camera) => {
      cache.setQueryData(keys.one(id), camera);
      cache.setQueryData<Camera[]>(keys.list, (list) => list?.map((item) => (item.id === id ? camera : item)));
    },
  });
}

export function useRemove(id: string): UseMutationResult<void, Error, void> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.cameras.remove(id),
    onSuccess: () => {
      cache.setQueryData<Camera[]>(keys.list, (list) => list?.filter((item) => item.id !== id));
    },
  });
}
