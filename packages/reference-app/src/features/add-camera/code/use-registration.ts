import { useQuery } from '@tanstack/react-query';
import { WatchpostError, type Camera, type RegistrationAnswer } from '@watchpost/sdk-core';
import { useClient } from '../../../shared/client.tsx';

/** How often the server is asked while a camera is awaited, milliseconds. */
const interval = 1000;

export interface FollowedRegistration {
  readonly registration: RegistrationAnswer | undefined;
  /** The server knows no such registration of this person. */
  readonly isUnknown: boolean;
}

/** What has become of a registration, followed until it is decided. A question that fails is no news: the next one tells. */
export function useRegistration(registrationId: string | null): FollowedRegistration {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['registration', registrationId],
    queryFn: ({ signal }) => client.addCamera.registration(registrationId ?? '', { signal }),
    enabled: registrationId !== null,
    retry: false,
    refetchInterval: ({ state }) => (isMissing(state.error) || (state.data !== undefined && state.data.state !== 'waiting') ? false : interval),
  });
  return { registration: data, isUnknown: isMissing(error) };
}

export interface FollowedCamera {
  readonly camera: Camera | undefined;
  readonly isUnknown: boolean;
}

/** A camera of this account, followed until it has its first picture. */
export function useNewCamera(cameraId: string | null): FollowedCamera {
  const client = useClient();
  const { data, error } = useQuery({
    queryKey: ['cameras', cameraId],
    queryFn: ({ signal }) => client.cameras.get(cameraId ?? '', { signal }),
    enabled: cameraId !== null,
    retry: false,
    refetchInterval: ({ state }) => (isMissing(state.error) || (state.data?.previewAt ?? null) !== null ? false : interval),
  });
  return { camera: data, isUnknown: isMissing(error) };
}

function isMissing(error: unknown): boolean {
  return error instanceof WatchpostError && error.code === 'not-found';
}
