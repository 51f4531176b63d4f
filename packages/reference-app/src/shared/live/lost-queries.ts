import type { Query, QueryClient } from '@tanstack/react-query';
import { WatchpostError } from '@watchpost/sdk-core';

/** A request that fails while others succeed is repeated no more often, ms. */
const pauseMs = 2000;

/** Whether the server did not answer the last request of a query. */
export function isLost({ state }: Pick<Query, 'state'>): boolean {
  const error: unknown = state.error ?? state.fetchFailureReason;
  return error instanceof WatchpostError && error.code === 'network';
}

/**
 * Loads again what got lost while the server could not be reached, once anything else has loaded: most queries don't repeat themselves,
 * and a screen that was open meanwhile, or asleep, would show old data, and say so, until it is left.
 * @returns stops it
 */
export function reloadLostQueries(cache: QueryClient): () => void {
  return cache.getQueryCache().subscribe((event) => {
    // What this page writes into the cache itself proves nothing.
    if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual === true) return;
    const loadedAt = event.query.state.dataUpdatedAt;
    void cache.refetchQueries(
      {
        type: 'active',
        predicate: (query) => isLost(query) && query.state.error !== null && loadedAt - query.state.errorUpdatedAt >= pauseMs,
      },
      { cancelRefetch: false },
    );
  });
}
