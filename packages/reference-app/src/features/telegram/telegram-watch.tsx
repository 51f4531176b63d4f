import { useEffect } from 'react';
import { useTelegramChats } from './telegram-queries.ts';

/** Finds out whether the server has a bot, for the shell. Shows nothing itself. */
export function TelegramWatch({ onShown }: { readonly onShown: (isShown: boolean) => void }): null {
  const { data } = useTelegramChats({ isLinking: false });
  useEffect(() => {
    if (data !== undefined) onShown(data !== null);
  }, [data, onShown]);
  return null;
}
