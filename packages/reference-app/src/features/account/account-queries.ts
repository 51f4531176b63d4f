import { queryOptions } from '@tanstack/react-query';
import type { Client } from '@watchpost/sdk-core';

/** Where the person is signed in; asked again every half minute while it is looked at. */
export function deviceListQuery(client: Client) {
  return queryOptions({ queryKey: ['account', 'devices'], queryFn: ({ signal }) => client.account.devices({ signal }), refetchInterval: 30_000 });
}

/** What goes with the account; never an old answer, because somebody agrees to it. */
export function deletionSummaryQuery(client: Client) {
  return queryOptions({ queryKey: ['account', 'deletion'], queryFn: ({ signal }) => client.account.deletionSummary({ signal }), gcTime: 0, staleTime: 0 });
}
