import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { Camera, TimelapseSettings, UpdateTimelapseSettingsBody } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

const keyOf = (cameraId: string): string[] => ['timelapse', cameraId];

export function useTimelapseCamera(id: string): UseQueryResult<Camera> {
  const client = useClient();
  const cache = useQueryClient();
  return useQuery({
    queryKey: ['cameras', id],
    queryFn: ({ signal }) => client.cameras.get(id, { signal }),
    initialData: () => cache.getQueryData<Camera[]>(['cameras'])?.find((camera) => camera.id === id),
    initialDataUpdatedAt: () => cache.getQueryState(['cameras'])?.dataUpdatedAt,
  });
}

export function useTimelapse(cameraId: string, isAllowed: boolean): UseQueryResult<TimelapseSettings> {
  const client = useClient();
  return useQuery({
    queryKey: keyOf(cameraId),
    queryFn: ({ signal }) => client.timelapse.settings(cameraId, { signal }),
    enabled: isAllowed,
  });
}

/** Changes the settings; shown once the server has confirmed it. */
export function useChangeTimelapse(cameraId: string): UseMutationResult<TimelapseSettings, Error, UpdateTimelapseSettingsBody> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateTimelapseSettingsBody) => client.timelapse.updateSettings(cameraId, change),
    onSuccess: (settings) => void cache.setQueryData(keyOf(cameraId), settings),
  });
}
