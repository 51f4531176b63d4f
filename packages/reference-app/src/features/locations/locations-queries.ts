import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Camera, Client, LocationsConfig } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

export const locationsKey = ['locations'] as const;

/** Queries the locations. The router requests them together with the cameras. */
export function locationsQuery(client: Client) {
  return queryOptions({ queryKey: locationsKey, queryFn: ({ signal }) => client.locations.get({ signal }) });
}

export function useLocations(): UseQueryResult<LocationsConfig> {
  return useQuery(locationsQuery(useClient()));
}

/** Returns the cameras to arrange. Shares the dashboard's query. */
export function usePlaceableCameras(): UseQueryResult<Camera[]> {
  const client = useClient();
  return useQuery({ queryKey: ['cameras'], queryFn: ({ signal }) => client.cameras.list({ signal }) });
}
