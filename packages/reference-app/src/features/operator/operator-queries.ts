import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { AuditEntry, AuditKind, OperatorOverview, OperatorSetting, SettingName } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

/** How often the state is requested while the page is shown, ms. */
const refreshIntervalMs = 10_000;

/** Whether the user operates this server; false until it is known. */
export function useIsOperator(): boolean {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['operator', 'me'],
    queryFn: ({ signal }) => client.operator.me({ signal }),
    // The settings of a server change when it restarts.
    staleTime: Infinity,
  });
  return data?.isOperator ?? false;
}

export function useOperatorOverview(): UseQueryResult<OperatorOverview> {
  const client = useClient();
  return useQuery({
    queryKey: ['operator', 'overview'],
    queryFn: ({ signal }) => client.operator.overview({ signal }),
    refetchInterval: refreshIntervalMs,
  });
}

const settingsKey = ['operator', 'settings'] as const;

export function useOperatorSettings(): UseQueryResult<readonly OperatorSetting[]> {
  const client = useClient();
  return useQuery({ queryKey: settingsKey, queryFn: ({ signal }) => client.operator.settings({ signal }) });
}

interface SettingChange {
  readonly name: SettingName;
  /** Null for what the server started with. */
  readonly value: string | null;
}

export function useChangeSetting(): UseMutationResult<readonly OperatorSetting[], Error, SettingChange> {
  const client = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: ({ name, value }: SettingChange) => client.operator.changeSetting(name, value),
    onSuccess: (settings) => {
      cache.setQueryData(settingsKey, settings);
      // The log has an entry more, and the overview may be of another limit.
      for (const part of ['audit', 'overview']) void cache.invalidateQueries({ queryKey: ['operator', part] });
    },
  });
}

interface Audit {
  /** Newest first; undefined until the first answer. */
  readonly entries: readonly AuditEntry[] | undefined;
  readonly error: Error | null;
  readonly isBusy: boolean;
  readonly hasOlder: boolean;
  readonly loadOlder: () => void;
  readonly retry: () => void;
}

/** Returns the entries of these kinds, page by page; of all kinds when there are none. */
export function useAuditLog(kind: readonly AuditKind[]): Audit {
  const client = useClient();
  const query = useInfiniteQuery({
    queryKey: ['operator', 'audit', kind],
    queryFn: ({ pageParam, signal }) =>
      client.operator.auditLog(
        { limit: 20, ...(kind.length > 0 && { kind: [...kind] }), ...(pageParam && { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
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
