import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@watchpost/sdk-core';

/** Queries the user's sessions, every 30 s while the list is visible. */
export function deviceListQuery(client: Client) {
  return queryOptions({
    queryKey: ['account', 'devices'],
    queryFn: ({ signal }) => client.account.devices({ signal }),
    refetchInterval: 30_000,
  });
}

/** Queries what account deletion removes; never cached, because the user confirms it. */
export function deletionSummaryQuery(client: Client) {
  return queryOptions({
    queryKey: ['account', 'deletion'],
    queryFn: ({ signal }) => client.account.deletionSummary({ signal }),
    gcTime: 0,
    staleTime: 0,
  });
}
