import { QueryClient } from '@tanstack/react-query';
import { WatchpostError } from '@watchpost/sdk-core';

/** Failures that may pass by themselves; anything else is an answer. */
function mayPass(error: Error): boolean {
  return error instanceof WatchpostError && (error.code === 'network' || error.code === 'unavailable' || (error.status ?? 0) >= 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: a browser that reports no network may still reach a server on the same machine.
    queries: { networkMode: 'always', staleTime: 5000, retry: (count, error) => count < 2 && mayPass(error), retryDelay: (count) => Math.min(500 * 2 ** count, 5000) },
    mutations: { networkMode: 'always', retry: false },
  },
});
