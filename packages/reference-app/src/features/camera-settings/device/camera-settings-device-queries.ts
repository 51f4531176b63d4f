import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { WatchpostError } from '@watchpost/sdk-core';
import type { DeviceSettings, UpdateDeviceSettingsBody, UpdateNetworkBody } from '@watchpost/sdk-core';
import { useClient } from '../../../shared/client.tsx';

const keyOf = (id: string): readonly [string, string] => ['device-settings', id];

/** Reads the camera's current settings without a cache, because another user may have changed them. */
export function useDeviceSettings(id: string): UseQueryResult<DeviceSettings> {
  const client = useClient();
  return useQuery({
    queryKey: keyOf(id),
    queryFn: ({ signal }) => client.cameraSettings.device(id, { signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** Changes a setting; shown once the camera has confirmed it. */
export function useChangeDevice(id: string): UseMutationResult<DeviceSettings, Error, UpdateDeviceSettingsBody> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateDeviceSettingsBody) => client.cameraSettings.updateDevice(id, change),
    onSuccess: (settings, { timeZone }) => {
      cache.setQueryData(keyOf(id), settings);
      // Days and times of this camera use its time zone everywhere.
      if (timeZone !== undefined) void cache.invalidateQueries({ queryKey: ['cameras'] });
    },
  });
}

/** Changes the camera's network; shown once the camera answers with the new settings. */
export function useChangeNetwork(id: string): UseMutationResult<DeviceSettings, Error, UpdateNetworkBody> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateNetworkBody) => client.cameraSettings.changeNetwork(id, change),
    onSuccess: (settings) => void cache.setQueryData(keyOf(id), settings),
  });
}

export function useRestart(id: string): UseMutationResult<void, Error, void> {
  const client = useClient();
  return useMutation({ mutationFn: () => client.cameraSettings.restart(id) });
}

export type DeviceErrorHeading = 'somethingWrong' | 'requestFailed' | 'unauthorized';

/** Returns one of three headings for the error of the server or the camera (specification 2, section 8). */
export function headingOf(error: Error): DeviceErrorHeading {
  if (!(error instanceof WatchpostError)) return 'somethingWrong';
  if (error.status === 401 || error.status === 403 || error.code === 'camera-wrong-password') return 'unauthorized';
  return error.status === 400 || error.status === 422 ? 'requestFailed' : 'somethingWrong';
}
