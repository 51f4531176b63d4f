import { createContext, useContext } from 'react';
import type { ReactNode } from 'react';

const TelegramContext = createContext(false);

/** Provides whether the server has a Telegram bot. Without one nothing of it is shown anywhere. */
export function TelegramProvider({ isShown, children }: { readonly isShown: boolean; readonly children: ReactNode }): ReactNode {
  return <TelegramContext value={isShown}>{children}</TelegramContext>;
}

export function useTelegramShown(): boolean {
  return useContext(TelegramContext);
}
