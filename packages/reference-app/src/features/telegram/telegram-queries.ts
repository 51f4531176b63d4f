import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import type { TelegramChat } from '@watchpost/sdk-core';
import { useClient } from '../../shared/client.tsx';

const queryKey = ['telegram-chats'];
/** How soon a chat that was linked in Telegram appears, ms. */
const linkingIntervalMs = 3000;

/**
 * Returns the user's chats; null on a server without a bot.
 * @param isLinking while the user may be linking one, the list is kept up to date
 */
export function useTelegramChats({ isLinking }: { readonly isLinking: boolean }): UseQueryResult<TelegramChat[] | null> {
  const { telegram } = useClient();
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => telegram.chats({ signal }),
    staleTime: isLinking ? 0 : 60_000,
    refetchInterval: isLinking ? linkingIntervalMs : false,
  });
}

/** Deactivates a chat; it leaves the list once the server has confirmed. */
export function useDisableChat(): UseMutationResult<void, Error, string> {
  const { telegram } = useClient();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (chatId: string) => telegram.disable(chatId),
    onSuccess: (_, chatId) => {
      cache.setQueryData<TelegramChat[] | null>(queryKey, (chats) =>
        chats?.map((chat) => (chat.id === chatId ? { ...chat, isEnabled: false } : chat)),
      );
      void cache.invalidateQueries({ queryKey });
    },
  });
}

export interface ChatGroups {
  readonly enabled: readonly TelegramChat[];
  /** The bot can't write there. */
  readonly blocked: readonly TelegramChat[];
}

/** Sorts chats as they are shown; deactivated ones are left out (specification 1, section 4). */
export function chatGroups(chats: readonly TelegramChat[]): ChatGroups {
  const kept = chats.filter(({ isEnabled }) => isEnabled);
  const isOut = ({ isBlockedInChat, isKickedFromChat }: TelegramChat): boolean => isBlockedInChat || isKickedFromChat;
  return { enabled: kept.filter((chat) => !isOut(chat)), blocked: kept.filter(isOut) };
}
