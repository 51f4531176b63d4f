import { useSignals } from '@preact/signals-react/runtime';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Client } from '@watchpost/sdk-core';
import { useClient } from '../../../shared/client.tsx';
import { loadLanding } from './sharing-landing-model.ts';
import type { Landing } from './sharing-landing-model.ts';

/** Nothing of an invitation stays in memory once its page is closed, and the link's secret is part of the key. */
const whileOpen = { gcTime: 0 } as const;

function landingQuery(client: Client, token: string, customerId: string | null) {
  return queryOptions({
    ...whileOpen,
    queryKey: ['sharing', 'landing', token, customerId],
    queryFn: ({ signal }) => loadLanding(client.sharing, token, { hasSession: customerId !== null, signal }),
    // It changes in another tab: the user may have accepted it there.
    staleTime: 0,
  });
}

/** Returns what is behind a link, for the user who is signed in now. */
export function useLanding(token: string): UseQueryResult<Landing> {
  const client = useClient();
  useSignals();
  return useQuery(landingQuery(client, token, client.session.current.value?.customerId ?? null));
}

/** Loads the picture of an invited camera. @param isOffered whether the link has one */
export function useInvitedPicture(token: string, cameraId: string, isOffered: boolean): UseQueryResult<Blob> {
  const client = useClient();
  useSignals();
  const asGuest = client.session.current.value === null;
  return useQuery({
    ...whileOpen,
    queryKey: ['sharing', 'landing-picture', token, cameraId, asGuest],
    queryFn: ({ signal }) => client.sharing.invitationPicture(token, cameraId, { asGuest, signal }),
    enabled: isOffered,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
