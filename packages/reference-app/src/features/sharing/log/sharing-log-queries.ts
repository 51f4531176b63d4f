import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ownTimeZone } from '@watchpost/sdk-core';
import type { AccessEntry, AccessLogCounts, AccessLogFilter, Client } from '@watchpost/sdk-core';
import { useClient } from '../../../shared/client.tsx';
import { kindsOfGroup } from './sharing-log-entry.ts';
import type { LogGroup } from './sharing-log-entry.ts';
import { text } from './sharing-log-texts.ts';

/** How often new entries are requested, ms. */
const refreshIntervalMs = 15_000;

export interface AccessLog {
  /** Newest first; undefined until the first response. */
  readonly entries: readonly AccessEntry[] | undefined;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly hasOlder: boolean;
  readonly loadOlder: () => void;
  readonly retry: () => void;
}

/** Returns the filtered log, page by page. */
export function useAccessLog(filter: AccessLogFilter, limit?: number): AccessLog {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: ['sharing', 'log', filter, limit],
    queryFn: ({ pageParam, signal }) =>
      client.sharing.accessLog({ ...filter, ...(pageParam && { cursor: pageParam }), ...(limit && { limit }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: refreshIntervalMs,
  });
  return {
    entries: query.data?.pages.flatMap(({ entries }) => entries),
    error: query.error,
    isBusy: query.isFetching,
    hasOlder: query.hasNextPage,
    loadOlder: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

/** Returns how many entries each kind has under the same filter. */
export function useLogCounts(filter: AccessLogFilter): AccessLogCounts | undefined {
  const client = useClient();
  return useQuery({
    queryKey: ['sharing', 'log-counts', filter],
    queryFn: ({ signal }) => client.sharing.accessLogCounts(filter, { signal }),
    refetchInterval: refreshIntervalMs,
  }).data;
}

/** Returns the number of entries in a group. */
export function countOf(counts: AccessLogCounts, group: LogGroup): number {
  const kinds = group === 'all' ? Object.values(kindsOfGroup).flat() : kindsOfGroup[group];
  return kinds.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
}

/** Saves the filtered log as a file, with times in the user's zone. */
export async function downloadLog({ sharing }: Pick<Client, 'sharing'>, filter: AccessLogFilter): Promise<void> {
  const file = await sharing.exportAccessLog({ ...filter, timeZone: ownTimeZone() });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = text('fileName');
  link.click();
  URL.revokeObjectURL(link.href);
}
