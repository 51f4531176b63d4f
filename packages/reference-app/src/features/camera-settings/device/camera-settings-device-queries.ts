import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { WatchpostError } from '@watchpost/sdk-core';
import type { DeviceSettings, UpdateDeviceSettingsBody, UpdateNetworkBody } from '@watchpost/sdk-core';
import { useClient } from '../../../shared/client.tsx';

const keyOf = (id: string): readonly [string, string] => ['device-settings', id];

/** What the camera is set to now: nothing is kept from before, for somebody else may have changed it. */
export function useDeviceSettings(id: string): UseQueryResult<DeviceSettings> {
  const client = useClient();
  return useQuery({ queryKey: keyOf(id), queryFn: ({ signal }) => client.cameraSettings.device(id, { signal }), gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false, refetchOnWindowFocus: false, refetchOnReconnect: false });
}

/** Shown once the camera says that it is so. */
export function useChangeDevice(id: string): UseMutationResult<DeviceSettings, Error, UpdateDeviceSettingsBody> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (change: UpdateDeviceSettingsBody) => client.cameraSettings.updateDevice(id, change),
    onSuccess: (settings, { timeZone }) => {
      cache.setQueryData(keyOf(id), settings);
      // Days and times of this camera are told by it everywhere.
      if (timeZone !== undefined) void cache.invalidateQueries({ queryKey: ['cameras'] });
    },
  });
}

/** Shown once the camera has been found as it should be. */
export function useChangeNetwork(id: string): UseMutationResult<DeviceSettings, Error, UpdateNetworkBody> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({ mutationFn: (change: UpdateNetworkBody) => client.cameraSettings.changeNetwork(id, change), onSuccess: (settings) => void cache.setQueryData(keyOf(id), settings) });
}

export function useRestart(id: string): UseMutationResult<void, Error, void> {
  const client = useClient();
  return useMutation({ mutationFn: () => client.cameraSettings.restart(id) });
}

export type DeviceErrorHeading = 'somethingWrong' | 'requestFailed' | 'unauthorized';

/** Specification 2, section 8: one of three, by what the server or the camera refuses. */
export function headingOf(error: Error): DeviceErrorHeading {
  if (!(error instanceof WatchpostError)) return 'somethingWrong';
  if (error.status === 401 || error.status === 403 || error.code === 'camera-wrong-password') return 'unauthorized';
  return error.status === 400 || error.status === 422 ? 'requestFailed' : 'somethingWrong';
}
