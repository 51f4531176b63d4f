import { useQuery } from '@tanstack/react-query';
import { WatchpostError, type Camera, type RegistrationAnswer } from '@watchpost/sdk-core';
import { useClient } from '../../../shared/client.tsx';

/** Polling interval while waiting for a camera, ms. */
const pollIntervalMs = 1000;

export interface FollowedRegistration {
  readonly registration: RegistrationAnswer | undefined;
  /** The server has no such registration of this user. */
  readonly isUnknown: boolean;
}

/** Follows a registration until it is decided. A failed request changes nothing; the next one follows. */
export function useRegistration(registrationId: string | null): FollowedRegistration {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['registration', registrationId],
    queryFn: ({ signal }) => client.addCamera.registration(registrationId ?? '', { signal }),
    enabled: registrationId !== null,
    retry: false,
    refetchInterval: ({ state }) =>
      isMissing(state.error) || (state.data !== undefined && state.data.state !== 'waiting') ? false : pollIntervalMs,
  });
  return { registration: data, isUnknown: isMissing(error) };
}

export interface FollowedCamera {
  readonly camera: Camera | undefined;
  readonly isUnknown: boolean;
}

/** Follows a camera of this account until it has its first picture. */
export function useNewCamera(cameraId: string | null): FollowedCamera {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['cameras', cameraId],
    queryFn: ({ signal }) => client.cameras.get(cameraId ?? '', { signal }),
    enabled: cameraId !== null,
    retry: false,
    refetchInterval: ({ state }) => (isMissing(state.error) || (state.data?.previewAt ?? null) !== null ? false : pollIntervalMs),
  });
  return { camera: data, isUnknown: isMissing(error) };
}

function isMissing(error: unknown): boolean {
  return error instanceof WatchpostError && error.code === 'not-found';
}
