import { QueryClient } from '@tanstack/react-query';
import { backOffDelay, WatchpostError } from '@watchpost/sdk-core';

/** Whether a failure may be temporary; every other failure is a definite answer. */
function isTransient(error: Error): boolean {
  return error instanceof WatchpostError && (error.code === 'network' || error.code === 'unavailable' || (error.status ?? 0) >= 500);
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // `always`: a browser that reports no network may still reach a server on the same machine.
    queries: {
      networkMode: 'always',
      staleTime: 5000,
      retry: (count, error) => count < 2 && isTransient(error),
      retryDelay: (attempt) => backOffDelay(attempt, Math.random(), { minMs: 500, maxMs: 5000 }),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
