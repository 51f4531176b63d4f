import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { ApiKey, Camera, EmbedLink, EmbedTokens, Ptz, StreamLink, StreamOutputs, Webhook } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

/** Keys of the page's queries. */
export const keys = {
  cameras: ['cameras'],
  ptz: (id: string) => ['ptz', id],
  apiKeys: ['developers', 'api-keys'],
  links: ['developers', 'links'],
  tokens: ['developers', 'tokens'],
  streams: ['developers', 'streams'],
  streamOutputs: ['developers', 'stream-outputs'],
  webhooks: ['developers', 'webhooks'],
  deliveries: (id: string) => ['developers', 'deliveries', id],
} as const;

/** How often what changes by itself is requested: viewers, tokens, the states of webhooks; ms. */
export const refreshIntervalMs = 15_000;

/** Returns what a camera can move. Shares the query of its own page. @param isAsked false for no request */
export function usePtzOf(cameraId: string, isAsked: boolean): UseQueryResult<Ptz> {
  const { ptz } = useClient();
  return useQuery({
    queryKey: keys.ptz(cameraId),
    queryFn: ({ signal }) => ptz.get(cameraId, { signal }),
    enabled: isAsked,
    retry: false,
  });
}

/** Returns the user's cameras. Shares the dashboard's query. */
export function useCameras(): UseQueryResult<Camera[]> {
  const client = useClient();
  return useQuery({ queryKey: keys.cameras, queryFn: ({ signal }) => client.cameras.list({ signal }) });
}

export function useApiKeys(): UseQueryResult<ApiKey[]> {
  const { apiKeys } = useClient();
  return useQuery({
    queryKey: keys.apiKeys,
    queryFn: ({ signal }) => apiKeys.list({ signal }),
    // When a key was last used is exact to a minute.
    refetchInterval: 60_000,
  });
}

export function useEmbedLinks(): UseQueryResult<EmbedLink[]> {
  const { embeds } = useClient();
  return useQuery({
    queryKey: keys.links,
    queryFn: ({ signal }) => embeds.listLinks({ signal }),
    refetchInterval: refreshIntervalMs,
  });
}

export function useEmbedTokens(): UseQueryResult<EmbedTokens> {
  const { embeds } = useClient();
  return useQuery({
    queryKey: keys.tokens,
    queryFn: ({ signal }) => embeds.listTokens({ signal }),
    refetchInterval: refreshIntervalMs,
  });
}

export function useStreamLinks(): UseQueryResult<StreamLink[]> {
  const { streamLinks } = useClient();
  return useQuery({ queryKey: keys.streams, queryFn: ({ signal }) => streamLinks.list({ signal }) });
}

/** Returns what the server offers to stream links; changes only when it restarts. */
export function useStreamOutputs(): UseQueryResult<StreamOutputs> {
  const { streamLinks } = useClient();
  return useQuery({ queryKey: keys.streamOutputs, queryFn: ({ signal }) => streamLinks.outputs({ signal }) });
}

export function useWebhooks(): UseQueryResult<Webhook[]> {
  const { webhooks } = useClient();
  return useQuery({
    queryKey: keys.webhooks,
    queryFn: ({ signal }) => webhooks.list({ signal }),
    refetchInterval: refreshIntervalMs,
  });
}

/** A change that shows once the server has confirmed it. @param renewed what it may have changed */
export function useChange<Input = void, Output = unknown>(
  change: (input: Input) => Promise<Output>,
  ...renewed: readonly (readonly string[])[]
): UseMutationResult<Output, Error, Input> {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => Promise.all(renewed.map((queryKey) => cache.invalidateQueries({ queryKey }))),
  });
}
