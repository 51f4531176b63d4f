import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Camera, QualityDays, QualitySummary } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

/** Players report once a minute. */
const refreshIntervalMs = 60_000;

/** Returns the user's cameras. Shares the dashboard's query. */
export function useCameras(): UseQueryResult<Camera[]> {
  const client = useClient();
  return useQuery({ queryKey: ['cameras'], queryFn: ({ signal }) => client.cameras.list({ signal }) });
}

/** Returns the sums of a period; those of the last period stay until they arrive. */
export function useQuality(days: QualityDays): UseQueryResult<QualitySummary> {
  const { quality } = useClient();
  return useQuery({
    queryKey: ['quality', days],
    queryFn: ({ signal }) => quality.summary({ days, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refreshIntervalMs,
  });
}
