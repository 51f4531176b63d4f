import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Camera, Client, LocationsConfig } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

export const locationsKey = ['locations'] as const;

/** Also for the router: asked for together with the cameras. */
export function locationsQuery(client: Client) {
  return queryOptions({ queryKey: locationsKey, queryFn: ({ signal }) => client.locations.get({ signal }) });
}

export function useLocations(): UseQueryResult<LocationsConfig> {
  return useQuery(locationsQuery(useClient()));
}

/** The cameras that are put into places. The dashboard's list under the same key. */
export function usePlaceableCameras(): UseQueryResult<Camera[]> {
  const client = useClient();
  return useQuery({ queryKey: ['cameras'], queryFn: ({ signal }) => client.cameras.list({ signal }) });
}
