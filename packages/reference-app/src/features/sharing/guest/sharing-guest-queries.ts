import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Guest } from '@watchpost/sdk-core';
import { useCallback } from 'react';
import { useClient } from '../../../shared/client.tsx';
import { isEnded } from '../landing/sharing-landing-model.ts';

/** Whether this browser is a guest of a link. */
type GuestAccess = { readonly kind: 'guest'; readonly guest: Guest } | { readonly kind: 'ended' };

const keyOf = (inviteId: string): readonly string[] => ['sharing', 'guest', inviteId];

export interface GuestQuery {
  readonly query: UseQueryResult<GuestAccess>;
  /** Requests the next token and the current invitation. @throws {WatchpostError} `not-found` once the link has ended, which the page then shows */
  readonly renew: () => Promise<Guest>;
}

/** Opens the page of a guest with a new token. */
export function useGuest(inviteId: string): GuestQuery {
  const client = useClient();
  const cache = useQueryClient();
  const query = useQuery({
    queryKey: keyOf(inviteId),
    queryFn: ({ signal }): Promise<GuestAccess> =>
      client.sharing.renewGuest(inviteId, { signal }).then(
        (guest) => ({ kind: 'guest', guest }),
        (error: unknown) => {
          if (isEnded(error)) return { kind: 'ended' };
          throw error;
        },
      ),
    // Nothing of an invitation stays in memory once its page is closed. The player asks for the next token when it needs one.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const renew = useCallback(async (): Promise<Guest> => {
    const keep = (access: GuestAccess): void => void cache.setQueryData<GuestAccess>(keyOf(inviteId), access);
    try {
      const guest = await client.sharing.renewGuest(inviteId);
      keep({ kind: 'guest', guest });
      return guest;
    } catch (error) {
      if (isEnded(error)) keep({ kind: 'ended' });
      throw error;
    }
  }, [client, cache, inviteId]);
  return { query, renew };
}
